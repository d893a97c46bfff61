-- The rails' own memory.
--
-- The sandbox rail keeps what its outside world will do later: what a tester has put off, and money that comes back days after.
-- The file rail keeps every instruction it was given, the batch each left in, and which files and entries it has read: from this a
-- server that was killed at any instant goes on without losing one or sending one twice.

create schema rail;

create table rail.sandbox_plan (
  payment_id uuid primary key,
  outcome text not null check (outcome in ('settled', 'returned')),
  -- Why it is sent back, and how much of it.
  reason text,
  amount_minor numeric(38, 0),
  -- By the bank's calendar, which a tester may move on.
  due_at timestamptz not null
);
create index sandbox_plan_due on rail.sandbox_plan (due_at);

-- One pain.001 file: one scheme, one currency. Its name and its MsgId come from its id, its bytes from what is stored here.
create table rail.batch (
  id uuid primary key,
  scheme text not null,
  currency text not null,
  created_at timestamptz not null,
  -- The bytes lie under a temporary name: from now on a missing temporary file means that it was renamed.
  prepared_at timestamptz,
  written_at timestamptz
);

create table rail.instruction (
  -- InstrId: one payment may be instructed twice, as an instant one and then as an ordinary one.
  id uuid primary key,
  payment_id uuid not null,
  scheme text not null,
  currency text not null,
  instruction jsonb not null,
  batch_id uuid references rail.batch (id)
);
create index instruction_waiting on rail.instruction (scheme, currency, id) where batch_id is null;
create index instruction_by_batch on rail.instruction (batch_id, id);
create index instruction_by_payment on rail.instruction (payment_id, id);

-- A file from outside, by the SHA-256 of its bytes: read once, under whatever name it comes again.
create table rail.inbox_file (
  hash bytea primary key,
  name text not null,
  message text not null,
  read_at timestamptz not null,
  reports integer not null,
  credits integer not null
);
