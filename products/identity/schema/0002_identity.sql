-- Who may act, for whom, and how that was proved.
--
-- A *person* is a human being with credentials; a *client* is a profile with a relation to the bank (the person's own or
-- a company). A *membership* says which person may act for which client, with which rights. A *session* is one signed-in
-- browser: it names both, so that every later record knows the human and the profile. Secrets are never stored: tokens,
-- cookies and tickets only as SHA-256, passwords as argon2id, codes not at all (they are derived, see code_key).
-- All times that decide (expiry, idleness, locks) are compared with the database's own clock.

create schema identity;

create table identity.person (
  id uuid primary key,
  email text not null,
  -- The e-mail as it is compared: NFKC, lower case.
  email_key text not null unique,
  phone text,
  password_hash text not null,
  -- Staff sign in at the admin panel, never here.
  admin_role text check (admin_role in ('FINADMIN', 'AMLADMIN', 'SUPPORTADMIN', 'SUPERADMIN', 'HISTORYADMIN')),
  code_channel text not null default 'email' check (code_channel in ('email', 'sms')),
  created_at timestamptz not null,
  check (code_channel = 'email' or phone is not null)
);

create sequence identity.client_number start 10000001;

create table identity.client (
  id uuid primary key,
  number bigint not null unique default nextval('identity.client_number'),
  -- The person whose own profile this is; null for a company. Sign-in with the client number finds the person by it.
  holder_id uuid unique references identity.person,
  first_name text,
  last_name text,
  company_name text,
  state text not null check (state in ('DRAFT', 'EMAIL_CONFIRMED', 'SMS_CONFIRMED', 'CREATED', 'KYC_DECLINED', 'ACTIVE', 'BLOCKED', 'CLOSED')),
  grade text,
  citizenship text,
  residence text,
  account_type text,
  role text not null check (role in ('INDIVIDUAL', 'LEGAL')),
  address_line1 text,
  address_line2 text,
  address_post_code text,
  address_town text,
  address_country text,
  created_at timestamptz not null,
  check ((role = 'LEGAL') = (company_name is not null)),
  check (role = 'LEGAL' or holder_id is not null)
);

create table identity.membership (
  person_id uuid not null references identity.person,
  client_id uuid not null references identity.client,
  is_boss boolean not null,
  can_request_trans boolean not null,
  can_create_benef boolean not null,
  can_plast_view boolean not null,
  can_plast_perform boolean not null,
  primary key (person_id, client_id)
);
create index on identity.membership (client_id);

create table identity.terms_acceptance (
  client_id uuid not null references identity.client,
  product text not null,
  version text not null,
  person_id uuid not null references identity.person,
  accepted_at timestamptz not null,
  primary key (client_id, product, version)
);

-- Browsers that proved themselves once for a person. One cookie may know several persons.
create table identity.device (
  token_hash bytea not null,
  person_id uuid not null references identity.person,
  expires_at timestamptz not null,
  primary key (token_hash, person_id)
);

create table identity.session (
  id uuid primary key,
  person_id uuid not null references identity.person,
  client_id uuid not null references identity.client,
  remembered boolean not null,
  created_at timestamptz not null default now(),
  -- Written at most every 30 seconds; what the idle timeout looks at.
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('logout', 'refresh_reused')),
  ip text not null,
  user_agent text not null,
  check ((ended_at is null) = (end_reason is null))
);
create index on identity.session (person_id);

create table identity.access_token (
  token_hash bytea primary key,
  session_id uuid not null references identity.session,
  expires_at timestamptz not null
);
create index on identity.access_token (session_id);

-- The cookies of a session, old ones kept while it lives: one that comes again after it was used is a theft or a retry.
create table identity.refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references identity.session,
  used_at timestamptz
);
create index on identity.refresh_token (session_id);

create table identity.live_ticket (
  ticket_hash bytea primary key,
  session_id uuid not null references identity.session,
  expires_at timestamptz not null
);

-- A code that was asked for: what exactly it confirms, and how often it was tried. Bound to a session or, at sign-in
-- from an unknown browser, to the cookie given to that browser.
create table identity.challenge (
  id uuid primary key,
  person_id uuid not null references identity.person,
  client_id uuid not null references identity.client,
  session_id uuid references identity.session,
  device_hash bytea,
  endpoint_id text not null,
  request_hash text not null,
  -- What the request alone does not show: version of the payee's bank details, price, fee.
  snapshot text not null,
  channel text not null check (channel in ('email', 'sms')),
  sent_to text not null,
  summary text not null,
  locale text not null check (locale in ('en', 'ru')),
  -- How many codes were sent for it; each is another code, only the last is valid.
  sends integer not null default 1,
  sent_at timestamptz not null default now(),
  tries integer not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((session_id is null) <> (device_hash is null))
);
-- One live challenge per request: asking again neither doubles it nor resets its tries.
create unique index challenge_of_session on identity.challenge (session_id, request_hash) where used_at is null and session_id is not null;
create unique index challenge_of_device on identity.challenge (device_hash, person_id, request_hash) where used_at is null and device_hash is not null;

-- The key that codes are derived with: code = HMAC-SHA-256(key, challenge id and send number), as RFC 4226 does.
create table identity.code_key (
  only_one boolean primary key default true check (only_one),
  key bytea not null
);
-- gen_random_uuid draws from the server's strong random source: twice 122 bits.
insert into identity.code_key (key)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Tries counted before they are evaluated, by subject (account, device, address, codes of a person).
create table identity.throttle (
  subject text primary key,
  tries integer not null,
  -- Locks in a row; each is twice as long as the last.
  locks integer not null,
  locked_until timestamptz,
  last_at timestamptz not null
);

create table identity.sign_in (
  id uuid primary key,
  at timestamptz not null,
  -- Null when nobody by that name exists; what was typed is not kept, it may be a password.
  person_id uuid references identity.person,
  session_id uuid references identity.session,
  outcome text not null check (outcome in ('signed_in', 'bad_credentials', 'admin_refused', 'locked', 'code_sent', 'code_wrong', 'codes_locked')),
  ip text not null,
  user_agent text not null
);
create index on identity.sign_in (person_id, at desc);

create function identity.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'identity.% is append-only', tg_table_name;
end $$;
create trigger append_only before update or delete or truncate on identity.sign_in
  for each statement execute function identity.refuse_change();
create trigger append_only before update or delete or truncate on identity.terms_acceptance
  for each statement execute function identity.refuse_change();

-- What leaves by e-mail or SMS, in the transaction that decided it. The sandbox's mailbox: nothing else in the database
-- holds the text of a message, and no other place holds a code.
create schema outbox;
create table outbox.message (
  id uuid primary key,
  at timestamptz not null,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text,
  text text not null
);
create index on outbox.message (at desc);
