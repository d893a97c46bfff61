-- A message that somebody waits for, such as a code, is useless after a time of its own. While a carrier is away its messages are parked,
-- without a job each; one job looks for it and releases them all.
alter table outbox.message
  add column expires_at timestamptz,
  add column parked boolean not null default false;

comment on column outbox.message.expires_at is 'Not delivered after this; null for news, which is told for a day. What has one is somebody''s code or link.';

create index message_parked on outbox.message (channel, id) where parked;

create table outbox.outage (
  channel text primary key check (channel in ('email', 'sms', 'push')),
  since timestamptz not null default now()
);
