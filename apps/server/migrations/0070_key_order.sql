-- The key first: one comparison tells two entries apart, where many share a client and an endpoint; and keys that are made in the order of
-- time (UUIDv7) go to the end of the index, whose pages are at hand.
alter table platform.idempotency_key drop constraint idempotency_key_pkey, add primary key (key, client_id, endpoint_id);
alter table payments.payment
  drop constraint payment_client_id_idempotency_key_key,
  add constraint payment_idempotency_key unique (idempotency_key, client_id);
