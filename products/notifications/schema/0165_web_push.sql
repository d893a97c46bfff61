-- Notifications that browsers show while the portal is closed (Web Push, RFC 8030).
--
-- A *subscription* is a browser's address at its maker's push service, with the keys that only the browser can open messages with
-- (RFC 8291). It belongs to a person and ends with the session it was made in, unless that only timed out. Messages wait in the outbox
-- as emails and SMS do.

create table notifications.push_subscription (
  id uuid primary key,
  person_id uuid not null,
  -- The session that last showed itself in this browser.
  session_id uuid not null,
  -- A foreign address, and a capability: it is shown to no one.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- Public key (P-256, uncompressed) and secret of the browser.
  public_key bytea not null check (length(public_key) = 65),
  secret bytea not null check (length(secret) = 16),
  -- From the User-Agent, to be recognised.
  user_agent text not null,
  -- Whether its messages may say amounts and names.
  details boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index on notifications.push_subscription (person_id);
create index on notifications.push_subscription (last_used_at);

-- The key that our messages are signed with (VAPID, RFC 8292), sealed. Made at its first use, the same for all servers.
create table notifications.push_key (
  one boolean primary key default true check (one),
  sealed bytea not null
);

-- Null: the bank's default.
alter table notifications.preference add column push boolean;

alter table outbox.message drop constraint message_channel_check,
  add constraint message_channel_check check (channel in ('email', 'sms', 'push'));

-- A session that ended by itself is not a sign-out: the browser stays the person's.
alter table identity.session drop constraint session_end_reason_check,
  add constraint session_end_reason_check check (end_reason in
    ('logout', 'timed_out', 'refresh_reused', 'signed_out_elsewhere', 'device_forgotten', 'password_changed', 'password_reset', 'frozen',
     'contact_undone', 'switched', 'membership_ended'));
