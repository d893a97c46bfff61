-- A transfer names the transaction that it belongs to, so that each line of an account leads to its row. Until now the transfer's id was the
-- payment's, or its reservation was, or the payee's row spelt the payer's id in its end-to-end id.
--
-- `subject_id` is the transaction on the debited account; on the credited account it is the same, unless `credit_subject_id` names another:
-- the payee's row of a payment inside the bank.
--
-- The generated column writes the table once, and dropping its expression leaves a plain column: no second version of each row, and the
-- guard against changes stays on. Only payments inside the bank are updated.

alter table ledger.transfers
  add column subject_id uuid not null generated always as (coalesce(reservation_id, id)) stored,
  add column credit_subject_id uuid;
alter table ledger.transfers alter column subject_id drop expression;

alter table ledger.transfers disable trigger append_only;
update ledger.transfers t set credit_subject_id = payee.id
from (
  select id, account_id, end_to_end_id::uuid as payer_id from transactions.transaction
  where direction = 'CREDIT' and scheme in ('OWN', 'INTERNAL') and end_to_end_id ~ '^[0-9A-F]{32}$'
) as payee
where t.subject_id = payee.payer_id and t.credit_account_id = payee.account_id;
-- What the bank paid out in the payee's currency had an id of its own; it has the time of the payee's row.
update ledger.transfers t set subject_id = payee.end_to_end_id::uuid, credit_subject_id = payee.id
from transactions.transaction as payee
where t.code = 'payment' and t.reservation_id is null and t.credit_subject_id is null
  and payee.account_id = t.credit_account_id and payee.amount_minor = t.amount and payee.created_at = t.at
  and payee.direction = 'CREDIT' and payee.scheme in ('OWN', 'INTERNAL') and payee.end_to_end_id ~ '^[0-9A-F]{32}$';
alter table ledger.transfers enable always trigger append_only;

-- As in 0064, with the subjects; moves between own accounts are kept for every account that has an owner.
drop function ledger.book(uuid[], uuid[], uuid[], numeric[], text[], timestamptz[], uuid[]);
create function ledger.book(ids uuid[], debits uuid[], credits uuid[], amounts numeric[], codes text[], ats timestamptz[],
    reservation_ids uuid[], subject_ids uuid[], credit_subject_ids uuid[])
  returns void language plpgsql as $$
#variable_conflict use_column
begin
  with item as materialized (
    select * from unnest(ids, debits, credits, amounts, codes, ats, reservation_ids, subject_ids, credit_subject_ids)
      with ordinality as i (id, debit, credit, amount, code, at, reservation_id, subject_id, credit_subject_id, ord)
  ), written as (
    insert into ledger.transfers (id, debit_account_id, credit_account_id, amount, code, reservation_id, at, subject_id, credit_subject_id)
    select id, debit, credit, amount, code, reservation_id, at, subject_id, credit_subject_id from item order by ord
  ), leg as (
    select debit as account_id, id, -amount as amount, amount as debit, 0::numeric as credit, at, ord from item
    union all
    select credit, id, amount, 0, amount, at, ord from item
  ), entry as materialized (
    select l.account_id, a.last_seq + row_number() over turn as seq, l.id as transfer_id, l.amount,
      a.debits + sum(l.debit) over turn as debits, a.credits + sum(l.credit) over turn as credits,
      greatest(a.last_booked_at, max(l.at) over turn) as booked_at
    from leg l join ledger.accounts a on a.id = l.account_id
    window turn as (partition by l.account_id order by l.ord)
  ), moved as (
    update ledger.accounts a
    set debits = newest.debits, credits = newest.credits, last_seq = newest.seq, last_booked_at = newest.booked_at
    from (select distinct on (account_id) * from entry order by account_id, seq desc) newest
    where a.id = newest.account_id
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

drop function ledger.post(uuid[], uuid[], uuid[], numeric[], text[], timestamptz[]);
create function ledger.post(ids uuid[], debits uuid[], credits uuid[], amounts numeric[], codes text[], ats timestamptz[],
    subject_ids uuid[], credit_subject_ids uuid[])
  returns text[] language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  verdicts text[];
begin
  perform ledger.lock_accounts(debits || credits);
  verdicts := ledger.judge_transfers(ids, debits, credits, amounts);
  verdicts := ledger.judge_funds(debits, credits, amounts, verdicts);
  perform ledger.book(array_agg(id), array_agg(debit), array_agg(credit), array_agg(amount), array_agg(code), array_agg(at), null,
    array_agg(subject_id), array_agg(credit_subject_id))
  from (
    select * from unnest(ids, debits, credits, amounts, codes, ats, subject_ids, credit_subject_ids, verdicts)
      with ordinality as i (id, debit, credit, amount, code, at, subject_id, credit_subject_id, verdict, ord)
    where verdict = 'ok' order by ord
  ) accepted
  having count(*) > 0;
  return verdicts;
end $$;

drop function ledger.settle(uuid[], int[], uuid[], uuid[], uuid[], numeric[], text[], timestamptz[]);
create function ledger.settle(reservation_ids uuid[], settlements int[], ids uuid[], debits uuid[], credits uuid[], amounts numeric[],
    codes text[], ats timestamptz[], subject_ids uuid[], credit_subject_ids uuid[])
  returns text[] language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  verdicts text[];
begin
  perform ledger.lock_accounts(debits || credits || array(select account_id from ledger.reservations where id = any (reservation_ids)));
  with movement as (
    select settlement, debit, amount, verdict, ord
    from unnest(settlements, debits, amounts, ledger.judge_transfers(ids, debits, credits, amounts))
      with ordinality as i (settlement, debit, amount, verdict, ord)
  ), total as (
    select settlement, sum(amount) as amount, array_agg(distinct debit) as debits,
      (array_agg(verdict order by ord) filter (where verdict <> 'ok'))[1] as refused
    from movement group by settlement
  )
  select array_agg(case
      when r.status is distinct from 'open' then 'reservation_closed'
      when t.refused is not null then t.refused
      when t.debits <> array[r.account_id] or t.amount > r.amount then 'exceeds_reservation'
      else 'ok' end order by i.ord)
  into verdicts
  from unnest(reservation_ids) with ordinality as i (id, ord)
  left join ledger.reservations r on r.id = i.id
  left join total t on t.settlement = i.ord;

  -- First the reservations, then the transfers out of what they freed: available never falls below zero in between.
  perform ledger.close_reservations(array(
    select id from unnest(reservation_ids, verdicts) as i (id, verdict) where verdict = 'ok'), 'settled');
  perform ledger.book(array_agg(id), array_agg(debit), array_agg(credit), array_agg(amount), array_agg(code), array_agg(at),
    array_agg(reservation_ids[settlement]), array_agg(subject_id), array_agg(credit_subject_id))
  from (
    select * from unnest(settlements, ids, debits, credits, amounts, codes, ats, subject_ids, credit_subject_ids)
      with ordinality as i (settlement, id, debit, credit, amount, code, at, subject_id, credit_subject_id, ord)
    where verdicts[settlement] = 'ok' order by ord
  ) accepted
  having count(*) > 0;
  return verdicts;
end $$;
