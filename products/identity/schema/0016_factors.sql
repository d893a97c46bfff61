-- What a person confirms with besides codes by message: passkeys, an authenticator app, recovery codes. And wrong codes,
-- counted per person over everything that is confirmed.

-- Which codes by message are on, and what is asked for first (null: the strongest). Replaces the one channel of before.
alter table identity.person
  add column email_codes boolean not null default true,
  add column sms_codes boolean not null default false,
  add column preferred_method text check (preferred_method in ('passkey', 'totp', 'sms', 'email'));
update identity.person set sms_codes = true, preferred_method = 'sms' where code_channel = 'sms';
alter table identity.person add check (not sms_codes or phone is not null);

-- One authenticator app per person. The secret is sealed with the server's key; a code of a step that was used, or of one
-- before it, never works again.
create table identity.totp (
  id uuid primary key,
  person_id uuid not null unique references identity.person on delete cascade,
  name text not null,
  secret bytea not null,
  last_step bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

-- Public keys only: the private one never leaves the authenticator.
create table identity.passkey (
  id uuid primary key,
  person_id uuid not null references identity.person on delete cascade,
  name text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- What the authenticator counted at its last signature; always 0 for those that do not count.
  sign_count bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index on identity.passkey (person_id);

-- A factor that is being added: confirmed with an existing one, not yet proved itself. One of a kind per session.
create table identity.factor_enrolment (
  id uuid primary key,
  session_id uuid not null references identity.session on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  -- The app's sealed secret, or the challenge that the authenticator signs.
  secret bytea not null,
  expires_at timestamptz not null,
  unique (session_id, kind)
);

-- 80 random bits each, so a plain hash is enough.
create table identity.recovery_code (
  person_id uuid not null references identity.person on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

-- Wrong codes since the last right one. Locks grow; the last has no end ('infinity') but the bank's staff.
create table identity.wrong_code (
  person_id uuid primary key references identity.person on delete cascade,
  tries integer not null,
  locks integer not null default 0,
  locked_until timestamptz
);
-- They were counted among the other tries; a lock that stands goes on.
insert into identity.wrong_code (person_id, tries, locks, locked_until)
select p.id, t.tries, t.locks, t.locked_until from identity.throttle t join identity.person p on t.subject = 'codes:' || p.id;
delete from identity.throttle where subject like 'codes:%';

-- A challenge is confirmed in one way at a time, which the person may change.
alter table identity.challenge drop constraint challenge_channel_check;
alter table identity.challenge rename column channel to method;
alter table identity.challenge
  add check (method in ('passkey', 'totp', 'sms', 'email', 'recovery_code')),
  -- Whether a recovery code may stand in for a lost device.
  add column recovery_allowed boolean not null default false,
  -- HMAC of the proof that was right: the same proof confirms this challenge again until it is used, and no other.
  add column proof_hash bytea;
