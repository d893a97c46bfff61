-- A document about something that changes later is replaced by what is issued after the change: the confirmation of a payment that is returned. Each
-- document names its subject and the subject's version, so a copy that is made while the change commits is judged by what it shows.
alter table documents.issued
  add column subject_id uuid,
  add column subject_version integer,
  add check ((subject_id is null) = (subject_version is null));

create table documents.superseded (
  subject_id uuid primary key,
  -- The first version that documents must show.
  since_version integer not null,
  at timestamptz not null
);
