-- One purge for all modules (platform/purge.ts): what was last done to each table, for the figure that tells when it falls behind.
create table platform.purge (
  name text primary key,
  finished_at timestamptz not null
);

-- The jobs that it replaces.
delete from graphile_worker._private_jobs using graphile_worker._private_tasks task
where task.id = task_id and task.identifier in
  ('purge_idempotency_keys', 'purge_identity', 'purge_connections', 'purge_notifications', 'purge_documents');

-- Sessions go 90 days after their end; nothing that outlives them refers to them but by their id alone.
alter table identity.session
  drop constraint session_parent_id_fkey,
  add foreign key (parent_id) references identity.session on delete set null;
create index on identity.live_ticket (session_id);
