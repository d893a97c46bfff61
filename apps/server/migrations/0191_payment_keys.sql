-- Only payments have an idempotency key, but every other row had an entry without a key in its index.
create unique index payment_idempotency_key_of_payments on transactions.transaction (idempotency_key, client_id) where idempotency_key is not null;
alter table transactions.transaction drop constraint payment_idempotency_key;
alter index transactions.payment_idempotency_key_of_payments rename to payment_idempotency_key;
