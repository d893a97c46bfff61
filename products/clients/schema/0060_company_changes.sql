-- What a company asks to be changed of its facts once it is in: name, address, register entry, who directs and owns it.
--
-- One request waits at a time, with papers that prove it; the bank's staff decides. It keeps only the facts that shall be
-- others, each whole (people and owners belong together), so that what was changed meanwhile in another way is not undone.

create table companies.fact_change (
  id uuid primary key,
  company_id uuid not null references companies.company,
  -- The boss who asked, and the name as it was then.
  person_id uuid not null,
  asked_by text not null,
  facts jsonb not null,
  reason text,
  document_ids uuid[] not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  -- Why it was rejected; the company reads it.
  comment text,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'WAITING') = (decided_at is null))
);
create index on companies.fact_change (company_id, id);
-- One at a time, also for two bosses at the same moment; and what the desk lists.
create unique index fact_change_waiting on companies.fact_change (company_id) where state = 'WAITING';
create index fact_change_desk on companies.fact_change (id) where state = 'WAITING';
