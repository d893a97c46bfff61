-- Which payment made what a card owes. Its repayment is booked as part of that payment, so that the lines of a statement add up to what each payment
-- says. Debts from before have no part: their repayment is part of the transaction that brings the money, as it was.
create table cards.debt_part (
  authorization_id uuid primary key,
  account_id uuid not null,
  amount_minor numeric(38,0) not null check (amount_minor > 0)
);
create index debt_part_account on cards.debt_part (account_id);
