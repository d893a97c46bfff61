-- What the bank's bank says lies on our accounts there at the end of a day, as its statements (camt.053) tell it. `verify` compares it with the entries that
-- were booked. A corrected statement of a day replaces the first.
create table clearing.closing_balance (
  account text not null,
  currency text not null,
  day date not null,
  amount_minor numeric(38, 0) not null,
  read_at timestamptz not null,
  primary key (account, currency, day)
);
