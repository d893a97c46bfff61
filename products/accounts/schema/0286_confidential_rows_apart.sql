-- Confidential rows are found by indexes of their own. A reader without the right walked over all of them: a company's list and the warnings of its payments took longer with each
-- payroll, and showed how large it was. Each row is still in one index of each kind.
drop index transactions.transaction_by_client, transactions.transaction_by_account, transactions.transaction_by_beneficiary;
create index transaction_by_client on transactions.transaction (client_id, id desc) where audience <> 'CONFIDENTIAL';
create index transaction_by_account on transactions.transaction (account_id, id desc) where audience <> 'CONFIDENTIAL';
create index transaction_by_beneficiary on transactions.transaction (beneficiary_id, id desc) where beneficiary_id is not null and audience <> 'CONFIDENTIAL';
create index confidential_by_client on transactions.transaction (client_id, id desc) where audience = 'CONFIDENTIAL';
create index confidential_by_account on transactions.transaction (account_id, id desc) where audience = 'CONFIDENTIAL';
create index confidential_by_beneficiary on transactions.transaction (beneficiary_id, id desc) where beneficiary_id is not null and audience = 'CONFIDENTIAL';
