-- Which client has which account, and by what number and IBAN it is known.
--
-- An account here and the ledger's account of the same id are one thing: the ledger knows its money, this table its name. No
-- balance is kept here. Accounts are never removed.

create schema accounts;

-- The part of an account number that counts; a check digit follows it.
create sequence accounts.account_serial start 1020491800;

create table accounts.account (
  id uuid primary key,
  client_id uuid not null,
  number text not null unique,
  iban text unique,
  currency text not null,
  -- What the client calls it, and who a payer sees as its holder.
  name text not null,
  holder text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'CLOSED')),
  created_at timestamptz not null
);
create index account_of_client on accounts.account (client_id, id);
