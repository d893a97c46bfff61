-- Settling locks the accounts of a whole group, and from then to its commit the next orders of the same clients wait. Now it locks them last,
-- and does less.
--  * Reservations are closed and transfers written before the accounts are locked. Reservations are locked first, by id, wherever both are.
--  * An account is updated once. A second update in one transaction made PostgreSQL also check its currency against `ledger.currencies`.
--  * A list without anything to refuse, which is nearly every list, is judged as a whole; only others item by item.
--  * Totals are taken by grouping. The join that found them compared each settlement with each other one.
--  * Entries are checked with one look at each account instead of one for each entry.

create or replace function ledger.judge_transfers(ids uuid[], debits uuid[], credits uuid[], amounts numeric[])
  returns text[] language plpgsql as $$
declare
  touched uuid[] := array(select distinct unnest(debits || credits));
begin
  if not exists (
      select from unnest(debits, credits, amounts) as i (debit, credit, amount) where (amount > 0 and debit <> credit) is not true)
    and not exists (select from ledger.transfers where id = any (ids))
    and (
      select count(*) = cardinality(touched) and count(distinct currency) = 1 and count(closed_at) = 0
      from ledger.accounts where id = any (touched))
  then
    return array_fill('ok'::text, array[cardinality(ids)]);
  end if;
  return (
    select array_agg(case
        when i.amount <= 0 then 'amount_not_positive'
        when i.debit = i.credit then 'same_account'
        when t.id is not null then 'duplicate'
        when d.id is null or c.id is null then 'account_unknown'
        when d.closed_at is not null or c.closed_at is not null then 'account_closed'
        when d.currency <> c.currency then 'currency_mismatch'
        else 'ok' end order by i.ord)
    from unnest(ids, debits, credits, amounts) with ordinality as i (id, debit, credit, amount, ord)
    left join ledger.transfers t on t.id = i.id
    left join ledger.accounts d on d.id = i.debit
    left join ledger.accounts c on c.id = i.credit
  );
end $$;

create function ledger.add_transfers(ids uuid[], debits uuid[], credits uuid[], amounts numeric[], codes text[], ats timestamptz[],
    reservation_ids uuid[], subject_ids uuid[], credit_subject_ids uuid[])
  returns void language sql as $$
  insert into ledger.transfers (id, debit_account_id, credit_account_id, amount, code, at, reservation_id, subject_id, credit_subject_id)
  select unnest(ids), unnest(debits), unnest(credits), unnest(amounts), unnest(codes), unnest(ats), unnest(reservation_ids),
    unnest(subject_ids), unnest(credit_subject_ids)
$$;

-- The entries of transfers that were written, on accounts that are locked. `freed`: what stops being reserved on the debited account
-- with this transfer.
create function ledger.add_entries(ids uuid[], debits uuid[], credits uuid[], amounts numeric[], codes text[], ats timestamptz[], freed numeric[])
  returns void language plpgsql as $$
#variable_conflict use_column
begin
  with item as materialized (
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
    from turned t join ledger.accounts a on a.id = t.account_id
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

create or replace function ledger.post(ids uuid[], debits uuid[], credits uuid[], amounts numeric[], codes text[], ats timestamptz[],
    subject_ids uuid[], credit_subject_ids uuid[])
  returns text[] language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  verdicts text[];
begin
  perform ledger.lock_accounts(debits || credits);
  verdicts := ledger.judge_transfers(ids, debits, credits, amounts);
  verdicts := ledger.judge_funds(debits, credits, amounts, verdicts);
  if array_position(verdicts, 'ok') is null then
    return verdicts;
  end if;
  if cardinality(array_remove(verdicts, 'ok')) > 0 then
    select array_agg(id), array_agg(debit), array_agg(credit), array_agg(amount), array_agg(code), array_agg(at), array_agg(subject_id),
      array_agg(credit_subject_id)
    into ids, debits, credits, amounts, codes, ats, subject_ids, credit_subject_ids
    from (
      select * from unnest(ids, debits, credits, amounts, codes, ats, subject_ids, credit_subject_ids, verdicts)
        with ordinality as i (id, debit, credit, amount, code, at, subject_id, credit_subject_id, verdict, ord)
      where verdict = 'ok' order by ord
    ) accepted;
  end if;
  perform ledger.add_transfers(ids, debits, credits, amounts, codes, ats, null, subject_ids, credit_subject_ids);
  perform ledger.add_entries(ids, debits, credits, amounts, codes, ats, null);
  return verdicts;
end $$;
drop function ledger.book(uuid[], uuid[], uuid[], numeric[], text[], timestamptz[], uuid[], uuid[], uuid[]);

-- Accounts are judged before they are locked. One that is closed in between breaks a constraint, and with it the transaction: it is judged
-- again when that is repeated.
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
    select i.ord::int as settlement, r.status, r.account_id, r.amount as held, 0::numeric as spent, null::text as refusal, 0 as ord
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

create or replace function ledger.release(ids uuid[])
  returns text[] language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  verdicts text[];
begin
  perform from ledger.reservations where id = any (ids) order by id for no key update;
  perform ledger.lock_accounts(array(select account_id from ledger.reservations where id = any (ids)));
  select array_agg(case when r.status = 'open' then 'ok' else 'reservation_closed' end order by i.ord) into verdicts
  from unnest(ids) with ordinality as i (id, ord) left join ledger.reservations r on r.id = i.id;
  perform ledger.close_reservations(ids, 'released');
  return verdicts;
end $$;

create or replace function ledger.check_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select from added e
    left join ledger.transfers t on t.id = e.transfer_id
    group by e.transfer_id
    having count(*) <> 2 or sum(e.amount) <> 0
      or not bool_and(coalesce(e.account_id = case when e.amount < 0 then t.debit_account_id else t.credit_account_id end
                               and abs(e.amount) = t.amount, false))
  ) or exists (
    select from (select distinct on (account_id) * from added order by account_id, seq desc) e
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
