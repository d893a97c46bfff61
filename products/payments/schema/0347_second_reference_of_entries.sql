-- An entry that is told again under another key is known by its transactions' references.
alter table clearing.booked_entry add column other_reference text;
comment on column clearing.booked_entry.other_reference is 'The reference of its only transaction, or a hash of those of its transactions; null: they have none of their own.';
create index booked_entry_other_reference on clearing.booked_entry (other_reference) where other_reference is not null;
