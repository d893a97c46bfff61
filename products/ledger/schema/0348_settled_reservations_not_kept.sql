-- A payment's reservation was updated when it was settled and stayed for one purpose: to refuse its id if it came again. Its transfer has the same id and stays for ever, so the
-- transfer answers that now and the row is deleted. A reservation that is released, or that is settled without such a transfer, keeps its row. Earlier rows stay as they are.

-- Whoever deletes a reservation, the owner of the table included: a transfer has to have taken its place.
create function ledger.check_ended_reservations() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (
    select from ended where not exists (select from ledger.transfers t where t.id = ended.id and t.reservation_id = ended.id)
  ) then
    raise exception '% of ledger.% is refused: no transfer has the reservation''s id', tg_op, tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
drop trigger kept on ledger.reservations;
create trigger kept before truncate on ledger.reservations execute function ledger.refuse_change();
create trigger ended after delete on ledger.reservations referencing old table as ended
  for each statement execute function ledger.check_ended_reservations();
alter table ledger.reservations enable always trigger kept, enable always trigger ended;

-- Writes reservations that were judged. The transfers are read after the insert: it waits for a settlement that deletes a row with one of these ids, and then sees its transfer.
create function ledger.add_reservations(ids uuid[], account_ids uuid[], amounts numeric[]) returns void language plpgsql as $$
begin
  insert into ledger.reservations (id, account_id, amount) select unnest(ids), unnest(account_ids), unnest(amounts);
  if exists (select from ledger.transfers where id = any (ids) and reservation_id = id) then
    raise exception 'a reservation with this id was settled' using errcode = 'unique_violation';
  end if;
end $$;

-- As in 0068.
create or replace function ledger.reserve_all(ids uuid[], account_ids uuid[], amounts numeric[])
  returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  held bigint;
begin
  perform ledger.lock_accounts(account_ids);
  perform ledger.add_reservations(ids, account_ids, amounts);
  with moved as (
    update ledger.accounts a set reserved = a.reserved + total.amount
    from (
      select account_id, sum(amount) as amount, count(*) as items from (select unnest(account_ids) as account_id, unnest(amounts) as amount) item
      group by account_id
    ) total
    where a.id = total.account_id
    returning total.items
  )
  select coalesce(sum(items), 0) into held from moved;
  if held <> cardinality(ids) then
    raise exception 'an account to reserve on is unknown' using errcode = 'CA001';
  end if;
end $$;

-- As in 0003.
create or replace function ledger.reserve(ids uuid[], account_ids uuid[], amounts numeric[])
  returns text[] language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  verdicts text[];
begin
  perform ledger.lock_accounts(account_ids);
  select array_agg(case
      when i.amount <= 0 then 'amount_not_positive'
      when r.id is not null or t.id is not null then 'duplicate'
      when a.id is null then 'account_unknown'
      when a.closed_at is not null then 'account_closed'
      else 'ok' end order by i.ord)
  into verdicts
  from unnest(ids, account_ids, amounts) with ordinality as i (id, account_id, amount, ord)
  left join ledger.reservations r on r.id = i.id
  left join ledger.transfers t on t.id = i.id and t.reservation_id = i.id
  left join ledger.accounts a on a.id = i.account_id;
  verdicts := ledger.judge_funds(account_ids, array_fill(null::uuid, array[cardinality(ids)]), amounts, verdicts);
  select array_agg(id), array_agg(account_id), array_agg(amount) into ids, account_ids, amounts
  from unnest(ids, account_ids, amounts, verdicts) as i (id, account_id, amount, verdict) where verdict = 'ok';
  if ids is not null then
    perform ledger.add_reservations(ids, account_ids, amounts);
    update ledger.accounts a set reserved = a.reserved + s.amount
    from (
      select account_id, sum(amount) as amount from unnest(account_ids, amounts) as i (account_id, amount) group by account_id
    ) s where a.id = s.account_id;
  end if;
  return verdicts;
end $$;

