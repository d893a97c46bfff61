-- Less work for each payment.

-- PostgreSQL 18 reads the expression of a generated column again for every updated row when none of the columns it depends on changes. That was a
-- tenth of what settling cost. The column is written with the row instead; the texts that it holds never change.
alter table transactions.transaction alter column search drop expression;

-- A list whose values are all the same travels as one value.
create function platform.spread(list anyarray, size integer) returns anyarray language sql immutable parallel safe as $$
  select case when cardinality(list) = 1 then array_fill(list[1], array[size]) else list end
$$;

-- What became of the rows of a payout. A table of its own: a row of `payouts.row` is wide and in several indexes, and paying it wrote it again.
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
