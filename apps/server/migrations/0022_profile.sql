-- What a client hands in and what a client asks to be changed.
--
-- A *document* is stored as the bank wrote it again after checking (modules/documents), never as it came. It belongs to the
-- client who uploaded it and to at most one *purpose*, the thing that named it; without one it is forgotten after a day.
-- An *address change* waits for the bank's staff. A *contact change* (e-mail, telephone) waits for the code that went to the
-- new one; when confirmed, the old one may undo it for a day. Language and theme belong to the person, not to a profile.

alter table identity.person add column locale text check (locale in ('en', 'ru'));
alter table identity.person add column theme text check (theme in ('light', 'dark'));
create index on identity.terms_acceptance (client_id, accepted_at);

create schema documents;

create table documents.document (
  id uuid primary key,
  client_id uuid not null,
  person_id uuid not null,
  file_name text not null,
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  content bytea not null,
  -- What it was handed in for: `address_change 0190…`.
  purpose text,
  created_at timestamptz not null default now()
);
-- The content is compressed already.
alter table documents.document alter column content set storage external;
create index on documents.document (client_id) where purpose is null;
create index on documents.document (created_at) where purpose is null;

create schema profile;

create table profile.address_change (
  id uuid primary key,
  client_id uuid not null,
  person_id uuid not null,
  country text not null,
  town text not null,
  line text not null,
  post_code text not null,
  reason text,
  document_ids uuid[] not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  comment text,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'WAITING') = (decided_at is null))
);
create index on profile.address_change (client_id, id);
-- One at a time, also for two browsers at the same moment; and what the desk lists.
create unique index address_change_waiting on profile.address_change (client_id) where state = 'WAITING';
create index address_change_desk on profile.address_change (id) where state = 'WAITING';

create table profile.contact_change (
  id uuid primary key,
  client_id uuid not null,
  person_id uuid not null,
  kind text not null check (kind in ('email', 'phone')),
  old_value text,
  new_value text not null,
  -- How many codes were sent; each is another code, only the last is valid.
  sends integer not null default 1,
  sent_at timestamptz not null default now(),
  tries integer not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- SHA-256 of the token in the link that the old contact got.
  undo_hash bytea unique,
  undone_at timestamptz
);
create index on profile.contact_change (person_id, id);
