-- serves: 0360
-- A proof of a key (RFC 9449) is accepted once by all processes together. The tables are not logged, so a call does not wait for the disk or a standby. A crash of the database or a
-- failover empties them, and then the row of proof_memory is gone as well: whoever finds it missing writes the time, and proofs that may have been used before are refused.
create unlogged table identity.spent_proof (
  -- The first 16 bytes of the SHA-256 of the key's thumbprint and the proof's number.
  id uuid primary key,
  -- From then on the proof's time is too old.
  expires_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create unlogged table identity.proof_memory (
  -- One row.
  id int primary key check (id = 1),
  -- Since when every accepted proof is in spent_proof.
  since timestamptz not null
);
insert into identity.proof_memory (id, since) values (1, '-infinity');
