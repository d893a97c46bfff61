-- What the bank's bank has told of its entries: one that came with its transactions comes again without them in the statement of the day,
-- or the other way about, and is the same money.

create table rail.booked_entry (
  -- The account servicer's reference of the entry; where it gives none, that of its first transaction.
  key text primary key,
  -- Whether it is the servicer's own: the same in every message.
  is_named boolean not null,
  -- So many transactions were told; 0: the sum alone.
  told integer not null,
  account text,
  booked_on date,
  direction text not null check (direction in ('CRDT', 'DBIT')),
  currency text not null,
  amount_minor numeric(38, 0) not null,
  -- The key under which it came in the other form, where account, day and sum had to tell that it is the same.
  told_as text unique
);
create index booked_entry_by_sum on rail.booked_entry (booked_on, amount_minor) where told_as is null;
