-- Strangers become clients.
--
-- An address belongs to whoever *confirms* it. Anybody may register with any address, so several drafts may share one and
-- registration need not say whether it is known; of those who confirm it, one person gets it. What a stranger enters is an
-- *application*, kept until it is confirmed or, unconfirmed, forgotten after 30 days. The history of sign-ins outlives the
-- drafts it speaks of, as the audit record does, so it no longer refers to them.

alter table identity.person add column email_confirmed_at timestamptz;
update identity.person set email_confirmed_at = created_at;
alter table identity.person drop constraint person_email_key_key;
create unique index person_confirmed_email on identity.person (email_key) where email_confirmed_at is not null;
create index on identity.person (email_key, id);

-- Who opened a company's profile: the client whose holder did.
alter table identity.client add column creator_id uuid references identity.client;
create index on identity.client (creator_id) where creator_id is not null;

-- What goes when a draft is forgotten must be found without reading everybody's.
alter table identity.challenge drop constraint challenge_client_id_fkey;
alter table identity.challenge drop constraint challenge_session_id_fkey;
create index on identity.challenge (person_id);
create index on identity.device (person_id);
create index on identity.session (client_id);
create index on identity.terms_acceptance (person_id);
alter table identity.sign_in drop constraint sign_in_person_id_fkey;
alter table identity.sign_in drop constraint sign_in_session_id_fkey;

create schema onboarding;

create table onboarding.application (
  client_id uuid primary key,
  person_id uuid not null,
  kind text not null check (kind in ('individual', 'company')),
  first_name text,
  last_name text,
  date_of_birth date,
  citizenship text,
  residence text,
  company_name text,
  company_registration_number text,
  company_country text,
  account_type text check (account_type in ('personal', 'business')),
  card_type text check (card_type in ('none', 'virtual', 'plastic')),
  address_line1 text,
  address_line2 text,
  address_post_code text,
  address_town text,
  address_country text,
  -- Terms and fees; the end of what is entered.
  terms_accepted_at timestamptz,
  -- The provider wants to see better documents.
  identity_retry boolean not null default false,
  created_at timestamptz not null,
  check (kind = 'company' or company_name is null)
);

-- The code that proves an e-mail or a telephone, one at a time for each. The code itself is derived from id and number of
-- sends and stored nowhere.
create table onboarding.contact_code (
  id uuid primary key,
  client_id uuid not null references onboarding.application on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  sends integer not null default 1,
  sent_at timestamptz not null default now(),
  tries integer not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  unique (client_id, channel)
);

-- Mailed links: SHA-256 of the token, and for which address it was.
create table onboarding.email_link (
  token_hash bytea primary key,
  client_id uuid not null references onboarding.application on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index on onboarding.email_link (client_id);
