-- Payees and their bank accounts.
--
-- A beneficiary belongs to a client (all its users). It is never removed: DELETED hides it, and payments already made keep
-- their own copy. `version` rises with every change of bank details, so that a code that approved one account cannot
-- approve another.
--
-- `search` is what a person may type to find the payee (name, account, bank, BIC), folded in code to small Latin letters
-- without accents ('Иванов' and 'Ivanov' alike), so that no result depends on the database's own locale.
--
-- Every key starts with the client: each read is one client's, and the tables could be spread by it.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create schema beneficiaries;

create table beneficiaries.beneficiary (
  client_id uuid not null,
  id uuid not null,
  legal_status text not null check (legal_status in ('INDIVIDUAL', 'COMPANY')),
  name text not null,
  first_name text,
  last_name text,
  -- Unix time in seconds, as it travels.
  date_of_birth bigint,
  street text,
  building_number text,
  post_code text,
  town text,
  country text not null,
  -- Of the first bank account: how it is paid and in what currency.
  scheme text not null check (scheme in ('SEPA', 'SWIFT')),
  currency text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DELETED')),
  trusted boolean not null default false,
  version integer not null default 1,
  search text not null,
  created_at timestamptz not null,
  primary key (client_id, id),
  check ((legal_status = 'INDIVIDUAL') = (last_name is not null))
);

-- A page is a walk down the primary key or one of these; which one, by the filter.
create index beneficiary_by_country on beneficiaries.beneficiary (client_id, country, id desc) where status = 'ACTIVE';
create index beneficiary_search on beneficiaries.beneficiary using gin (client_id, search gin_trgm_ops)
  where status = 'ACTIVE';

create table beneficiaries.bank_detail (
  client_id uuid not null,
  beneficiary_id uuid not null,
  index smallint not null,
  -- Goes with the status of the beneficiary; here for the two indexes below.
  active boolean not null default true,
  currency text not null,
  iban text,
  account_number text,
  bic text,
  sort_code text,
  routing_number text,
  bank_name text,
  bank_address text,
  bank_country text not null,
  correspondent_bank text,
  correspondent_account text,
  correspondent_bic text,
  -- What makes two accounts the same one, computed in code.
  account_key text not null,
  primary key (client_id, beneficiary_id, index),
  foreign key (client_id, beneficiary_id) references beneficiaries.beneficiary,
  check (iban is not null or account_number is not null)
);

-- One active payee per account and currency: two racing requests cannot add the same one twice.
create unique index bank_detail_once on beneficiaries.bank_detail (client_id, account_key, currency) where active;
create index bank_detail_by_currency on beneficiaries.bank_detail (client_id, currency, beneficiary_id desc) where active;
