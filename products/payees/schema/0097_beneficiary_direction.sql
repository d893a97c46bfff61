-- A beneficiary may be someone who pays the client (INCOMING): kept for requests for money, never paid. The same account may be kept
-- once in each direction.
alter table beneficiaries.beneficiary
  add column direction text not null default 'OUTGOING' check (direction in ('INCOMING', 'OUTGOING'));
-- Goes with the direction of the beneficiary; here for the index.
alter table beneficiaries.bank_detail add column direction text not null default 'OUTGOING';
drop index beneficiaries.bank_detail_once;
create unique index bank_detail_once on beneficiaries.bank_detail (client_id, account_key, currency, name_key, direction)
  where active;
