-- A balance line asks for many moments of the same weeks. Halving the numbers for each of them costs as much as reading about a hundred entries in their
-- order, so where the moments span no more than that, their entries are read once.

-- For each moment the number of the account's last entry before it, as `ledger.last_before` has it.
create function ledger.last_before_each(account uuid, moments timestamptz[])
  returns table (moment timestamptz, seq bigint) language plpgsql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  sorted timestamptz[] := array(select distinct m from unnest(moments) m order by m);
  first bigint := ledger.last_before(account, sorted[1]);
  newest bigint := ledger.last_before(account, sorted[cardinality(sorted)]);
  -- Numbers are found in a list of them several times faster than times. Each microsecond is another.
  bounds float8[] := array(select date_part('epoch', m) from unnest(sorted) m);
begin
  if newest - first > 100 * cardinality(sorted) then
    return query select m, ledger.last_before(account, m) from unnest(sorted) m;
  else
    return query
      with among as (
        select width_bucket(date_part('epoch', e.booked_at), bounds) as place, max(e.seq) as seq
        from ledger.entries e where e.account_id = account and e.seq > first and e.seq <= newest group by 1
      )
      select m, greatest(first, max(among.seq) over (order by s.place))
      from unnest(sorted) with ordinality as s (m, place) left join among on among.place = s.place - 1;
  end if;
end $$;
