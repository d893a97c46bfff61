-- A message that somebody waits for, such as a code, is useless after a time of its own. While a carrier is away its messages are parked,
-- without a job each; one job looks for it and releases them all.
alter table outbox.message
  add column expires_at timestamptz,
  add column parked_at timestamptz,
  add column tries smallint not null default 0;

comment on column outbox.message.expires_at is 'Not delivered after this; null for news, which is told for a day. What has one is somebody''s code or link.';
comment on column outbox.message.parked_at is 'Since when it waits for its carrier.';
comment on column outbox.message.tries is 'How often its carrier could not be reached with it. One that the carrier does not survive stands behind the others.';

create index message_parked on outbox.message (channel, tries, (expires_at is null), parked_at) where parked_at is not null;

create table outbox.outage (
  channel text primary key check (channel in ('email', 'sms', 'push')),
  since timestamptz not null default now()
);
