-- What the bank's servers run with, so that a command of the staff with other variables is refused.
create table platform.service (
  one boolean primary key default true check (one),
  facts jsonb not null,
  portal_url text not null
);
