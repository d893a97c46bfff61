-- What comes out of a payout: what its pain.001 said of itself, so that a pain.002 can answer it; which rows another payout has taken over; whether the
-- same file may be paid again; and how much of it was announced.

alter table payouts.payout
  -- Of a pain.001: message id, name, time, number and sum; kept when rows are changed.
  add column original jsonb,
  -- Someone has said that this file is meant to be paid again.
  add column repeat_allowed boolean not null default false,
  -- Rows that came back and that the person who confirmed the payout has read of.
  add column told_unpaid integer not null default 0;

alter table payouts.row
  -- Of a pain.001: the ids of its PmtInf and its transaction, as they are in the file.
  add column original jsonb,
  -- The payout that pays this row again. A row is taken over once, unless that payout is discarded.
  add column repeated_in uuid;
