-- Jobs without a key, added without NOTIFY. The queue's own function sends one, and a transaction that has sent any keeps all others that
-- did from committing until it is on the disk itself: PostgreSQL takes one lock for the order of its messages. The server tells its
-- runners after the commit instead (platform/jobs.ts).
create function platform.add_jobs(tasks text[], payloads json, run_ats timestamptz[]) returns void language plpgsql as $$
begin
  insert into graphile_worker._private_tasks (identifier)
  select distinct task from unnest(tasks) as task
  where not exists (select from graphile_worker._private_tasks known where known.identifier = task)
  on conflict do nothing;
  insert into graphile_worker._private_jobs (task_id, payload, run_at)
  select known.id, job.payload, coalesce(job.run_at, now())
  from (select unnest(tasks) as task, json_array_elements(payloads) as payload, unnest(run_ats) as run_at) job
  join graphile_worker._private_tasks known on known.identifier = job.task;
end $$;
