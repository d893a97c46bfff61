-- Keys and their answers took a quarter of what a payment leaves: names, key and request's hash as text, in the row and in its index, and the answer as it was sent. New rows have one
-- id for client, endpoint and key, and the answer packed (platform/http/calls/packed-answer.ts). Earlier rows are read where they are, and the purge empties their table within 30 days.
alter table platform.idempotency_key rename to idempotency_key_before;
alter table platform.idempotency_key_before rename constraint idempotency_key_pkey to idempotency_key_before_pkey;
alter index platform.idempotency_key_over rename to idempotency_key_before_over;

create table platform.idempotency_key (
  created_at timestamptz not null default now(),
  -- The key's own first 48 bits, so that keys in the order of time (UUIDv7) go to the end of the index, then 80 bits of a hash of client, endpoint and key.
  id uuid not null,
  -- Half of the SHA-256 over endpoint, client, person, parameters and canonical body: the same key with another one is refused.
  request uuid not null,
  status smallint not null,
  -- The answer, packed.
  body bytea not null,
  constraint idempotency_key_pkey primary key (id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
-- It does not shrink any further.
alter table platform.idempotency_key alter column body set storage external;
create index idempotency_key_over on platform.idempotency_key (created_at);
