-- How people come to a company and how its boss's role changes hands.
--
-- An invitation belongs to an address: its mailed link is worth something only to who reads that mailbox. Of the link only the
-- SHA-256 is kept, one at a time; mailed again, the one before is dead. Whose membership came of it is written down, the
-- membership itself is identity's.

create schema if not exists companies;

create table companies.invitation (
  id uuid primary key,
  client_id uuid not null,
  invited_by uuid not null,
  -- Names as they were then: a person may leave, the record stays readable.
  invited_by_name text not null,
  email text not null,
  -- The e-mail as it is compared: NFKC, lower case.
  email_key text not null,
  -- Right by right, as the matrix names them.
  rights jsonb not null,
  -- The membership's end, where it is to have one.
  member_valid_until timestamptz,
  token_hash bytea not null unique,
  state text not null default 'OPEN' check (state in ('OPEN', 'ACCEPTED', 'WITHDRAWN')),
  sends integer not null default 1,
  created_at timestamptz not null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_by uuid,
  check ((state = 'ACCEPTED') = (accepted_by is not null))
);
create index on companies.invitation (client_id, id desc);
create unique index one_open_invitation on companies.invitation (client_id, email_key) where state = 'OPEN';

-- The texted code that proves an invited stranger's telephone, one at a time. The code itself is derived from id and number of
-- sends and stored nowhere; another telephone is another id.
create table companies.invitation_code (
  invitation_id uuid primary key references companies.invitation on delete cascade,
  id uuid not null,
  phone text not null,
  sends integer not null default 1,
  sent_at timestamptz not null default now(),
  tries integer not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null
);

-- The boss's role, offered to a colleague: it changes hands when that person accepts.
create table companies.handover (
  id uuid primary key,
  client_id uuid not null,
  from_person uuid not null,
  from_name text not null,
  to_person uuid not null check (to_person <> from_person),
  to_name text not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'ACCEPTED', 'ENDED')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index on companies.handover (client_id, id desc);
-- One offer of a boss at a time: a newer one takes the place of the older.
create unique index one_open_handover on companies.handover (client_id, from_person) where state = 'OPEN';
