-- Who did what, for whom, when and from where: everything about a client that is not a movement of money (that has its own
-- history) but must be explainable years later. A row is written inside the transaction that does the thing
-- (platform/audit.ts), so it exists exactly when the thing was done. Never changed, never deleted.

create table platform.audit (
  id uuid primary key,
  at timestamptz not null,
  -- `password.changed`, `address_change.approved`: subject, then what happened to it.
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  -- Whose profile it concerns; null for what concerns none (a sign-in with an unknown name).
  client_id uuid,
  -- The human being who acted; null when nobody signed in did.
  person_id uuid,
  -- Bank staff by their name at the desk, or the part of the system that acted by itself.
  actor text,
  ip text,
  user_agent text,
  request_id text,
  -- Facts by name, never secrets, never whole documents.
  details jsonb not null
);
create index on platform.audit (client_id, id);
create index on platform.audit (person_id, id);

create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'platform.% is append-only', tg_table_name;
end $$;
create trigger append_only before update or delete or truncate on platform.audit
  for each statement execute function platform.refuse_change();
