-- Payments: the client's orders and the credits that reach them, and every step each has taken.
--
-- A payment keeps its own copy of names, accounts and banks: changing or deleting a beneficiary later changes no history.
-- Money is moved by the ledger alone; `id` of an external payment is also the id of its reservation there.
-- `version` counts the steps; the step that made version n is `payment_event` (payment_id, n).

create schema payments;

create sequence payments.payment_number start 41001;

-- What a person quotes to support: PAY-2026-0041873. Plain enough to be part of the statement that calls it.
create function payments.number_of(serial bigint, at timestamptz) returns text language sql stable as $$
  select 'PAY-' || to_char(at at time zone 'UTC', 'YYYY') || '-' || lpad(serial::text, greatest(7, length(serial::text)), '0')
$$;

create table payments.payment (
  id uuid primary key,
  number text not null unique,
  client_id uuid not null,
  account_id uuid not null,
  direction text not null check (direction in ('DEBIT', 'CREDIT')),
  scheme text not null check (scheme in ('SEPA', 'SWIFT', 'OWN', 'INTERNAL')),
  status text not null,
  version integer not null check (version > 0),
  currency text not null,
  amount_minor numeric(38, 0) not null check (amount_minor > 0),
  fee_minor numeric(38, 0) not null check (fee_minor >= 0),
  reference text not null,
  charge_bearer text not null check (charge_bearer in ('SHA', 'OUR', 'BEN')),
  end_to_end_id text not null check (length(end_to_end_id) <= 35),
  beneficiary_id uuid,
  debtor_name text not null,
  debtor_account text not null,
  creditor_name text not null,
  creditor_account text not null,
  creditor_agent_bic text,
  creditor_agent_name text,
  counterparty_country text,
  account_name text not null,
  -- The ledger account of the payee when the payee banks with us; its side is a payment of its own.
  creditor_account_id uuid,
  -- What the client's call was, forever: the second net under the idempotency keys, which are kept for a while only.
  idempotency_key text,
  -- What the rail calls an arriving credit: the same credit reported twice is booked once.
  rail_reference text,
  expected_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (client_id, idempotency_key)
) with (fillfactor = 70);

-- The lists: newest first over everything, within one account, one payee. What changes in a payment's life (status,
-- version, time) is in no index, so that a step writes the row on its own page and touches none of them.
create index payment_by_client on payments.payment (client_id, id desc);
create index payment_by_account on payments.payment (account_id, id desc);
create unique index payment_rail_reference on payments.payment (rail_reference) where rail_reference is not null;
create index payment_by_beneficiary on payments.payment (beneficiary_id, id desc) where beneficiary_id is not null;

-- No foreign key: both tables are written by one statement, and the check would cost more than the row.
create table payments.payment_event (
  payment_id uuid not null,
  seq integer not null,
  status text not null,
  at timestamptz not null,
  actor text,
  reason text,
  primary key (payment_id, seq)
);
