-- The rows that an account shows, with their steps, become a module of their own. Payments, incoming credits and exchanges write one row each
-- today; cards and crypto will. Only names change here: nothing is rewritten, so the migration takes milliseconds whatever the size of the tables.

create schema transactions;

alter table payments.payment set schema transactions;
alter table transactions.payment rename to transaction;
alter table transactions.transaction rename constraint payment_pkey to transaction_pkey;
alter table transactions.transaction rename constraint payment_number_key to transaction_number_key;
alter index transactions.payment_by_client rename to transaction_by_client;
alter index transactions.payment_by_account rename to transaction_by_account;
alter index transactions.payment_by_beneficiary rename to transaction_by_beneficiary;
-- `payment_idempotency_key` keeps its name: only a payment has such a key.

alter sequence payments.payment_number set schema transactions;
alter sequence transactions.payment_number rename to number;
alter function payments.number_of(bigint, timestamptz) set schema transactions;

-- What a transaction went through at one moment is one row (0010).
alter table payments.payment_progress set schema transactions;
alter table transactions.payment_progress rename to progress;
alter table transactions.progress rename column payment_id to transaction_id;
alter table transactions.progress rename constraint payment_progress_pkey to progress_pkey;

-- Which payment was returned, and by which credit.
alter table payments.returned set schema transactions;

-- What people keep of the list.
alter table payments.saved_view set schema transactions;
alter table payments.list_columns set schema transactions;
