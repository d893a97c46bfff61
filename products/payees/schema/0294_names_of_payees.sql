-- A holder's name is kept while a payee has it. The purge looked at all of those again in each batch: once a bank is older than 13 months, at as many as it has payees. Now one that is
-- kept is looked at again after a month.
alter table beneficiaries.name_check add column kept_until timestamptz;
drop index beneficiaries.name_check_over;
create index name_check_over on beneficiaries.name_check (checked_at) where kept_until is null;
create index name_check_kept on beneficiaries.name_check (kept_until) where kept_until is not null;
