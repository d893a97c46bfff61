-- A block that only the bank lifts is listed by when it came to it; and where codes go is said by the factors alone.
alter table identity.wrong_code add column last_at timestamptz not null default now();
create index on identity.wrong_code (last_at) where locked_until = 'infinity';

alter table identity.person drop column code_channel;
