-- The day from which an incoming payment counts, where the bank's statement names an earlier one than that of our booking (PSD2, article 87:
-- no later than the day on which our own account was credited). Null: the day of the booking.
alter table transactions.transaction add column value_on date;
alter table clearing.suspense add column value_on date;
