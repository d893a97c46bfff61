-- Payees that a confidential payout saves: only people with the right see them. Anyone may add the same account again by hand, and learns nothing from it.

alter table beneficiaries.beneficiary add column confidential boolean not null default false;
-- Goes with the beneficiary; here for the index.
alter table beneficiaries.bank_detail add column confidential boolean not null default false;
drop index beneficiaries.bank_detail_once;
create unique index bank_detail_once on beneficiaries.bank_detail (client_id, account_key, currency, name_key, direction, confidential)
  where active;
