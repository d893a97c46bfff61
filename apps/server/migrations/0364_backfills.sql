-- serves: 0360
-- A new column of a large table is filled in batches while servers work (platform/jobs/backfills). How far that has come survives the server that does it.
create table platform.backfill (
  -- Begins with the number of its migration.
  name text primary key,
  -- Key of the last row that was filled; null: from the first on.
  after text,
  filled bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
