-- Whom payments may not reach before somebody has looked: names as the lists of authorities have them, each with the list it is from.

create schema screening;

create table screening.entry (
  id uuid primary key,
  name text not null,
  -- The plain words of the name: two spellings of one name are one entry.
  key text not null unique,
  -- The list that the name is from.
  program text not null,
  added_at timestamptz not null,
  added_by text not null
);

-- Rises with every change, so that servers know when what they keep in memory is old.
create table screening.list (
  one boolean primary key default true check (one),
  version bigint not null default 1
);
insert into screening.list default values;
