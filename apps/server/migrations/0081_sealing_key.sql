-- Which keys this database was sealed with (platform/sealing-keys.ts): each key's id and a text sealed with it. A start compares them with
-- the keys that it was given, so that a lost key is noticed before a new one takes its place.
create table platform.sealing_key (
  id bytea primary key,
  proof bytea not null,
  added_at timestamptz not null default now()
);
