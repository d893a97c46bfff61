-- Statements look for the lines of confidential payouts by account; there are few.
create index transaction_mask_account on transactions.transaction (account_id) where audience = 'MASK';
