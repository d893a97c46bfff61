-- What clients deposit on the EVM network lies on their own addresses, and tokens there cannot leave without ETH for the network's fee. The bank collects it: it sends ETH
-- for the fee to the address, then everything from there to its own. Nothing leaves the bank but fees.

-- Where something arrived that may be worth collecting.
create table wallets.uncollected (
  network text not null,
  address text not null,
  asset text not null,
  -- Not looked at before; later than the deposit after an attempt.
  since timestamptz not null,
  primary key (network, address, asset)
);
create index uncollected_by_since on wallets.uncollected (network, since);

insert into wallets.uncollected (network, address, asset, since)
select network, address, asset, min(updated_at) from wallets.deposit
where network = 'evm' and client_id is not null and state in ('CREDITED', 'SMALL')
group by network, address, asset;

-- A transfer between two addresses of the bank, kept like a withdrawal: what was prepared before it is signed, what was signed before it is sent.
create table wallets.collection (
  id uuid primary key,
  network text not null,
  -- GAS: ETH to a deposit address. COLLECT: from there to the bank's own.
  kind text not null check (kind in ('GAS', 'COLLECT')),
  asset text not null,
  -- The deposit address.
  address text not null,
  amount_minor numeric(38,0) not null check (amount_minor > 0),
  unsigned text not null,
  signed text,
  tx_id text,
  state text not null check (state in ('SIGNING', 'BROADCAST', 'CONFIRMED', 'FAILED')),
  height bigint,
  -- What the network took, as booked.
  chain_fee_minor numeric(38,0) not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((signed is null) = (tx_id is null)),
  check (state = 'SIGNING' or signed is not null)
);
create unique index collection_open on wallets.collection (network, address) where state in ('SIGNING', 'BROADCAST');
create index collection_by_tx on wallets.collection (tx_id) where tx_id is not null;
create index collection_by_height on wallets.collection (network, height) where state in ('CONFIRMED', 'FAILED');