-- As in 0114.
create or replace function ledger.draw(sources uuid[], ids uuid[], amounts numeric[])
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
      when r.id is not null or t.id is not null then 'duplicate'
      else 'ok' end order by i.ord)
  into verdicts
  from unnest(sources, ids, amounts) with ordinality as i (source, id, amount, ord)
  left join ledger.reservations s on s.id = i.source
  left join ledger.reservations r on r.id = i.id
  left join ledger.transfers t on t.id = i.id and t.reservation_id = i.id;

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

  perform ledger.add_reservations(array_agg(i.id), array_agg(s.account_id), array_agg(i.amount))
  from unnest(sources, ids, amounts, verdicts) as i (source, id, amount, verdict)
  join ledger.reservations s on s.id = i.source
  where i.verdict = 'ok'
  having count(*) > 0;
  update ledger.reservations s set drawn = s.drawn + total.amount
  from (
    select source, sum(amount) as amount from unnest(sources, amounts, verdicts) as i (source, amount, verdict) where verdict = 'ok' group by source
  ) total
  where s.id = total.source;
  return verdicts;
end $$;

-- As in 0121.
create or replace function ledger.settle(reservation_ids uuid[], settlements int[], ids uuid[], debits uuid[], credits uuid[], amounts numeric[],
    codes text[], ats timestamptz[], subject_ids uuid[], credit_subject_ids uuid[])
  returns text[] language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  judged text[];
  verdicts text[];
  statuses text[];
  payers uuid[];
  reserved numeric[];
  transfer_reservations uuid[];
  freed numeric[];
  ended uuid[];
  settled uuid[];
begin
  perform from ledger.reservations where id = any (reservation_ids) order by id for no key update;
  judged := ledger.judge_transfers(ids, debits, credits, amounts);
  select array_agg(r.status order by i.ord), array_agg(r.account_id order by i.ord), array_agg(r.amount - r.drawn order by i.ord)
  into statuses, payers, reserved
  from unnest(reservation_ids) with ordinality as i (id, ord) left join ledger.reservations r on r.id = i.id;

  with part as (
    select ord::int as settlement, status, held, 0::numeric as spent, false as is_foreign, null::bigint as refused
    from unnest(statuses, reserved) with ordinality as i (status, held, ord)
    union all
    select settlement, null, null, amount, debit <> payers[settlement], case when verdict <> 'ok' then ord end
    from unnest(settlements, debits, amounts, judged) with ordinality as i (settlement, debit, amount, verdict, ord)
  ), total as (
    select settlement, max(status) as status, max(held) as held, sum(spent) as spent, bool_or(is_foreign) as is_foreign, min(refused) as refused
    from part group by settlement
  )
  select array_agg(case
      when status is distinct from 'open' then 'reservation_closed'
      when refused is not null then judged[refused]
      when is_foreign or spent > held then 'exceeds_reservation'
      else 'ok' end order by settlement)
  into verdicts
  from total;

  if cardinality(array_remove(verdicts, 'ok')) > 0 then
    select coalesce(array_agg(settlement), '{}'), array_agg(id), array_agg(debit), array_agg(credit), array_agg(amount), array_agg(code),
      array_agg(at), array_agg(subject_id), array_agg(credit_subject_id)
    into settlements, ids, debits, credits, amounts, codes, ats, subject_ids, credit_subject_ids
    from (
      select * from unnest(settlements, ids, debits, credits, amounts, codes, ats, subject_ids, credit_subject_ids)
        with ordinality as i (settlement, id, debit, credit, amount, code, at, subject_id, credit_subject_id, ord)
      where verdicts[settlement] = 'ok' order by ord
    ) accepted;
  end if;
  if cardinality(ids) > 0 then
    select array_agg(reservation_ids[settlement] order by ord),
      array_agg(case when settlements[ord - 1] is distinct from settlement then reserved[settlement] else 0 end order by ord)
    into transfer_reservations, freed
    from unnest(settlements) with ordinality as i (settlement, ord);
    perform ledger.add_transfers(ids, debits, credits, amounts, codes, ats, transfer_reservations, subject_ids, credit_subject_ids);
  end if;
  ended := array(select id from unnest(ids, transfer_reservations) as i (id, reservation_id) where id = reservation_id);
  settled := array(
    select id from unnest(reservation_ids, verdicts) as i (id, verdict) where verdict = 'ok' except select unnest(ended));
  delete from ledger.reservations where id = any (ended);
  if cardinality(settled) > 0 then
    update ledger.reservations set status = 'settled', closed_at = now() where id = any (settled);
  end if;

  perform ledger.lock_accounts(payers || credits);
  if cardinality(ids) > 0 then
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

