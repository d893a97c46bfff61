-- serves: 0360
-- Rate limits count once for all processes. The table is not logged: it is emptied when the database crashes, which only fills every caller's limit again, and its writes reach
-- neither the write-ahead log nor a standby.
create unlogged table platform.rate_limit (
  -- The first 16 bytes of the SHA-256 of what is limited and of the caller.
  id uuid primary key,
  -- Calls left at that time.
  tokens float8 not null,
  refilled_at timestamptz not null,
  -- How many the last process to ask was given.
  granted int not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
