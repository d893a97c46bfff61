-- Bulk payouts: many payments from one file. The file is kept in parts until its rows were checked and changed; the rows are written by the
-- job that reads it, under the number of its run, so that a run that was thought dead writes nothing beside a later one.

create schema payouts;

create sequence payouts.number start 1;

create table payouts.payout (
  id uuid primary key,
  client_id uuid not null,
  number text not null unique,
  name text not null,
  file_name text not null,
  status text not null check (status in
    ('READING', 'MAPPING', 'DRAFT', 'WAITING', 'SCHEDULED', 'PAYING', 'DONE', 'CANCELED', 'UNREADABLE')),
  -- Which bytes were uploaded last, and their SHA-256 in hexadecimal.
  upload_id uuid,
  sha256 text,
  -- What the file is, how it is to be read, and why it was refused.
  file jsonb,
  options jsonb not null default '{}',
  refusal jsonb,
  -- The grid's columns, and the decimal sign of its amounts.
  columns text[] not null default '{}',
  decimal_sign text check (decimal_sign in ('.', ',')),
  -- Counted from the rows after every change.
  summary jsonb not null,
  faults jsonb not null default '[]',
  warnings jsonb not null default '[]',
  -- Counts the runs of the job that reads and checks.
  run integer not null default 0,
  progress jsonb,
  created_by uuid not null,
  created_by_name text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payout_open on payouts.payout (client_id, id desc)
  where status in ('READING', 'MAPPING', 'DRAFT', 'WAITING', 'SCHEDULED', 'PAYING');
create index payout_finished on payouts.payout (client_id, id desc)
  where status in ('DONE', 'CANCELED', 'UNREADABLE');
create index payout_by_upload on payouts.payout (upload_id) where upload_id is not null;
create index payout_by_file on payouts.payout (client_id, sha256);

create table payouts.file_part (
  upload_id uuid not null,
  number integer not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (upload_id, number)
);
create index file_part_by_age on payouts.file_part (created_at);
alter table payouts.file_part alter column bytes set storage external;

-- Rows are written under the lock of their payout, which is never deleted; a foreign key would be checked a hundred thousand times for a file.
create table payouts.row (
  payout_id uuid not null,
  position integer not null,
  line integer,
  version integer not null default 1,
  cells jsonb not null,
  -- Faults that the reader found in cells, by field, until the cell is changed; and amounts that a spreadsheet holds as numbers.
  read_faults jsonb,
  amount_is_number boolean not null default false,
  faults jsonb not null default '[]',
  warnings jsonb not null default '[]',
  -- What only other rows say: the row that has the same end-to-end id, and the one that pays the same. Both are the first of their kind.
  end_to_end_id text,
  same_id_as integer,
  payment_key bigint,
  same_payment_as integer,
  has_fault boolean not null generated always as (faults <> '[]' or same_id_as is not null) stored,
  has_warning boolean not null generated always as (warnings <> '[]' or same_payment_as is not null) stored,
  -- What it comes to.
  payee_id uuid,
  account text,
  amount_minor numeric(38),
  currency text,
  fee_minor numeric(38),
  scheme text,
  debtor_account_id uuid,
  due_on date,
  -- Cells that are searched, folded.
  search text not null,
  primary key (payout_id, position)
);
create index row_by_end_to_end_id on payouts.row (payout_id, end_to_end_id) where end_to_end_id is not null;
create index row_by_payment on payouts.row (payout_id, payment_key) where payment_key is not null;

-- What a client said that columns hold, by their headings.
create table payouts.mapping (
  client_id uuid not null,
  headings text not null,
  columns text[] not null,
  decimal_sign text,
  used_at timestamptz not null,
  primary key (client_id, headings)
);
create index mapping_by_use on payouts.mapping (used_at);
