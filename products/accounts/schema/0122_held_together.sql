-- The payments of one part of a payout share a reservation. Null: the payment has its own reservation, under its id.
alter table transactions.transaction add column held_by uuid;
