-- Payment cards. A card spends from a ledger account of the kind `card`; a replacement takes over the account with its money and history, so a card is one
-- number and an account is what lies behind it. The number, the security code and the PIN are sealed (cards.secret) and stand nowhere else.

create schema cards;

create table cards.card (
  id uuid primary key,
  client_id uuid not null,
  -- The ledger's account. At most one card that is not at its end uses it.
  account_id uuid not null,
  -- The person who has it.
  holder_id uuid not null,
  kind text not null check (kind in ('VIRTUAL', 'PLASTIC')),
  status text not null check (status in ('ORDERED', 'ACTIVE', 'BLOCKED', 'LOCKED', 'EXPIRED', 'CLOSED')),
  version integer not null check (version > 0),
  name text not null,
  name_on_card text not null,
  design text not null,
  currency text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  -- The last day on which it may be used, by what is printed on it.
  expires_on date not null,
  -- The last day by the client's choice.
  valid_until date,
  single_use boolean not null,
  -- Limits, ways to pay, categories, countries (modules/cards/controls).
  controls jsonb not null,
  blocked_at timestamptz,
  blocked_by uuid,
  lock text check (lock in ('receipts_missing', 'pin_tries', 'bank')),
  pin_tries integer not null default 0,
  -- The holder has been told that it expires soon.
  renewal_noticed boolean not null default false,
  replaces uuid unique references cards.card (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'CLOSED') = (closed_at is not null)),
  check ((status = 'LOCKED') = (lock is not null)),
  check ((blocked_at is null) = (blocked_by is null))
);
create index card_by_client on cards.card (client_id, id desc);
create index card_to_expire on cards.card (least(expires_on, valid_until)) where status not in ('EXPIRED', 'CLOSED');
create index card_to_renew on cards.card (expires_on) where not renewal_noticed and status not in ('EXPIRED', 'CLOSED');
create unique index card_in_use on cards.card (account_id) where status not in ('EXPIRED', 'CLOSED');

-- Sealed with the secret key and bound to the card's id. The digest finds a card by its number without opening any.
create table cards.secret (
  card_id uuid primary key references cards.card (id),
  number bytea not null,
  security_code bytea not null,
  pin bytea,
  number_digest bytea not null unique
);

create table cards.delivery (
  card_id uuid primary key references cards.card (id),
  line text not null,
  post_code text not null,
  city text not null,
  country text not null,
  status text not null check (status in ('PREPARING', 'SHIPPED', 'DELIVERED')),
  tracking_number text,
  expected_on date not null
);
create index delivery_under_way on cards.delivery (expected_on) where status <> 'DELIVERED';

-- A payment at a merchant, from the first message about it. Its id is that of its row in transactions.transaction. What is held for it follows from the sums
-- alone, whatever the order of the messages: authorised less reversed less cleared, nothing once it is over.
create table cards.authorization (
  id uuid primary key,
  card_id uuid not null references cards.card (id),
  account_id uuid not null,
  -- What the issuer's processor calls it.
  reference text not null unique,
  created_at timestamptz not null,
  -- The bank's day on which it counts against limits.
  day date not null,
  -- Money back from a merchant: cleared_minor is what came.
  is_refund boolean not null default false,
  approved boolean not null,
  decline_reason text,
  channel text not null,
  mcc text not null check (mcc ~ '^[0-9]{4}$'),
  merchant_name text not null,
  merchant_city text,
  merchant_country text,
  -- As the merchant charged it.
  merchant_amount text not null,
  merchant_cleared text,
  merchant_currency text not null,
  rate text,
  authorized_minor numeric(38,0) not null default 0 check (authorized_minor >= 0),
  reversed_minor numeric(38,0) not null default 0 check (reversed_minor >= 0),
  cleared_minor numeric(38,0) not null default 0 check (cleared_minor >= 0),
  -- No more is to come: cleared for the last time, reversed whole, or expired.
  is_over boolean not null,
  -- Held money that nobody collects is free again then.
  expires_at timestamptz,
  reservation_id uuid,
  -- Of a refund: the payment that it gives back, where the merchant named it.
  refund_of uuid references cards.authorization (id),
  check (approved = (decline_reason is null))
);
create index authorization_by_account on cards.authorization (account_id, id desc);
create index authorization_to_expire on cards.authorization (expires_at) where expires_at is not null;

-- Messages of the issuer's processor that were handled, each once, with what was answered.
create table cards.message (
  id text primary key,
  authorization_id uuid,
  kind text not null,
  answer jsonb not null,
  received_at timestamptz not null
);

-- What an account's cards spent on a day (the bank's time zone), holds included; limits are checked against it.
create table cards.spent (
  account_id uuid not null,
  day date not null,
  amount_minor numeric(38,0) not null,
  primary key (account_id, day)
) with (fillfactor = 50);

-- What merchants collected beyond a card's balance: the bank paid it, and the next top-up pays it back.
create table cards.debt (
  account_id uuid primary key,
  amount_minor numeric(38,0) not null check (amount_minor >= 0)
);

-- What clients owe the bank: it paid merchants for them.
alter table ledger.accounts
  drop constraint accounts_kind_check,
  add constraint accounts_kind_check
    check (kind in ('client', 'card', 'nostro', 'fees', 'suspense', 'fx', 'custody', 'receivable'));

alter table transactions.transaction
  drop constraint payment_scheme_check,
  add constraint transaction_scheme_check
    check (scheme in ('SEPA', 'SEPA_INSTANT', 'SWIFT', 'OWN', 'INTERNAL', 'EXCHANGE', 'CARD', 'CARD_MOVE', 'CARD_FEE')) not valid;
