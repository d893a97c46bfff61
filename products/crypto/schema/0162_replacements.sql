-- A withdrawal that waits too long in its network is replaced by a transaction with a higher fee and the same inputs or nonce, of which the network confirms only one. Until
-- it is final every one of them may be the one: all are kept, and `withdrawal` has the one that counts (in a block, or the newest).

create table wallets.attempt (
  withdrawal_id uuid not null references wallets.withdrawal (id),
  -- 0: the first transaction, written here when it is replaced.
  number integer not null check (number >= 0),
  unsigned text not null,
  signed text,
  tx_id text,
  -- Null: its network has not taken it yet.
  sent_at timestamptz,
  created_at timestamptz not null,
  primary key (withdrawal_id, number),
  check ((signed is null) = (tx_id is null)),
  check (sent_at is null or signed is not null)
);
create index attempt_by_tx on wallets.attempt (tx_id) where tx_id is not null;

alter table wallets.withdrawal
  -- Staff wants a higher fee whatever the network asks for. Null: done, or not wanted.
  add column raise_asked_at timestamptz,
  -- Why the fee was not raised the last time; for staff.
  add column raise_refusal text;
