-- The same results with less work for each transfer.
--  * Accounts are read once, not once for each entry.
--  * A settlement sorts nothing, and copies its lists only where something is refused.
--  * Entries are checked against their transfers by one look at each transfer.

create or replace function ledger.add_entries(ids uuid[], debits uuid[], credits uuid[], amounts numeric[], codes text[], ats timestamptz[], freed numeric[])
  returns void language plpgsql
  set enable_hashjoin = on as $$
#variable_conflict use_column
declare
  touched uuid[] := array(select distinct unnest(debits || credits));
begin
  with account as materialized (
    select id, last_seq, debits, credits, last_booked_at from ledger.accounts where id = any (touched)
  ), item as materialized (
    select unnest(ids) as id, unnest(debits) as debit, unnest(credits) as credit, unnest(amounts) as amount, unnest(ats) as at,
      unnest(freed) as freed, generate_series(1, cardinality(ids)) as ord
  ), leg as (
    select debit as account_id, id, -amount as amount, amount as debit, 0::numeric as credit, coalesce(freed, 0) as freed, at, ord from item
    union all
    select credit, id, amount, 0, amount, 0, at, ord from item
  ), turned as (
    select account_id, id, amount, row_number() over turn as place, sum(debit) over turn as debits, sum(credit) over turn as credits,
      sum(freed) over turn as freed, max(at) over turn as at, lead(id) over turn is null as is_newest
    from leg window turn as (partition by account_id order by ord)
  ), entry as materialized (
    select t.account_id, a.last_seq + t.place as seq, t.id as transfer_id, t.amount, a.debits + t.debits as debits,
      a.credits + t.credits as credits, greatest(a.last_booked_at, t.at) as booked_at, t.freed, t.is_newest
    from turned t join account a on a.id = t.account_id
  ), moved as (
    update ledger.accounts a
    set debits = newest.debits, credits = newest.credits, last_seq = newest.seq, last_booked_at = newest.booked_at,
      reserved = a.reserved - newest.freed
    from entry newest
    where newest.is_newest and a.id = newest.account_id
  )
  insert into ledger.entries (account_id, seq, transfer_id, amount, debits, credits, booked_at)
  select account_id, seq, transfer_id, amount, debits, credits, booked_at from entry;

  if codes && array['own', 'exchange'] then
    insert into ledger.own_moves (account_id, booked_at, seq, amount, counter_account_id)
    select e.account_id, e.booked_at, e.seq, e.amount,
      case when t.code = 'own' then case when e.amount < 0 then t.credit_account_id else t.debit_account_id end end
    from (select account_id, count(*) as legs from unnest(debits || credits) as leg (account_id) group by account_id) l
    join ledger.accounts a on a.id = l.account_id and a.client_id is not null
    join ledger.entries e on e.account_id = a.id and e.seq > a.last_seq - l.legs
    join ledger.transfers t on t.id = e.transfer_id and t.code in ('own', 'exchange');
  end if;
end $$;

-- As in 0114. The transfers of a settlement are neighbours in the lists.
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

  update ledger.reservations set status = 'settled', closed_at = now()
  where id = any (array(select id from unnest(reservation_ids, verdicts) as i (id, verdict) where verdict = 'ok'));
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

create or replace function ledger.check_entries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = on as $$
begin
  if exists (
    select from added e
    left join (
      select * from ledger.transfers where id = any (array(select distinct transfer_id from added))
    ) t on t.id = e.transfer_id
    group by e.transfer_id
    having count(*) <> 2 or sum(e.amount) <> 0
      or not bool_and(coalesce(e.account_id = case when e.amount < 0 then t.debit_account_id else t.credit_account_id end
                               and abs(e.amount) = t.amount, false))
  ) or exists (
    select from (select account_id, max(seq) as seq from added group by account_id) newest
    join added e using (account_id, seq)
    left join ledger.accounts a on a.id = e.account_id
    where (a.last_seq, a.debits, a.credits, a.last_booked_at) is distinct from (e.seq, e.debits, e.credits, e.booked_at)
  ) or (
    select count(distinct a.currency) > 1
    from (select distinct account_id from added) e join ledger.accounts a on a.id = e.account_id
  ) and exists (
    select from added e join ledger.accounts a on a.id = e.account_id group by e.transfer_id having count(distinct a.currency) <> 1
  ) then
    raise exception 'entries do not balance' using errcode = 'check_violation';
  end if;
  return null;
end $$;