-- As in 0181.
create or replace function ledger.settle_all(reservation_ids uuid[], kept numeric[], settlements int[], ids uuid[], debits uuid[], credits uuid[],
    amounts numeric[], codes text[], ats timestamptz[], subject_ids uuid[], credit_subject_ids uuid[])
  returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  locked bigint;
  payers uuid[];
  gone numeric[];
  freed numeric[];
  transfer_reservations uuid[];
  ended int[];
  others int[];
begin
  perform from ledger.reservations where id = any (reservation_ids) order by id for no key update;
  get diagnostics locked = row_count;
  select array_agg(r.account_id order by i.ord), array_agg(r.amount - r.drawn - i.kept order by i.ord)
  into payers, gone
  from unnest(reservation_ids, kept) with ordinality as i (id, kept, ord)
  join ledger.reservations r on r.id = i.id and r.status = 'open'
  where i.kept >= 0 and r.amount - r.drawn >= i.kept;
  -- Unknown, closed, named twice, or to keep more than they hold.
  if locked <> cardinality(reservation_ids) or cardinality(payers) is distinct from cardinality(reservation_ids) then
    raise exception 'a reservation cannot be settled' using errcode = 'CA001';
  end if;
  if exists (
    select from unnest(settlements, debits, amounts) as i (settlement, debit, amount)
    group by settlement having (sum(amount) <= gone[settlement] and bool_and(debit = payers[settlement])) is not true
  ) then
    raise exception 'a settlement exceeds its reservation' using errcode = 'CA001';
  end if;

  if cardinality(ids) > 0 then
    select array_agg(reservation_ids[settlement] order by ord),
      array_agg(case when settlements[ord - 1] is distinct from settlement then gone[settlement] else 0 end order by ord)
    into transfer_reservations, freed
    from unnest(settlements) with ordinality as i (settlement, ord);
    perform ledger.add_transfers(ids, debits, credits, amounts, codes, ats, transfer_reservations, subject_ids, credit_subject_ids);
  end if;
  ended := array(
    select settlement from unnest(ids, settlements) as i (id, settlement) where id = reservation_ids[settlement] and kept[settlement] = 0);
  others := array(select generate_series(1, cardinality(reservation_ids)) except select unnest(ended));
  delete from ledger.reservations where id = any (array(select reservation_ids[place] from unnest(ended) as place));
  if cardinality(others) > 0 then
    update ledger.reservations r
    set drawn = case when i.kept > 0 then r.drawn + i.gone else r.drawn end,
      status = case when i.kept > 0 then 'open' when i.place = any (settlements) then 'settled' else 'released' end,
      closed_at = case when i.kept = 0 then now() end
    from (select place, reservation_ids[place] as id, kept[place] as kept, gone[place] as gone from unnest(others) as place) i
    where r.id = i.id and (i.gone > 0 or i.kept = 0);
  end if;

  perform ledger.lock_accounts(payers || credits);
  if cardinality(ids) > 0 then
    perform ledger.add_entries(ids, debits, credits, amounts, codes, ats, freed);
  end if;
  update ledger.accounts a set reserved = a.reserved - unspent.amount
  from (
    select payer, sum(amount) as amount from unnest(payers, gone) with ordinality as i (payer, amount, ord)
    where ord <> all (settlements) group by payer
  ) unspent
  where a.id = unspent.payer and unspent.amount > 0;
end $$;
