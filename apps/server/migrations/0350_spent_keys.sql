-- A payment kept its idempotency key as text, and an index of them, so that a used key never pays again once its answer is purged. While the answer is stored, its own key says that already:
-- now the purge keeps the id of a key that may have moved money, and payments keep none. It takes half as much, and only after 30 days. The keys of earlier payments stay where they are.
create table platform.spent_key (
  -- As in platform.idempotency_key.
  id uuid primary key
);
alter table platform.idempotency_key add column lasts boolean;
comment on column platform.idempotency_key.lasts is 'Whether its id is kept in spent_key when the answer is purged; null: it is not.';
