-- A bank names one movement by two references, its entry's and its transaction's, and may tell only one of them the next time. Both are kept, so that it is known
-- again whichever comes first.
alter table clearing.arrival add column other_reference text;
comment on column clearing.arrival.other_reference is 'A second reference that the rail gave the same credit.';
create index arrival_other_reference on clearing.arrival (other_reference) where other_reference is not null;

alter table clearing.instruction add column other_debit_reference text;
comment on column clearing.instruction.other_debit_reference is 'A second reference that the bank gave the debit that carried it out.';
