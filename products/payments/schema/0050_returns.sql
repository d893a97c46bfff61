-- What other banks send back, and what arrives for nobody.
--
-- A return brings the money of an executed payment back, sometimes weeks later: the payment keeps its status, the credit is a
-- payment of its own. A credit that no open account of ours can take lies on the bank's suspense account until somebody at the
-- desk gives it to an account or sends it back.

-- One return for a payment, however often it is reported.
create table payments.returned (
  payment_id uuid primary key,
  -- The payment that brought the money back; null while it lies in suspense.
  credit_id uuid unique,
  -- Why the other bank sent it back.
  reason text not null,
  at timestamptz not null
);

create table payments.suspense (
  -- The ledger's transfer onto the suspense account.
  id uuid primary key,
  cause text not null check (cause in ('account_unknown', 'account_closed', 'other_currency')),
  rail_reference text not null unique,
  scheme text not null,
  creditor_account text not null,
  currency text not null,
  amount_minor numeric(38, 0) not null check (amount_minor > 0),
  debtor_name text not null,
  debtor_account text not null,
  debtor_country text,
  reference text not null,
  end_to_end_id text not null,
  -- The payment of ours that came back, when that is what the credit is.
  return_of uuid,
  arrived_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'assigned', 'sent_back')),
  decided_at timestamptz
);
create index suspense_waiting on payments.suspense (id) where state = 'waiting';
