-- Official statements: one for each account and month, made after the month has ended and never changed. A correction is a further version.
create schema statements;

-- The months whose statements are made, each once. The period is the same for all accounts: the month of the bank's time zone.
create table statements.sweep (
  -- Its first day.
  month date primary key,
  begins timestamptz not null,
  ends timestamptz not null,
  time_zone text not null,
  -- Whether people are told. Months from before the bank made statements are made silently.
  announced boolean not null,
  -- Clients up to this one are in the list of what is due; all of them when listed_at is set.
  after_client uuid,
  listed_at timestamptz,
  check (begins < ends)
);

-- Clients whose statements of a month are still to be made.
create table statements.due (
  client_id uuid not null,
  month date not null references statements.sweep,
  -- The run that works on it, as long as it says so; after a failure no one until then.
  taken_by uuid,
  taken_until timestamptz,
  attempts integer not null default 0,
  primary key (client_id, month)
);
create index due_order on statements.due (month, client_id);

create table statements.official (
  id uuid primary key,
  client_id uuid not null,
  account_id uuid not null,
  month date not null references statements.sweep,
  -- Numbered by account and year from 1, without gaps; versions of a statement share its number.
  year smallint not null,
  serial smallint not null check (serial between 1 and 12),
  version smallint not null check (version > 0),
  currency text not null,
  locale text not null,
  -- What the ledger had when it was made. Without entries the last number is one below the first.
  first_entry bigint not null,
  last_entry bigint not null check (last_entry >= first_entry - 1),
  opening_minor numeric(38,0) not null,
  in_minor numeric(38,0) not null check (in_minor >= 0),
  out_minor numeric(38,0) not null check (out_minor >= 0),
  closing_minor numeric(38,0) not null,
  file_id uuid not null,
  code_hash bytea not null,
  sha256 bytea not null,
  -- For people without the right to confidential payouts, where the period has any.
  masked_file_id uuid,
  masked_code_hash bytea,
  masked_sha256 bytea,
  made_at timestamptz not null,
  -- Why there is this version; null for the first one. ENTRIES: the ledger got entries of the month later. CORRECTION: staff, with a reason for the client.
  cause text check (cause in ('ENTRIES', 'CORRECTION')),
  reason text check (char_length(reason) between 1 and 300),
  replaced_at timestamptz,
  -- The newest of its account, while the ledger may still get entries of its month.
  watched boolean not null,
  unique (account_id, month, version),
  unique (account_id, year, serial, version),
  check (opening_minor + in_minor - out_minor = closing_minor),
  check ((version = 1) = (cause is null)),
  check ((cause is not distinct from 'CORRECTION') = (reason is not null)),
  check ((masked_file_id is null) = (masked_code_hash is null) and (masked_file_id is null) = (masked_sha256 is null)),
  check (replaced_at is null or not watched)
);
create index official_watched on statements.official (id) where watched;

create function statements.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'official statements are never changed or deleted';
end $$;
create trigger official_kept before update on statements.official for each row
  when (to_jsonb(old) - 'watched' - 'replaced_at' is distinct from to_jsonb(new) - 'watched' - 'replaced_at'
    or (old.replaced_at is not null and new.replaced_at is distinct from old.replaced_at))
  execute function statements.refuse_change();
create trigger official_not_deleted before delete or truncate on statements.official execute function statements.refuse_change();
