-- Each writer of a batch has a temporary file of its own. The first whose file is whole is noted here, and only that one is renamed: a
-- writer that was cut off and comes back cannot write the bank's file a second time.
alter table clearing.batch add column prepared_as text;

comment on column clearing.batch.prepared_as is 'Name of the temporary file; null before it is whole, and for batches of an earlier version.';
