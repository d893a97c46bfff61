-- Exchange rates of real sources (docs/adr/0070-price-service.md), kept so that a restart and a second server have them at once. The sandbox's rates are computed
-- and never kept.

create schema price;

create table price.source (
  name text primary key check (name in ('reference', 'market')),
  -- The server that moves this on asks the source; the others read what it keeps.
  next_at timestamptz not null default '-infinity'
);
insert into price.source (name) values ('reference'), ('market');

-- The last rate that was accepted, units of the currency per euro.
create table price.rate (
  source text not null references price.source,
  currency text not null,
  rate numeric not null check (rate > 0),
  as_of timestamptz not null,
  primary key (source, currency)
);

-- A rate that is too far from the one before. It is not used until staff has accepted it or the source is back near the one before.
create table price.held_rate (
  id uuid primary key,
  source text not null references price.source,
  currency text not null,
  rate numeric not null check (rate > 0),
  as_of timestamptz not null,
  since timestamptz not null,
  unique (source, currency)
);
