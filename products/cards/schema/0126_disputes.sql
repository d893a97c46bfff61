-- Disputes of card payments. A won one is credited by a payment of its own, which names it: once.

create table cards.dispute (
  id uuid primary key,
  client_id uuid not null,
  card_id uuid not null references cards.card (id),
  authorization_id uuid not null references cards.authorization (id),
  status text not null check (status in ('OPEN', 'IN_REVIEW', 'WON', 'LOST', 'WITHDRAWN', 'REFUNDED')),
  reason text not null,
  text text not null,
  -- What is disputed: as the client said, or less after a refund of the shop.
  amount_minor numeric(38,0) not null check (amount_minor >= 0),
  document_ids uuid[] not null,
  opened_by uuid not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  check ((closed_at is null) = (status in ('OPEN', 'IN_REVIEW')))
);
create index dispute_by_authorization on cards.dispute (authorization_id, id desc);
-- A payment is disputed once; after a withdrawal again.
create unique index dispute_once on cards.dispute (authorization_id) where status <> 'WITHDRAWN';

alter table cards.authorization add column dispute_id uuid unique references cards.dispute (id);
create index authorization_by_origin on cards.authorization (refund_of) where refund_of is not null;
