-- A reservation may be drawn on: parts of it become reservations of their own, which are settled or released one by one. A bulk payout holds its
-- total once, and each of its payments draws its amount. What is drawn changes hands inside the reserved amount, so no account is locked.

alter table ledger.reservations add column drawn numeric(38, 0) not null default 0;
alter table ledger.reservations add constraint reservations_drawn_check check (drawn >= 0 and drawn <= amount);

-- One verdict for each item: as if the items were drawn one after the other.
create function ledger.draw(sources uuid[], ids uuid[], amounts numeric[])
  returns text[] language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  verdicts text[];
  drawing record;
  available numeric;
begin
  perform from ledger.reservations where id = any (sources) order by id for no key update;
  select array_agg(case
      when i.amount <= 0 then 'amount_not_positive'
      when s.status is distinct from 'open' then 'reservation_closed'
      when r.id is not null then 'duplicate'
      else 'ok' end order by i.ord)
  into verdicts
  from unnest(sources, ids, amounts) with ordinality as i (source, id, amount, ord)
  left join ledger.reservations s on s.id = i.source
  left join ledger.reservations r on r.id = i.id;

  -- Only a source that cannot give all is gone through item by item.
  for drawing in
    select s.id, s.amount - s.drawn as available
    from (
      select source, sum(amount) as amount from unnest(sources, amounts, verdicts) as i (source, amount, verdict)
      where verdict = 'ok' group by source
    ) wanted
    join ledger.reservations s on s.id = wanted.source
    where wanted.amount > s.amount - s.drawn
  loop
    available := drawing.available;
    for place in 1 .. cardinality(ids) loop
      continue when sources[place] <> drawing.id or verdicts[place] <> 'ok';
      if amounts[place] > available then
        verdicts[place] := 'exceeds_reservation';
      else
        available := available - amounts[place];
      end if;
    end loop;
  end loop;

  with accepted as materialized (
    select i.source, i.id, i.amount from unnest(sources, ids, amounts, verdicts) as i (source, id, amount, verdict) where verdict = 'ok'
  ), written as (
    insert into ledger.reservations (id, account_id, amount)
    select a.id, s.account_id, a.amount from accepted a join ledger.reservations s on s.id = a.source
  )
  update ledger.reservations s set drawn = s.drawn + total.amount
  from (select source, sum(amount) as amount from accepted group by source) total
  where s.id = total.source;
  return verdicts;
end $$;

create or replace function ledger.close_reservations(ids uuid[], new_status text) returns void language plpgsql as $$
begin
  with closed as (
    update ledger.reservations set status = new_status, closed_at = now()
    where id = any (ids) and status = 'open' returning account_id, amount - drawn as amount
  )
  update ledger.accounts a set reserved = a.reserved - s.amount
  from (select account_id, sum(amount) as amount from closed group by account_id) s where a.id = s.account_id;
end $$;

-- As in 0112; what was drawn is no longer the reservation's to spend or to free.
create or replace function ledger.settle(reservation_ids uuid[], settlements int[], ids uuid[], debits uuid[], credits uuid[], amounts numeric[],
    codes text[], ats timestamptz[], subject_ids uuid[], credit_subject_ids uuid[])
  returns text[] language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  judged text[];
  verdicts text[];
  payers uuid[];
  reserved numeric[];
  transfer_reservations uuid[];
  freed numeric[];
begin
  perform from ledger.reservations where id = any (reservation_ids) order by id for no key update;
  judged := ledger.judge_transfers(ids, debits, credits, amounts);
  with part as (
    select i.ord::int as settlement, r.status, r.account_id, r.amount - r.drawn as held, 0::numeric as spent, null::text as refusal, 0 as ord
    from unnest(reservation_ids) with ordinality as i (id, ord) left join ledger.reservations r on r.id = i.id
    union all
    select settlement, null, debit, null, amount, nullif(verdict, 'ok'), ord
    from unnest(settlements, debits, amounts, judged) with ordinality as i (settlement, debit, amount, verdict, ord)
  ), total as (
    select settlement, max(status) as status, max(held) as held, sum(spent) as spent, count(distinct account_id) as accounts,
      (array_agg(account_id) filter (where ord = 0))[1] as payer,
      (array_agg(refusal order by ord) filter (where refusal is not null))[1] as refusal
    from part group by settlement
  )
  select array_agg(case
      when status is distinct from 'open' then 'reservation_closed'
      when refusal is not null then refusal
      when accounts > 1 or spent > held then 'exceeds_reservation'
      else 'ok' end order by settlement),
    array_agg(payer order by settlement), array_agg(held order by settlement)
  into verdicts, payers, reserved
  from total;

  update ledger.reservations set status = 'settled', closed_at = now()
  where id = any (array(select id from unnest(reservation_ids, verdicts) as i (id, verdict) where verdict = 'ok'));
  select array_agg(id), array_agg(debit), array_agg(credit), array_agg(amount), array_agg(code), array_agg(at),
    array_agg(subject_id), array_agg(credit_subject_id), array_agg(reservation_ids[settlement]),
    array_agg(case when is_first then reserved[settlement] else 0 end)
  into ids, debits, credits, amounts, codes, ats, subject_ids, credit_subject_ids, transfer_reservations, freed
  from (
    select *, row_number() over (partition by settlement order by ord) = 1 as is_first
    from unnest(settlements, ids, debits, credits, amounts, codes, ats, subject_ids, credit_subject_ids)
      with ordinality as i (settlement, id, debit, credit, amount, code, at, subject_id, credit_subject_id, ord)
    where verdicts[settlement] = 'ok' order by ord
  ) accepted;
  if ids is not null then
    perform ledger.add_transfers(ids, debits, credits, amounts, codes, ats, transfer_reservations, subject_ids, credit_subject_ids);
  end if;

  perform ledger.lock_accounts(payers || credits);
  if ids is not null then
    perform ledger.add_entries(ids, debits, credits, amounts, codes, ats, freed);
  end if;
  -- What is settled without a transfer is only freed.
  if (select count(distinct settlement) from unnest(settlements) as settlement) < cardinality(reservation_ids) then
    update ledger.accounts a set reserved = a.reserved - unspent.amount
    from (
      select payer, sum(amount) as amount
      from unnest(payers, reserved, verdicts) with ordinality as i (payer, amount, verdict, settlement)
      where verdict = 'ok' and settlement <> all (settlements) group by payer
    ) unspent
    where a.id = unspent.payer;
  end if;
  return verdicts;
end $$;
