-- Paying a payout: who confirmed it and for when, the sums that are held for it, and what became of each row. A transaction names the payout that
-- it came from.

alter table payouts.payout
  add column mode text check (mode in ('ALL', 'READY')),
  add column pay_on date,
  add column confirmed_by uuid,
  add column confirmed_at timestamptz,
  -- Whether the confirmation met cooling-off, which counted it.
  add column cooling_off_kept boolean not null default false,
  -- The payout whose unpaid rows this one has.
  add column repeat_of uuid;

create table payouts.hold (
  payout_id uuid not null references payouts.payout (id) on delete cascade,
  debtor_account_id uuid not null,
  -- The ledger's reservation.
  reservation_id uuid not null,
  currency text not null,
  amount_minor numeric(38) not null check (amount_minor > 0),
  primary key (payout_id, debtor_account_id)
);

alter table payouts.row
  -- Both are written with the payment, in one transaction.
  add column payment_id uuid,
  -- Why no payment was made of it: the code of a problem or of a field's problem, and the values of its sentence.
  add column refusal jsonb;
create index row_unpaid on payouts.row (payout_id, position) where payment_id is null and refusal is null and not has_fault;

alter table transactions.transaction add column payout_id uuid;
create index transaction_by_payout on transactions.transaction (payout_id, id) where payout_id is not null;

alter table approvals.request drop constraint request_kind_check;
alter table approvals.request add constraint request_kind_check check (kind in ('payment', 'payout', 'payee', 'people', 'policy'));
