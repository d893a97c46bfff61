-- What a wallet's asset cost its client, by average cost, as far as the ledger's entries were added up: a row for each day (UTC) with entries. Reading adds the
-- entries after the newest row, so that it does not take longer as a wallet's history grows.

create table trading.position (
  wallet_id uuid not null,
  day date not null,
  -- Number of the last entry of the wallet's account that is in it.
  seq bigint not null,
  -- Minor units of the asset; the others are minor units of the quote.
  quantity numeric(38, 0) not null,
  cost numeric(38, 0) not null,
  realised numeric(38, 0) not null,
  -- Minor units of the asset that arrived while there was no market price; they count as free.
  unpriced numeric(38, 0) not null,
  primary key (wallet_id, day)
);
