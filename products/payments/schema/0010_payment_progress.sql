-- What a payment goes through at one moment is one row, and a step changes the end of the payment's row.
--
-- Screening and hand-over take four steps at once. A row for each, with its index entry, was a quarter of what a payment cost the
-- database; now the steps of one moment are lists in one row. `version` is the one that the last of them made.

create table payments.payment_progress (
  payment_id uuid not null,
  version integer not null,
  at timestamptz not null,
  actor text,
  statuses text[] not null check (cardinality(statuses) > 0),
  -- As many as statuses; null where a step needs no reason.
  reasons text[] not null,
  primary key (payment_id, version)
);

-- Steps that follow each other at one time and by one actor are one moment.
insert into payments.payment_progress (payment_id, version, at, actor, statuses, reasons)
select payment_id, max(seq), at, actor, array_agg(status order by seq), array_agg(reason order by seq)
from (
  select *, seq - row_number() over (partition by payment_id, at, actor order by seq) as moment
  from payments.payment_event
) as event
group by payment_id, at, actor, moment;

drop table payments.payment_event;

-- What changes in a payment's life (status, version, time) stands last: the log of an update holds a row from its first
-- changed column to its last, and these were at both ends.
alter table payments.payment rename to payment_before;

create table payments.payment (
  id uuid not null,
  number text not null,
  client_id uuid not null,
  account_id uuid not null,
  direction text not null check (direction in ('DEBIT', 'CREDIT')),
  scheme text not null check (scheme in ('SEPA', 'SWIFT', 'OWN', 'INTERNAL')),
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
  version integer not null check (version > 0),
  status text not null
  -- Room for the next version of every row of a group on its own page: the rows that screening writes a moment after they were
  -- inserted would else go to another page, and with each all its index entries.
) with (fillfactor = 50);

insert into payments.payment (
  id, number, client_id, account_id, direction, scheme, currency, amount_minor, fee_minor, reference, charge_bearer,
  end_to_end_id, beneficiary_id, debtor_name, debtor_account, creditor_name, creditor_account, creditor_agent_bic,
  creditor_agent_name, counterparty_country, account_name, creditor_account_id, idempotency_key, rail_reference, expected_on,
  created_at, updated_at, version, status
)
select
  id, number, client_id, account_id, direction, scheme, currency, amount_minor, fee_minor, reference, charge_bearer,
  end_to_end_id, beneficiary_id, debtor_name, debtor_account, creditor_name, creditor_account, creditor_agent_bic,
  creditor_agent_name, counterparty_country, account_name, creditor_account_id, idempotency_key, rail_reference, expected_on,
  created_at, updated_at, version, status
from payments.payment_before;

drop table payments.payment_before;

-- After the old table has left, so that they have its names. The lists: newest first over everything, within one account, one payee. A step touches none of them.
alter table payments.payment add primary key (id), add unique (number), add unique (client_id, idempotency_key);
create index payment_by_client on payments.payment (client_id, id desc);
create index payment_by_account on payments.payment (account_id, id desc);
create unique index payment_rail_reference on payments.payment (rail_reference) where rail_reference is not null;
create index payment_by_beneficiary on payments.payment (beneficiary_id, id desc) where beneficiary_id is not null;
