-- Less work for each payment.

-- When an update changes no column that a generated column depends on, PostgreSQL 18 parses the generated column's expression again for every row.
-- That was a tenth of the cost of settling. The column is now written with the row; its texts never change.
alter table transactions.transaction alter column search drop expression;

-- A list whose values are all the same is sent as one value.
create function platform.spread(list anyarray, size integer) returns anyarray language sql immutable parallel safe as $$
  select case when cardinality(list) = 1 then array_fill(list[1], array[size]) else list end
$$;

-- The result of each row of a payout. A separate table, because `payouts.row` is wide and has several indexes, and paying rewrote its rows.
create table payouts.outcome (
  payout_id uuid not null,
  position integer not null,
  payment_id uuid,
  -- Why no payment was made of it: the code of a problem or of a field's problem, and the values of its sentence.
  refusal jsonb,
  primary key (payout_id, position),
  check ((payment_id is null) <> (refusal is null))
);
insert into payouts.outcome (payout_id, position, payment_id, refusal)
select payout_id, position, payment_id, refusal from payouts.row where payment_id is not null or refusal is not null;
create index outcome_refused on payouts.outcome (payout_id) where refusal is not null;

drop index payouts.row_unpaid;
alter table payouts.row drop column payment_id, drop column refusal;
