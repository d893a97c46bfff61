-- What the sandbox has done to this database, so that it does it once: two servers that start together too.

create schema sandbox;

create table sandbox.seed (
  name text primary key,
  seeded_at timestamptz not null
);
