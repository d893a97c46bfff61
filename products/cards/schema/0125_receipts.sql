-- Receipts of transactions, and when a client asks for those of card payments. The files are the documents module's.

create table transactions.receipt (
  document_id uuid primary key,
  transaction_id uuid not null,
  attached_by uuid not null,
  attached_at timestamptz not null
);
create index receipt_by_transaction on transactions.receipt (transaction_id);

-- A client without a row asks for none.
create table cards.receipt_rule (
  client_id uuid primary key,
  ask text not null check (ask in ('NEVER', 'ABOVE', 'ALWAYS')),
  above_minor numeric(38,0) check (above_minor >= 0),
  -- A receipt is needed for payments from this moment on: when the client began to ask.
  asked_since timestamptz not null,
  lock_after_days integer check (lock_after_days between 1 and 30),
  -- The days before a card is locked start here at the earliest, so that a stricter rule locks nothing at once.
  counted_from date not null,
  check ((ask = 'ABOVE') = (above_minor is not null)),
  check (ask <> 'NEVER' or lock_after_days is null)
);

alter table cards.authorization
  -- The client asked for receipts when it was paid. Whether one is missing follows from the rule and what was collected.
  add column receipt_asked boolean not null default false,
  add column receipt_count integer not null default 0 check (receipt_count >= 0),
  -- Notices about it that were sent: 0, 1 (a day after the payment), 2 (a day before the lock).
  add column receipt_notices integer not null default 0;
create index authorization_without_receipt on cards.authorization (account_id, id desc) where receipt_asked and receipt_count = 0;
create index card_without_receipts on cards.card (id) where lock = 'receipts_missing';
