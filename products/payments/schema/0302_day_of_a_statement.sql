-- The day of the closing balance of the statement that told the entry: some banks write no day of booking into the entries themselves. Only `verify` reads it; whether
-- two entries are the same is still told by their own day.
alter table clearing.booked_entry add column closed_on date;
