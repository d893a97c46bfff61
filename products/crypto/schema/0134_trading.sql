-- The exchange: orders, what they did, and the market that everyone sees. Prices are whole ticks and quantities whole lots of their instrument
-- (packages/domain/src/instrument.ts), so that price times quantity is exact. One process at a time matches the orders of an instrument; a process that writes
-- an instrument's rows first locks its row of `book` and compares `seq` with what it has in memory.

create schema trading;

create table trading.book (
  instrument text primary key,
  -- Groups of commands that were carried out.
  seq bigint not null default 0,
  -- Events of the order book: who came first at a price.
  event bigint not null default 0,
  -- Price of the last trade, and its number.
  last_price bigint,
  trades bigint not null default 0,
  -- The best prices of both sides, as readers get them.
  buckets jsonb not null default '[]'
) with (fillfactor = 50);
insert into trading.book (instrument) values ('BTCEPI'), ('ETHEPI'), ('TONEPI');

-- An order. Its id is that of the row in transactions.transaction for the wallet that pays, and of nothing else; the wallet that receives has the row
-- `credit_row_id`. Both exist from the first trade on.
create table trading.trade_order (
  id uuid primary key,
  -- As the order book calls it.
  number bigint generated always as identity,
  credit_row_id uuid not null,
  client_id uuid not null,
  client_name text not null,
  person_id uuid not null,
  instrument text not null,
  side text not null check (side in ('BUY', 'SELL')),
  type text not null check (type in ('LIMIT', 'MARKET')),
  time_in_force text not null check (time_in_force in ('GTC', 'IOC', 'FOK')),
  post_only boolean not null,
  -- The most that a buyer pays and the least that a seller takes; of a market order its protection.
  price bigint not null check (price > 0),
  stop_price bigint check (stop_price > 0),
  triggered boolean not null default false,
  quantity bigint not null check (quantity > 0),
  filled bigint not null default 0,
  -- Sum of price times quantity of its trades.
  filled_value numeric(38, 0) not null default 0,
  fee_minor numeric(38, 0) not null default 0,
  -- What the ledger holds for it; nothing once it is over.
  reservation_id uuid not null,
  held_minor numeric(38, 0) not null check (held_minor >= 0),
  payer_account_id uuid not null,
  receiver_account_id uuid not null,
  status text not null default 'PLACED' check (status in ('PLACED', 'EXECUTED', 'CANCELED', 'REJECTED')),
  end_reason text,
  -- The event with which it came to rest, or began to wait for its stop price; null before it was matched.
  turn bigint,
  idempotency_key text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (filled <= quantity),
  check ((status = 'EXECUTED') = (filled = quantity)),
  check (status = 'PLACED' or held_minor = 0),
  constraint trade_order_idempotency_key unique (client_id, idempotency_key)
) with (fillfactor = 50);
create index trade_order_open on trading.trade_order (instrument, client_id, id) where status = 'PLACED';
create index trade_order_by_client on trading.trade_order (client_id, id desc);

-- What is asked of a book and not done yet, in order of arrival. It is deleted by the transaction that does it.
create table trading.command (
  id bigint generated always as identity,
  instrument text not null,
  kind text not null check (kind in ('place', 'cancel', 'amend')),
  order_id uuid not null,
  order_number bigint not null,
  -- Of an amendment: the new price and quantity, and money held for it besides what the order holds.
  price bigint,
  quantity bigint,
  reservation_id uuid,
  held_minor numeric(38, 0),
  primary key (instrument, id)
);

create table trading.trade (
  instrument text not null,
  -- Without a gap.
  number bigint not null,
  price bigint not null,
  quantity bigint not null,
  -- What the order did that met a resting one.
  side text not null,
  maker_order_id uuid not null,
  taker_order_id uuid not null,
  maker_fee_minor numeric(38, 0) not null,
  taker_fee_minor numeric(38, 0) not null,
  at timestamptz not null,
  primary key (instrument, number)
);

-- Half hours with a trade.
create table trading.candle (
  instrument text not null,
  starts_at timestamptz not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume bigint not null,
  -- Sum of price times quantity.
  value numeric(38, 0) not null,
  primary key (instrument, starts_at)
) with (fillfactor = 50);

-- Another scheme of rows: what an order of the exchange paid and received.
alter table transactions.transaction
  drop constraint transaction_scheme_check,
  add constraint transaction_scheme_check
    check (scheme in ('SEPA', 'SEPA_INSTANT', 'SWIFT', 'OWN', 'INTERNAL', 'EXCHANGE', 'CARD', 'CARD_MOVE', 'CARD_FEE', 'CRYPTO', 'CRYPTO_MOVE', 'TRADE')) not valid;
