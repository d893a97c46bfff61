-- Requests for money: what a client asks somebody to pay, and the links to the public pages that tell a payer what to enter.
--
-- A credit that arrives (or moves inside the bank) and quotes a request's reference is counted into it under the request's lock, once:
-- `request_event.payment_id` is unique. `received_minor` is the sum of those events. Money is the ledger's; nothing here moves any.

create schema requests;

create table requests.request (
  id uuid primary key,
  client_id uuid not null,
  account_id uuid not null,
  -- As the payer was told it: an IBAN, or the number of an account that has none.
  creditor_account text not null,
  creditor_name text not null,
  -- ISO 11649.
  reference text not null unique check (reference ~ '^RF[0-9]{2}[A-Z0-9]{1,21}$'),
  currency text not null,
  amount_minor numeric(38, 0) not null check (amount_minor > 0),
  received_minor numeric(38, 0) not null default 0 check (received_minor >= 0),
  status text not null default 'PENDING' check (status in ('PENDING', 'OVERDUE', 'EXECUTED', 'CANCELED')),
  version integer not null default 1,
  payer_name text not null,
  payer_email text,
  payer_account text,
  details text not null,
  due_on date,
  document_ids uuid[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (status <> 'EXECUTED' or received_minor >= amount_minor),
  check (status not in ('PENDING', 'OVERDUE') or received_minor < amount_minor)
);
-- The list, newest first.
create index on requests.request (client_id, id desc);
-- What may be late.
create index on requests.request (due_on) where status = 'PENDING' and due_on is not null;

create table requests.request_event (
  request_id uuid not null references requests.request,
  -- The request's version that it made.
  version integer not null,
  event text not null
    check (event in ('CREATED', 'RECEIVED', 'OVERDUE', 'CANCELED', 'OTHER_CURRENCY', 'AFTER_CANCEL')),
  status text not null,
  at timestamptz not null,
  -- Who did it, or who paid.
  actor text,
  -- The payment that was counted, or was not; each once in all.
  payment_id uuid unique,
  amount_minor numeric(38, 0),
  currency text,
  primary key (request_id, version),
  check ((payment_id is null) = (amount_minor is null) and (payment_id is null) = (currency is null))
);

create table requests.link (
  id uuid primary key,
  client_id uuid not null,
  account_id uuid not null,
  -- Null: the page of the account itself.
  request_id uuid references requests.request,
  -- SHA-256 of the token, which is found by it; the token itself, sealed, for its owner to copy again.
  token_hash bytea not null unique,
  sealed_token bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
-- One link that lives for each account and each request.
create unique index on requests.link (client_id, account_id) where request_id is null and revoked_at is null;
create unique index on requests.link (request_id) where request_id is not null and revoked_at is null;
create index on requests.link (client_id, id desc) where revoked_at is null;
