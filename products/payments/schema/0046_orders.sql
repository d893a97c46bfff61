-- Payments for later: standing orders with their runs, and forms that are kept as drafts or templates.
--
-- A standing order moves no money. On its day a run submits a payment, in one transaction with the row of `orders.run`: that row is
-- unique for order and day, so whatever dies when and however many servers look, a day is paid once.

create schema orders;

create table orders.standing_order (
  id uuid primary key,
  client_id uuid not null,
  -- In whose name it pays: their rights are read anew with each run.
  person_id uuid not null,
  ordered_by text not null,
  created_at timestamptz not null,
  version integer not null default 1,
  state text not null check (state in ('ACTIVE', 'PAUSED', 'SUSPENDED', 'ENDED')),
  reason text check (reason in ('payee_changed', 'payee_deleted', 'rights_lost', 'refused', 'completed', 'canceled')),
  -- What the code confirmed.
  account_id uuid not null,
  debtor_account text not null,
  beneficiary_id uuid,
  -- Of the payee's bank details; 0 where there is no beneficiary.
  beneficiary_version integer not null,
  creditor_name text not null,
  creditor_account text not null,
  amount_minor numeric(38, 0) not null check (amount_minor > 0),
  currency text not null,
  reference text not null,
  charge_bearer text not null,
  instant boolean not null,
  purpose text,
  frequency text not null check (frequency in ('ONCE', 'WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY')),
  start_on date not null,
  end_on date,
  times integer check (times > 0),
  rest_days text not null check (rest_days in ('BEFORE', 'AFTER')),
  -- The next occurrence; null once there is none.
  next_position integer not null,
  next_due_on date,
  -- By the bank's calendar: when a payment for which there was too little money is tried again.
  retry_at timestamptz,
  check ((state = 'ACTIVE') <= (next_due_on is not null)),
  check ((state in ('SUSPENDED', 'ENDED')) = (reason is not null))
);
create index on orders.standing_order (client_id, id desc);
create index on orders.standing_order (next_due_on) where state = 'ACTIVE';

create table orders.run (
  order_id uuid not null references orders.standing_order,
  due_on date not null,
  state text not null check (state in ('SENT', 'WAITING', 'MISSED', 'SKIPPED')),
  at timestamptz not null,
  payment_id uuid unique,
  primary key (order_id, due_on),
  check ((state = 'SENT') = (payment_id is not null))
);

create table orders.kept_form (
  id uuid primary key,
  client_id uuid not null,
  kind text not null check (kind in ('DRAFT', 'TEMPLATE')),
  name text not null,
  -- As it was typed, by the names of the contract.
  form jsonb not null,
  saved_by text not null,
  updated_at timestamptz not null
);
create index on orders.kept_form (client_id, kind, id desc);
