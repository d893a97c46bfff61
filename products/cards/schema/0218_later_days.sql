-- What a payment takes of the limits on days after its first: a merchant that raises the amount, or collects more than is held, takes it of the limits of that day.
-- A list of {day, amountMinor}, in the order of the days; the rest counts on `day`. Null: all of it counts there, as it does for payments of before.
alter table cards.authorization add column later_days jsonb;
