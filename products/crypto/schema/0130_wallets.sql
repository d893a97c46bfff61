-- Crypto wallets. A wallet is a ledger account of the kind `wallet` under the same id; what the chains hold for the bank is on `custody`. Deposits are identified
-- by network, transaction and index, withdrawals by their row in transactions.transaction.

create schema wallets;

-- Who has started to use crypto.
create table wallets.client (
  client_id uuid primary key,
  created_at timestamptz not null
);

create table wallets.wallet (
  id uuid primary key,
  client_id uuid not null references wallets.client (client_id),
  asset text not null check (asset in ('BTC', 'ETH', 'TON', 'EPI', 'PFE')),
  created_at timestamptz not null,
  unique (client_id, asset)
);

-- Every address derived from the bank's public keys; index 0 of a network is the bank's own and has no wallet. An address takes every asset of its network.
create table wallets.address (
  id uuid primary key,
  network text not null check (network in ('bitcoin', 'evm', 'ton')),
  derivation_index integer not null check (derivation_index >= 0),
  address text not null,
  wallet_id uuid references wallets.wallet (id),
  client_id uuid,
  created_at timestamptz not null,
  unique (network, derivation_index),
  unique (network, address),
  check ((wallet_id is null) = (client_id is null))
);
create index address_by_wallet on wallets.address (wallet_id, id);
create index address_by_client on wallets.address (client_id);

-- How far each network has been read. The version changes with every write of its reader or sender, so that of two servers one gives way.
create table wallets.chain (
  network text primary key check (network in ('bitcoin', 'evm', 'ton')),
  -- Null: not read yet.
  height bigint,
  hash text,
  version integer not null default 0,
  -- Blocks that a transaction needs, its own included; as configured when the server started.
  confirmations integer not null default 1,
  -- Of the next address; 0 is the bank's own.
  next_index integer not null default 1
);
insert into wallets.chain (network) values ('bitcoin'), ('evm'), ('ton');

-- Tips that were read: where they differ from the chain, blocks were replaced. The newest hundred of a network are kept.
create table wallets.checkpoint (
  network text not null,
  height bigint not null,
  hash text not null,
  primary key (network, height)
);

-- What reached an address. SMALL: below the minimum, the bank's. LOST: replaced after it was credited (see wallets.incident).
create table wallets.deposit (
  id uuid primary key,
  network text not null,
  tx_id text not null,
  tx_index integer not null,
  asset text not null,
  address text not null,
  -- Null: the address is the bank's own.
  wallet_id uuid references wallets.wallet (id),
  client_id uuid,
  amount_minor numeric(38,0) not null check (amount_minor > 0),
  -- Null while no block has it.
  height bigint,
  block_hash text,
  state text not null check (state in ('DETECTED', 'CREDITED', 'SMALL', 'REJECTED', 'LOST')),
  -- The row of the payments list; a deposit that comes back after a rejection gets another.
  transaction_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (network, tx_id, tx_index)
);
create index deposit_by_client on wallets.deposit (client_id, id desc) where client_id is not null;
create index deposit_unsettled on wallets.deposit (network) where state = 'DETECTED';
create index deposit_by_height on wallets.deposit (network, height) where height is not null;

create table wallets.quote (
  id uuid primary key,
  client_id uuid not null,
  asset text not null,
  fee_minor numeric(38,0) not null check (fee_minor >= 0),
  rate text not null,
  expires_at timestamptz not null
);

create table wallets.payee (
  id uuid primary key,
  client_id uuid not null,
  label text not null,
  asset text not null,
  address text not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create unique index payee_once on wallets.payee (client_id, asset, address) where deleted_at is null;

-- Its id is that of its row in transactions.transaction and of its reservation. What was prepared is kept before it is signed, and what was signed before it
-- is sent, so that a repeated job does the same again.
create table wallets.withdrawal (
  id uuid primary key,
  client_id uuid not null,
  wallet_id uuid not null references wallets.wallet (id),
  network text not null,
  asset text not null,
  address text not null,
  payee_id uuid references wallets.payee (id),
  amount_minor numeric(38,0) not null check (amount_minor > 0),
  fee_minor numeric(38,0) not null check (fee_minor >= 0),
  rate text not null,
  state text not null check (state in ('APPROVAL', 'QUEUED', 'SIGNING', 'BROADCAST', 'CONFIRMED', 'CANCELED', 'FAILED')),
  unsigned text,
  signed text,
  tx_id text,
  height bigint,
  chain_fee_minor numeric(38,0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state in ('APPROVAL', 'QUEUED', 'CANCELED')) = (unsigned is null)),
  check ((signed is null) = (tx_id is null)),
  check (state not in ('BROADCAST', 'CONFIRMED') or signed is not null)
);
create index withdrawal_by_client on wallets.withdrawal (client_id, id desc);
create index withdrawal_open on wallets.withdrawal (network, id) where state in ('QUEUED', 'SIGNING', 'BROADCAST');

-- Between an account in euro and the EPI wallet; its id is that of the wallet's row in transactions.transaction.
create table wallets.move (
  id uuid primary key,
  client_id uuid not null,
  wallet_id uuid not null references wallets.wallet (id),
  direction text not null check (direction in ('CREDIT', 'DEBIT')),
  account text not null,
  amount_minor numeric(38,0) not null check (amount_minor > 0),
  created_at timestamptz not null
);
create index move_by_client on wallets.move (client_id, id desc);

-- A credited deposit that the network undid. The bank bears it on `receivable` and locks the wallet until the deposit is back or staff has decided.
create table wallets.incident (
  deposit_id uuid primary key references wallets.deposit (id),
  wallet_id uuid references wallets.wallet (id),
  client_id uuid,
  asset text not null,
  amount_minor numeric(38,0) not null check (amount_minor > 0),
  opened_at timestamptz not null,
  closed_at timestamptz,
  outcome text check (outcome in ('RETURNED', 'TAKEN_BACK', 'WRITTEN_OFF')),
  check ((closed_at is null) = (outcome is null))
);
create index incident_open on wallets.incident (wallet_id) where closed_at is null;

alter table ledger.accounts
  drop constraint accounts_kind_check,
  add constraint accounts_kind_check
    check (kind in ('client', 'card', 'wallet', 'nostro', 'fees', 'suspense', 'fx', 'custody', 'receivable')),
  drop constraint accounts_owner,
  add constraint accounts_owner check ((client_id is null) = (kind not in ('client', 'card', 'wallet')));

alter table transactions.transaction
  drop constraint transaction_scheme_check,
  add constraint transaction_scheme_check
    check (scheme in ('SEPA', 'SEPA_INSTANT', 'SWIFT', 'OWN', 'INTERNAL', 'EXCHANGE', 'CARD', 'CARD_MOVE', 'CARD_FEE', 'CRYPTO', 'CRYPTO_MOVE'))
    not valid;

alter table approvals.request
  drop constraint request_kind_check,
  add constraint request_kind_check check (kind in ('payment', 'payout', 'withdrawal', 'payee', 'people', 'policy', 'card')) not valid;
