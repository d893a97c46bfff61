-- Files that the bank makes and keeps: official statements for good, files prepared in the background for some days. A file is written in sealed parts
-- while it is made, so neither memory nor one value of the database has to hold it. A document that a later version replaced says so when it is checked.

create table documents.kept_file (
  id uuid primary key,
  client_id uuid not null,
  -- Both are null until the whole file is written.
  size_bytes bigint,
  sha256 bytea check (octet_length(sha256) = 32),
  created_at timestamptz not null default now(),
  -- Null: for good. A file that nothing has taken over yet goes after a day.
  kept_until timestamptz,
  check ((size_bytes is null) = (sha256 is null))
);
create index kept_file_until on documents.kept_file (kept_until) where kept_until is not null;

create table documents.kept_part (
  file_id uuid not null references documents.kept_file on delete cascade,
  number integer not null check (number >= 0),
  content bytea not null,
  primary key (file_id, number)
);
-- Sealed bytes cannot be compressed.
alter table documents.kept_part alter column content set storage external;

alter table documents.issued add column replaced_at timestamptz;
