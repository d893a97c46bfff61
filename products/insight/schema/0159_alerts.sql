-- Own alerts: thresholds of accounts and digests by email (schema alerts), and the hours in which a person is not disturbed.
create schema alerts;

-- The amount of an account at which a person is told. An account's entries are numbered without gaps and in the order of their commits, so the number of
-- the last one that was judged is all that has to be remembered.
create table alerts.threshold (
  id uuid primary key,
  client_id uuid not null,
  person_id uuid not null,
  account_id uuid not null,
  kind text not null check (kind in ('LOW_BALANCE', 'LARGE_IN', 'LARGE_OUT')),
  amount_minor numeric(38,0) not null check (amount_minor > 0),
  -- The last entry of the account that was judged.
  judged_seq bigint not null,
  -- Of LOW_BALANCE: the person was told, or the balance was already lower when they set it; null while the balance is at the amount or above.
  low_since timestamptz,
  check (low_since is null or kind = 'LOW_BALANCE')
);
create unique index threshold_of_person on alerts.threshold (client_id, person_id, account_id, kind);

-- A person's digest of one client.
create table alerts.digest (
  client_id uuid not null,
  person_id uuid not null,
  frequency text not null check (frequency in ('DAILY', 'WEEKLY')),
  -- ISO 8601, Monday is 1. Of WEEKLY.
  weekday smallint check (weekday between 1 and 7),
  hour smallint not null check (hour between 0 and 23),
  time_zone text not null,
  -- What happened before is in an earlier digest.
  covered_to timestamptz not null,
  -- By account: the totals of what had come in and gone out, in minor units.
  covered jsonb not null,
  -- When the next one is due, by the bank's calendar.
  due_at timestamptz not null,
  primary key (client_id, person_id),
  check ((frequency = 'WEEKLY') = (weekday is not null))
);
create index digest_due on alerts.digest (due_at);

-- A person without a row has no quiet hours. Wall-clock times in minutes after midnight; the end may be on the next day.
create table notifications.quiet_hours (
  person_id uuid primary key,
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute smallint not null check (to_minute between 0 and 1439),
  time_zone text not null,
  holds_email boolean not null,
  check (from_minute <> to_minute)
);

-- Messages that wait for the end of a person's quiet hours.
create table notifications.held (
  person_id uuid not null,
  notification_id uuid not null,
  channel text not null check (channel in ('sms', 'email')),
  -- The message, in one line.
  text text not null,
  held_at timestamptz not null,
  primary key (person_id, notification_id, channel)
);
