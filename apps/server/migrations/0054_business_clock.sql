-- How far the bank's calendar is ahead of the clock. Always nothing, but in a sandbox where a tester has moved it on.

create table platform.business_clock (
  -- One row.
  one boolean primary key default true check (one),
  ahead interval not null default '0' check (ahead >= interval '0')
);
insert into platform.business_clock default values;
