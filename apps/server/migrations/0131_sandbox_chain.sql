-- The sandbox's chains: blocks, the transactions in them and those that wait, and what each moved. A world outside the bank, kept in its database.

create schema chain;

create table chain.block (
  network text not null,
  height bigint not null,
  hash text not null,
  mined_at timestamptz not null,
  primary key (network, height)
);

create table chain.transaction (
  network text not null,
  tx_id text not null,
  -- Order of arrival.
  place bigint generated always as identity,
  -- Null while it waits for a block.
  height bigint,
  has_failed boolean not null default false,
  -- It has been in a block: its outcome stays.
  was_mined boolean not null default false,
  -- Sent by the bank, so that it comes back after a reorganisation however that is made.
  is_ours boolean not null,
  fee_minor numeric(38,0) not null,
  primary key (network, tx_id)
);
create index transaction_waiting on chain.transaction (network, place) where height is null;
create index transaction_by_block on chain.transaction (network, height);

-- Signed amounts: what an address got, and what it paid with the fee.
create table chain.movement (
  network text not null,
  tx_id text not null,
  index integer not null,
  asset text not null,
  address text not null,
  amount_minor numeric(38,0) not null,
  primary key (network, tx_id, index),
  foreign key (network, tx_id) references chain.transaction (network, tx_id) on delete cascade
);
create index movement_by_address on chain.movement (network, address);

insert into chain.block (network, height, hash, mined_at) values
  ('bitcoin', 900000, '00000000000000000001f3c85e1a4fcb4f4e2f6f6c1d3b8a97c5d20e4b7a6190', now()),
  ('evm', 23000000, '0x5d1c8a3e97b24f60c8e1d3a5f7092b46de8a1c3f5b7092e4a6d8c0f1b3e57294', now()),
  ('ton', 48000000, '7c1e93a5f8b2d4607e19c3a5f8b2d4607e19c3a5f8b2d4607e19c3a5f8b2d460', now());
