-- What moved between own accounts, or was exchanged, as the accounts' entries have it. The transfer's own time (0024, 0041) is not
-- always the entry's: what is dated before an account's newest entry is booked later there, and at the end of a month the one time
-- lies in another period than the other.

create table ledger.own_moves (
  account_id uuid not null,
  booked_at timestamptz not null,
  seq bigint not null,
  -- As in the entry: positive for a credit, negative for a debit.
  amount numeric(38, 0) not null,
  -- The own account on the other side; none of an exchange, whose other side is the bank's.
  counter_account_id uuid,
  primary key (account_id, booked_at, seq) include (amount, counter_account_id)
);

insert into ledger.own_moves (account_id, booked_at, seq, amount, counter_account_id)
select e.account_id, e.booked_at, e.seq, e.amount,
  case when t.code = 'own' then case when e.amount < 0 then t.credit_account_id else t.debit_account_id end end
from ledger.transfers t
join ledger.entries e on e.transfer_id = t.id
join ledger.accounts a on a.id = e.account_id and a.kind = 'client'
where t.code in ('own', 'exchange');

create trigger append_only before update or delete or truncate on ledger.own_moves execute function ledger.refuse_change();
alter table ledger.own_moves enable always trigger append_only;

-- As in 0003, and then, where the list has such transfers, what they left on clients' accounts: the newest entries of each, as many
-- as the list has legs there. To a list of payments that is one look at their codes.
CREATE OR REPLACE FUNCTION ledger.book(ids uuid[], debits uuid[], credits uuid[], amounts numeric[], codes text[], ats timestamptz[], reservation_ids uuid[])
  RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  WITH item AS MATERIALIZED (
    SELECT * FROM unnest(ids, debits, credits, amounts, codes, ats, reservation_ids)
      WITH ORDINALITY AS i (id, debit, credit, amount, code, at, reservation_id, ord)
  ), written AS (
    INSERT INTO ledger.transfers (id, debit_account_id, credit_account_id, amount, code, reservation_id, at)
    SELECT id, debit, credit, amount, code, reservation_id, at FROM item ORDER BY ord
  ), leg AS (
    SELECT debit AS account_id, id, -amount AS amount, amount AS debit, 0::numeric AS credit, at, ord FROM item
    UNION ALL
    SELECT credit, id, amount, 0, amount, at, ord FROM item
  ), entry AS MATERIALIZED (
    SELECT l.account_id, a.last_seq + row_number() OVER turn AS seq, l.id AS transfer_id, l.amount,
      a.debits + sum(l.debit) OVER turn AS debits, a.credits + sum(l.credit) OVER turn AS credits,
      greatest(a.last_booked_at, max(l.at) OVER turn) AS booked_at
    FROM leg l JOIN ledger.accounts a ON a.id = l.account_id
    WINDOW turn AS (PARTITION BY l.account_id ORDER BY l.ord)
  ), moved AS (
    UPDATE ledger.accounts a
    SET debits = newest.debits, credits = newest.credits, last_seq = newest.seq, last_booked_at = newest.booked_at
    FROM (SELECT DISTINCT ON (account_id) * FROM entry ORDER BY account_id, seq DESC) newest
    WHERE a.id = newest.account_id
  )
  INSERT INTO ledger.entries (account_id, seq, transfer_id, amount, debits, credits, booked_at)
  SELECT account_id, seq, transfer_id, amount, debits, credits, booked_at FROM entry;

  IF codes && ARRAY['own', 'exchange'] THEN
    INSERT INTO ledger.own_moves (account_id, booked_at, seq, amount, counter_account_id)
    SELECT e.account_id, e.booked_at, e.seq, e.amount,
      CASE WHEN t.code = 'own' THEN CASE WHEN e.amount < 0 THEN t.credit_account_id ELSE t.debit_account_id END END
    FROM (SELECT account_id, count(*) AS legs FROM unnest(debits || credits) AS leg (account_id) GROUP BY account_id) l
    JOIN ledger.accounts a ON a.id = l.account_id AND a.kind = 'client'
    JOIN ledger.entries e ON e.account_id = a.id AND e.seq > a.last_seq - l.legs
    JOIN ledger.transfers t ON t.id = e.transfer_id AND t.code IN ('own', 'exchange');
  END IF;
END $$;

drop index ledger.transfers_own;
drop index ledger.transfers_exchanged_out;
drop index ledger.transfers_exchanged_in;
