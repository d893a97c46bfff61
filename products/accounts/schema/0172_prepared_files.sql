-- Long statements and archives, made in the background for one person and kept for some days.
create table statements.prepared (
  id uuid primary key,
  client_id uuid not null,
  person_id uuid not null,
  -- Null: an archive of all accounts that the person may see.
  account_id uuid,
  from_day date not null,
  to_day date not null,
  time_zone text not null,
  format text not null,
  locale text not null,
  state text not null check (state in ('WAITING', 'RUNNING', 'READY', 'FAILED', 'CANCELLED')),
  -- The run that makes it, and when it last said so. A run that was replaced by another one changes nothing any more.
  run_id uuid,
  beat_at timestamptz,
  attempts smallint not null default 0,
  -- Entries written, and of all.
  done bigint not null default 0,
  total bigint not null default 0,
  -- What it shows, for the check when it is downloaded.
  account_ids uuid[] not null default '{}',
  sees_confidential boolean,
  file_id uuid,
  file_name text,
  media_type text,
  size_bytes bigint,
  fault text check (fault in ('RIGHTS', 'TOO_LARGE', 'FULL', 'STOPPED')),
  created_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz,
  check ((state in ('WAITING', 'RUNNING')) = (ended_at is null)),
  check ((state = 'READY') = (file_id is not null and file_name is not null and size_bytes is not null and expires_at is not null and sees_confidential is not null)),
  check ((state = 'FAILED') = (fault is not null))
);
create index prepared_of_person on statements.prepared (client_id, person_id, id);
create index prepared_running on statements.prepared (id) where state in ('WAITING', 'RUNNING');
create index prepared_ready on statements.prepared (expires_at) where state = 'READY';
