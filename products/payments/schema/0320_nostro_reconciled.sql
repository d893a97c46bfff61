-- `verify` compares each movement on our nostro accounts with the entry of the bank that it came from or led to. So each thing that an entry did names it: a credit that arrived, a debit
-- that carried an instruction out, and an exception that waits for the desk. A credit also names what it was booked as. What is older names nothing and is not compared.
alter table clearing.booked_entry add column is_traced boolean not null default false;
comment on column clearing.booked_entry.is_traced is 'What it did names it. False for entries of an earlier version.';

alter table clearing.arrival add column entry_key text, add column booked_as uuid;
comment on column clearing.arrival.entry_key is 'The key of the entry at the bank; null: it came in none.';
comment on column clearing.arrival.booked_as is 'The incoming payment, or what waits in suspense. Null for arrivals of an earlier version.';
create unique index arrival_booked_as on clearing.arrival (booked_as) where booked_as is not null;

alter table clearing.instruction add column debit_entry text;
comment on column clearing.instruction.debit_entry is 'The key of the entry whose debit carried it out.';

alter table clearing.exception add column entry_key text;
comment on column clearing.exception.entry_key is 'The key of the entry at the bank that it is about.';

-- From which entry of our ledger on nostro accounts are compared, by currency: those of an earlier version are before it.
create table clearing.nostro_start (
  currency text primary key,
  last_seq bigint not null
);
insert into clearing.nostro_start (currency, last_seq)
select currency, last_seq from ledger.accounts where kind = 'nostro' and client_id is null;
