-- A transfer between two addresses of the bank that waits too long in its network is replaced by one with a higher fee, as withdrawals are (0162). All its transactions
-- are kept, and `collection` has the one that counts: in a block, or the newest.
create table wallets.collection_attempt (
  collection_id uuid not null references wallets.collection (id),
  -- 0: the first transaction, written here when it is replaced.
  number integer not null check (number >= 0),
  unsigned text not null,
  signed text,
  tx_id text,
  -- Null: its network has not taken it yet.
  sent_at timestamptz,
  created_at timestamptz not null,
  primary key (collection_id, number),
  check ((signed is null) = (tx_id is null)),
  check (sent_at is null or signed is not null)
);
create index collection_attempt_by_tx on wallets.collection_attempt (tx_id) where tx_id is not null;
