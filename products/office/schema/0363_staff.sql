-- serves: 0360
-- The bank's own people, who are no clients: how they sign in, their roles, what one proposes and another approves, and who works on which item.
create schema staff;

create table staff.person (
  id uuid primary key,
  name text not null,
  email text not null,
  -- The address in the form in which addresses are compared.
  email_key text not null unique,
  -- Null until the invitation is accepted.
  password_hash text,
  state text not null check (state in ('INVITED', 'ACTIVE', 'SUSPENDED', 'LEFT')),
  created_at timestamptz not null,
  -- Increases with every change of state or roles.
  version integer not null default 1,
  check (password_hash is not null or state in ('INVITED', 'LEFT', 'SUSPENDED'))
);

-- A role that a person has or had.
create table staff.role (
  person_id uuid not null references staff.person,
  role text not null check (role in ('SUPPORT', 'FIN', 'AML', 'HISTORY', 'SUPER')),
  since timestamptz not null,
  until timestamptz,
  -- What gave it; null for the first people, whom the operator adds.
  proposal_id uuid,
  primary key (person_id, role, since)
);
create unique index role_now on staff.role (person_id, role) where until is null;

-- The authenticator app of a person, sealed.
create table staff.totp (
  id uuid primary key,
  person_id uuid not null unique references staff.person,
  secret bytea not null,
  last_step bigint not null
);

-- Links that were not used yet; only hashes of them are kept.
create table staff.invitation (
  id uuid primary key,
  person_id uuid not null unique references staff.person,
  token_hash bytea not null unique,
  -- The secret of the app that accepts it, sealed.
  secret bytea not null,
  until timestamptz not null
);
create index invitation_by_end on staff.invitation (until);

-- Sign-ins whose password was right and whose code is missing.
create table staff.sign_in (
  token_hash bytea primary key,
  person_id uuid not null references staff.person,
  until timestamptz not null
);
create index sign_in_by_end on staff.sign_in (until);

create table staff.session (
  id uuid primary key,
  person_id uuid not null references staff.person,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When the second factor was last proved.
  factor_at timestamptz not null,
  ended_at timestamptz
);
create index session_by_person on staff.session (person_id) where ended_at is null;
create index session_by_age on staff.session (created_at);

-- What one person proposes and another carries out. A proposal that waits is the only one about its subject.
create table staff.proposal (
  id uuid primary key,
  act text not null,
  subject_id uuid not null,
  subject text not null,
  content jsonb not null,
  -- What the checker sees: names of values, before and after.
  changes jsonb not null,
  -- SHA-256 of all of that.
  seen text not null,
  reason text not null,
  maker_id uuid not null references staff.person,
  created_at timestamptz not null,
  until timestamptz not null,
  state text not null check (state in ('WAITING', 'DONE', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'VOIDED')),
  checker_id uuid references staff.person,
  decided_at timestamptz,
  comment text,
  check (checker_id <> maker_id),
  check ((state = 'WAITING') = (decided_at is null)),
  check ((state in ('DONE', 'REJECTED')) <= (checker_id is not null))
);
create unique index proposal_waiting on staff.proposal (subject_id) where state = 'WAITING';
create index proposal_over on staff.proposal (id desc) where state <> 'WAITING';

-- Who works on an item of a queue.
create table staff.claim (
  queue text not null,
  item_id uuid not null,
  person_id uuid not null references staff.person,
  at timestamptz not null,
  primary key (queue, item_id)
);
create index claim_by_person on staff.claim (person_id);
