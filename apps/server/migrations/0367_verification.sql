-- serves: 0360
-- What the last `npm run verify` found, so that a monitor notices one that did not run.
create table platform.verification (
  -- One row.
  id int primary key check (id = 1),
  finished_at timestamptz not null,
  faults int not null,
  seconds float8 not null
);
