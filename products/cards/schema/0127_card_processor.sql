-- Cards that a processor makes: it keeps their numbers, and knows cards and holders by ids of its own.

alter table cards.card add column at_processor boolean not null default false;

-- What the processor has. Without a reference the card is still to be made.
create table cards.processor_card (
  card_id uuid primary key references cards.card (id),
  reference text unique,
  -- The status that it was last given.
  status text check (status in ('active', 'inactive', 'closed')),
  -- Why the card before was replaced.
  reason text check (reason in ('lost', 'stolen', 'damaged', 'renewal'))
);

-- One person has cards of several clients, each under another name and address.
create table cards.processor_holder (
  client_id uuid not null,
  person_id uuid not null,
  reference text not null unique,
  primary key (client_id, person_id)
);
