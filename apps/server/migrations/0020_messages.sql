-- What the bank says to people, and by which way.
--
-- A row of `outbox.message` is written by the transaction that decides it. The sandbox leaves it there to be read; a real
-- carrier hands it over, after which nothing of it stays but that it was sent: a mail or SMS may hold a code.
--
-- A *notification* is one line in the portal's list of one person. Its texts are made where it is read, in the reader's language,
-- from kind and params. A *preference* is a choice that differs from what the bank does by itself.

-- An e-mail's parts as they are rendered (providers/email); null for an SMS.
alter table outbox.message add column email jsonb;
-- When a carrier took it or gave it up; null while it waits and in the sandbox.
alter table outbox.message add column settled_at timestamptz;
-- Why it was given up.
alter table outbox.message add column failure text;
alter table outbox.message add check (settled_at is null or (text = '' and email is null));
alter table outbox.message add check (failure is null or settled_at is not null);
create index on outbox.message (recipient, id);

create schema notifications;

create table notifications.notification (
  -- One event has one id, whoever is told of it: told twice is told once.
  id uuid not null,
  person_id uuid not null,
  -- The profile it concerns; null for what concerns the person behind all of them.
  client_id uuid,
  kind text not null,
  params jsonb not null,
  -- What it leads to: a payment.
  subject_id uuid,
  -- Whether it stands in the portal's list; false when the person wants it by other ways only.
  listed boolean not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (person_id, id)
);
create index notification_unread on notifications.notification (person_id, id) where listed and read_at is null;
create index on notifications.notification (created_at);

create table notifications.preference (
  person_id uuid not null,
  topic text not null,
  portal boolean not null,
  email boolean not null,
  sms boolean not null,
  primary key (person_id, topic)
);
