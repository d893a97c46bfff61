-- Prices of an external service for markets of our own (docs/adr/0070-price-service.md). They value a market that has not traded yet and limit its first orders; they
-- are never traded at. Prices are ticks, as in trading.book.

create table trading.reference_price (
  instrument text primary key,
  price bigint not null check (price > 0),
  at timestamptz not null,
  -- Later it is too old.
  usable_until timestamptz not null
) with (fillfactor = 50);

-- Where half hours that have ended closed. A row never changes, because costs of deposits follow from it.
create table trading.reference_candle (
  instrument text not null,
  starts_at timestamptz not null,
  close bigint not null check (close > 0),
  primary key (instrument, starts_at)
);
