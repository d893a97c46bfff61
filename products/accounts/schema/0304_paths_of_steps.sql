-- Most transactions take the same few paths, and each wrote the names of its statuses and reasons: 450 bytes of a payment, in two rows where a person ordered it and the bank went on at
-- that moment. A row of steps may now name a path instead. Earlier rows and rare paths keep their lists; nothing is rewritten.
create table transactions.path (
  id smallint primary key,
  statuses text[] not null,
  -- As many as statuses; null where a step needs no reason.
  reasons text[] not null,
  -- How many of the first steps the row's actor took; the bank took the others.
  by_actor smallint not null,
  check (cardinality(reasons) = cardinality(statuses) and by_actor between 0 and cardinality(statuses))
);

-- A path never changes, since rows name it. The code has the same list (modules/transactions/steps/paths.ts).
insert into transactions.path (id, by_actor, statuses, reasons) values
  (1, 0, '{EXECUTED}', '{NULL}'),
  (2, 1, '{SUBMITTED,TO_AML_REVIEW,AML_APPROVED,IN_PROCESS,PENDING_FINANCE_INSTITUTION}', '{NULL,NULL,screening_clear,NULL,NULL}'),
  (3, 1, '{SUBMITTED,TO_AML_REVIEW,AML_APPROVED,IN_PROCESS,EXECUTED}', '{NULL,NULL,screening_clear,NULL,NULL}'),
  (4, 0, '{TO_AML_REVIEW,AML_APPROVED,IN_PROCESS,PENDING_FINANCE_INSTITUTION}', '{NULL,screening_clear,NULL,NULL}'),
  (5, 0, '{TO_AML_REVIEW,AML_APPROVED,IN_PROCESS,EXECUTED}', '{NULL,screening_clear,NULL,NULL}'),
  (6, 1, '{SUBMITTED}', '{NULL}'),
  (7, 1, '{CREATED}', '{NULL}'),
  (8, 1, '{SUBMITTED,EXECUTED}', '{NULL,NULL}'),
  (9, 1, '{SUBMITTED,TO_AML_REVIEW,AML_APPROVED,IN_PROCESS,EXECUTED}', '{NULL,NULL,NULL,NULL,NULL}'),
  (10, 0, '{IN_PROCESS}', '{NULL}');

alter table transactions.progress
  alter column statuses drop not null,
  alter column reasons drop not null,
  add column path smallint,
  add constraint progress_path_or_lists check (num_nonnulls(path, statuses) = 1 and (statuses is null) = (reasons is null));

-- What each row says, however it is stored.
create view transactions.taken as
select transaction_id, version, at, actor,
  coalesce(progress.statuses, path.statuses) as statuses,
  coalesce(progress.reasons, path.reasons) as reasons,
  coalesce(path.by_actor, cardinality(progress.statuses)) as by_actor
from transactions.progress left join transactions.path on path.id = progress.path;
