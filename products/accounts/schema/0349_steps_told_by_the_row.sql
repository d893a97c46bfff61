-- A payment left two rows of steps that its own row can tell: what was ordered and begun when it was created, and that it was executed when it last changed. They were 270 bytes of it,
-- with their index. Now the row names its first path, and neither is written. Earlier rows keep theirs; this changes the catalogue only.
alter table transactions.transaction add column first_path smallint, add column first_actor text;
comment on column transactions.transaction.first_path is 'The path of the steps that were taken at created_at; null: they are rows of transactions.progress.';
comment on column transactions.transaction.first_actor is 'Who took the first steps of first_path, where that is not the debtor by name.';

-- Executed payments whose last step is in no row of transactions.progress: they waited for another bank after their first steps, and updated_at is when they were executed. What changes such
-- a row again first writes the step out.
create view transactions.executed_by_row as
select payment.id as transaction_id, payment.version, payment.updated_at as at
from transactions.transaction as payment join transactions.path as first on first.id = payment.first_path
where payment.status = 'EXECUTED' and first.statuses[cardinality(first.statuses)] = 'PENDING_FINANCE_INSTITUTION'
  and payment.version = cardinality(first.statuses) + 1
  and not exists (select from transactions.progress where transaction_id = payment.id and progress.version = payment.version);

create or replace view transactions.taken as
select transaction_id, version, at, actor,
  coalesce(progress.statuses, path.statuses) as statuses,
  coalesce(progress.reasons, path.reasons) as reasons,
  coalesce(path.by_actor, cardinality(progress.statuses)) as by_actor
from transactions.progress left join transactions.path on path.id = progress.path
union all
select transaction.id, cardinality(path.statuses), created_at, case when path.by_actor > 0 then coalesce(first_actor, debtor_name) end,
  path.statuses, path.reasons, path.by_actor::integer
from transactions.transaction join transactions.path on path.id = first_path
union all
select transaction_id, version, at, null, path.statuses, path.reasons, path.by_actor::integer
from transactions.executed_by_row cross join transactions.path where path.id = 1;
