-- The payments of a part of a payout share one reservation, which names none of them. A payment that ends alone draws its money from it first.
alter table transactions.transaction add column held_by uuid;
