-- Pays transfers out of open reservations and frees what each of these need not keep: all of it or nothing, for callers that expect no refusal.
-- `kept` is what a reservation holds afterwards; with zero it ends. The transfers of a reservation are neighbours in the lists.
--
-- Only the reservations are judged here. What else `settle` refuses breaks a constraint: an amount that is not positive, an account twice, an id that is
-- in use (transfers); an account that is closed (accounts); one that is unknown or has another currency (`check_entries`).
create function ledger.settle_all(reservation_ids uuid[], kept numeric[], settlements int[], ids uuid[], debits uuid[], credits uuid[],
    amounts numeric[], codes text[], ats timestamptz[], subject_ids uuid[], credit_subject_ids uuid[])
  returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  locked bigint;
  payers uuid[];
  gone numeric[];
  freed numeric[];
  transfer_reservations uuid[];
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

  update ledger.reservations r
  set drawn = case when i.kept > 0 then r.drawn + i.gone else r.drawn end,
    status = case when i.kept > 0 then 'open' when i.ord = any (settlements) then 'settled' else 'released' end,
    closed_at = case when i.kept = 0 then now() end
  from unnest(reservation_ids, kept, gone) with ordinality as i (id, kept, gone, ord)
  where r.id = i.id and (i.gone > 0 or i.kept = 0);

  if cardinality(ids) > 0 then
    select array_agg(reservation_ids[settlement] order by ord),
      array_agg(case when settlements[ord - 1] is distinct from settlement then gone[settlement] else 0 end order by ord)
    into transfer_reservations, freed
    from unnest(settlements) with ordinality as i (settlement, ord);
    perform ledger.add_transfers(ids, debits, credits, amounts, codes, ats, transfer_reservations, subject_ids, credit_subject_ids);
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
