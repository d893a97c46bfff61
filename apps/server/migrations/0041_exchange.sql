-- Exchange between a client's own accounts: prices quoted for a while, each executed once at most, and what a payment's other
-- side was.

create schema exchange;

create table exchange.quote (
  id uuid not null,
  client_id uuid not null,
  from_account_id uuid not null,
  to_account_id uuid not null,
  sell_currency text not null,
  sell_minor numeric(38, 0) not null check (sell_minor > 0),
  buy_currency text not null,
  buy_minor numeric(38, 0) not null check (buy_minor > 0),
  -- Units bought per unit sold, as decimal text: the amounts follow from it.
  rate text not null,
  mid_rate text not null,
  cost_minor numeric(38, 0) not null check (cost_minor >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  executed_at timestamptz,
  primary key (client_id, id)
);

-- Both sides of an exchange are payments; each says what the other one was.
create table payments.conversion (
  payment_id uuid primary key,
  counterpart_id uuid not null,
  rate text not null,
  counter_currency text not null,
  counter_amount_minor numeric(38, 0) not null check (counter_amount_minor > 0)
);

-- What a client exchanges is neither money in nor money out; like transfers between own accounts (0024) it is found by indexes
-- that hold nothing else. The other account of each leg is the bank's.
create index transfers_exchanged_out on ledger.transfers (debit_account_id, at) where code = 'exchange';
create index transfers_exchanged_in on ledger.transfers (credit_account_id, at) where code = 'exchange';
