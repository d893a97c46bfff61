-- What the platform itself must remember: which intents were already carried out.
--
-- A row is written inside the business transaction (platform/idempotency.ts), so it exists exactly when the effect does. Keys are kept for 30 days; the payment's own record outlives them.

create schema platform;

create table platform.idempotency_key (
  client_id uuid not null,
  endpoint_id text not null,
  key text not null,
  -- SHA-256 over endpoint, client, parameters and canonical body: the same key with another hash is refused.
  hash text not null,
  -- The answer, byte for byte.
  status smallint not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, endpoint_id, key)
);

-- The daily purge.
create index idempotency_key_created_at on platform.idempotency_key using brin (created_at);
