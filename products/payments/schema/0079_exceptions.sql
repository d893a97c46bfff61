-- Reports that contradict what is booked, until somebody at the desk has decided.
--
-- Nothing is booked when one is listed. `unbooked_minor` is what our account at the bank lost without our books knowing of it (negative:
-- gained); `credit` is a credit that may have to be booked. Who decided and why is in platform.audit.

create table payments.exception (
  id uuid primary key,
  kind text not null check (kind in ('credit_differs', 'credit_reversed', 'debit_differs', 'debit_repeated', 'debit_replaced',
    'debit_unknown', 'details_late', 'rejected_after_settlement', 'report_unknown', 'settled_unexpectedly')),
  -- SHA-256 of the facts by which it is the same one when it is reported again.
  fingerprint bytea not null unique,
  payment_id uuid,
  client_id uuid,
  facts jsonb not null,
  currency text,
  unbooked_minor numeric(38, 0),
  credit jsonb,
  since timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected')),
  decided_at timestamptz,
  check ((currency is null) = (unbooked_minor is null))
);
create index exception_waiting on payments.exception (id) where state = 'waiting';
