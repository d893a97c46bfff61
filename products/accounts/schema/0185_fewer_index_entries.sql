-- Most transactions have no idempotency key: incoming credits, both sides of what the bank does by itself, and all payments of payouts. They had an
-- entry in its index all the same.
alter table transactions.transaction drop constraint payment_idempotency_key;
create unique index payment_idempotency_key on transactions.transaction (idempotency_key, client_id) where idempotency_key is not null;
