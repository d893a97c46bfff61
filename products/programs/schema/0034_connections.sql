-- Connections: applications of others that clients let in by OAuth 2.1. A connection is what the protocol calls a grant: one
-- person's yes for one profile, some of its accounts, some scopes and a time. Everything else of the protocol (codes, tokens,
-- requests under way) is an artifact, kept by the SHA-256 of what its holder shows.

create schema connections;

create table connections.application (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 60),
  -- Who runs it, as the bank knows them.
  operator text not null check (char_length(operator) between 1 and 120),
  letter text not null check (char_length(letter) between 1 and 2),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  -- SHA-256 of its secret; null for one that cannot keep a secret.
  secret_hash bytea,
  created_at timestamptz not null default now(),
  -- A closed one connects to nobody and its tokens are worth nothing.
  closed_at timestamptz
);

create table connections.connection (
  id uuid primary key,
  application_id uuid not null references connections.application,
  person_id uuid not null,
  client_id uuid not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  account_ids uuid[] not null check (cardinality(account_ids) > 0),
  allowed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('REVOKED', 'APPLICATION', 'REUSED')),
  check ((ended_at is null) = (end_reason is null))
);
-- The list of what is connected.
create index on connections.connection (client_id, id) where ended_at is null;

create table connections.artifact (
  kind text not null,
  hash bytea not null,
  connection_id uuid references connections.connection on delete cascade,
  payload jsonb not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (kind, hash)
);
create index on connections.artifact (connection_id);
create index on connections.artifact (expires_at);

-- The server's own keys (cookies, signatures), sealed; one row.
create table connections.keys (
  one boolean primary key default true check (one),
  sealed bytea not null
);
