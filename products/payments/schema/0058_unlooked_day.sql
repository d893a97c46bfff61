-- What of a client's payments to others nobody at the bank has looked at, in a bank's day.
--
-- Screening looks at a large payment; sent in pieces it would be many small ones. One row for each client, of their latest day only: it is
-- also the lock that lets two payments of the same moment be counted one after the other.

create table payments.unlooked_day (
  client_id uuid primary key,
  day date not null,
  -- Together worth about so many euro cents.
  worth_minor bigint not null check (worth_minor >= 0)
);
