-- Bookkeeping: what a client writes beside a transaction (category and note), when it needs receipts, and saved exports.
create schema bookkeeping;

-- One row per transaction that has a category or a note. It keeps the transaction's payee, so that the next payment to the same payee finds its
-- category by an index.
create table bookkeeping.annotation (
  transaction_id uuid primary key,
  client_id uuid not null,
  direction text not null check (direction in ('DEBIT', 'CREDIT')),
  beneficiary_id uuid,
  -- The other side's account, else its folded name; prefixed by which of both.
  counterparty text not null,
  -- Learnt from a confidential payout: suggested only to those who see it.
  is_confidential boolean not null,
  -- Chosen by a person; never a suggestion.
  category text,
  categorised_at timestamptz,
  categorised_by uuid,
  note text check (char_length(note) between 1 and 500),
  noted_at timestamptz,
  noted_by uuid,
  check ((category is null) = (categorised_at is null) and (category is null) = (categorised_by is null)),
  check (note is null or (noted_at is not null and noted_by is not null))
);
create index annotation_by_payee on bookkeeping.annotation (beneficiary_id, direction, is_confidential, categorised_at desc, transaction_id desc)
  where category is not null and beneficiary_id is not null;
create index annotation_by_counterparty on bookkeeping.annotation (client_id, counterparty, direction, is_confidential, categorised_at desc, transaction_id desc)
  where category is not null;

-- A client without a row needs no receipts, apart from those that its cards ask for.
create table bookkeeping.receipt_rule (
  client_id uuid primary key,
  -- In euros.
  above_minor numeric(38,0) not null check (above_minor >= 0),
  counted_from date not null
);

create table bookkeeping.export_profile (
  id uuid primary key,
  client_id uuid not null,
  person_id uuid not null,
  name text not null,
  columns text[] not null check (cardinality(columns) > 0),
  format text not null check (format in ('csv', 'xlsx')),
  -- Empty: all accounts.
  account_ids uuid[] not null,
  period text not null check (period in ('LAST_MONTH', 'THIS_MONTH', 'LAST_QUARTER', 'THIS_QUARTER')),
  time_zone text not null,
  -- The next first of a month in that time zone; null: not mailed.
  mail_at timestamptz
);
create unique index export_profile_name on bookkeeping.export_profile (client_id, person_id, lower(name));
create index export_profile_due on bookkeeping.export_profile (mail_at) where mail_at is not null;
