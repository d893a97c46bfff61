-- Checking and correcting payouts. New payees are told apart by account, bank code and currency: two banks may give out the same account number. Long
-- repairs run as a job, and each repair can be undone from the cells as they were before it. Names of new payees are compared in the background.

alter table payouts.row
  -- The account and currency that are to become a payee; null where the payee is saved or none is needed.
  add column new_payee text,
  -- The account that the payee's name is still to be compared with.
  add column name_check_of text;

update payouts.row as row
set new_payee = case when account ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,}$' then account else
    upper(regexp_replace(coalesce(cells ->> 'sortCode', cells ->> 'routingNumber', cells ->> 'bic', ''), '[\s-]', '', 'g')) || ':' || account
  end || ' ' || currency
from payouts.payout
where payout.id = row.payout_id and payout.status in ('DRAFT', 'WAITING') and row.payee_id is null and row.scheme <> 'INTERNAL';

alter table payouts.payout
  -- Counts up when the background has changed remarks of rows, which keep their versions.
  add column remarks_version integer not null default 0,
  drop constraint payout_status_check,
  add constraint payout_status_check check (status in
    ('READING', 'MAPPING', 'DRAFT', 'REPAIRING', 'WAITING', 'SCHEDULED', 'PAYING', 'DONE', 'CANCELED', 'UNREADABLE'));

drop index payouts.payout_open;
create index payout_open on payouts.payout (client_id, id desc)
  where status in ('READING', 'MAPPING', 'DRAFT', 'REPAIRING', 'WAITING', 'SCHEDULED', 'PAYING');

create table payouts.repair (
  id uuid primary key,
  payout_id uuid not null references payouts.payout (id) on delete cascade,
  -- What was asked for; of an undo the repair that it takes back.
  input jsonb not null,
  undoes uuid,
  state text not null check (state in ('RUNNING', 'DONE', 'CANCELED')),
  -- The position that is looked at next, and the value above it that `fill` copies.
  next integer not null,
  above text,
  -- Rows changed, and rows that an undo left because their cells had changed since: how many, and the first of them.
  rows integer not null default 0,
  left_count integer not null default 0,
  left_positions integer[] not null default '{}',
  undone boolean not null default false,
  created_by_name text not null,
  created_at timestamptz not null
);
create index repair_by_payout on payouts.repair (payout_id, id desc);

-- What a repair changed of a row, or the row that it removed.
create table payouts.repaired_row (
  repair_id uuid not null references payouts.repair (id) on delete cascade,
  position integer not null,
  before jsonb not null,
  -- Null: the row was removed.
  after jsonb,
  primary key (repair_id, position)
);

-- Which rows are faulty is asked after every change of someone else.
create index row_faulty on payouts.row (payout_id, position) where has_fault;
