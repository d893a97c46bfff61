-- The ledger: accounts, transfers between two of them, the entries that a transfer leaves on each, and reservations.
--
-- Why so much of it is SQL: money is safe only where it is locked, judged and written in one place. Four functions are the
-- only writers of entries and balances (post, reserve, settle, release). Each takes a list as arrays, locks every account
-- it touches in id order, judges item by item in list order, writes what was accepted with one set-based statement and
-- returns one verdict per item: 'ok' or the reason of refusal. A refused item never fails its neighbours.
--
-- Signs: accounts are credit-normal. posted = credits - debits, available = posted - reserved. An entry's amount is
-- positive for a credit and negative for a debit. All amounts are whole minor units.
CREATE SCHEMA ledger;

CREATE TABLE ledger.currencies (
  code text PRIMARY KEY,
  exponent smallint NOT NULL CHECK (exponent BETWEEN 0 AND 18)
);
INSERT INTO ledger.currencies (code, exponent) VALUES
  ('EUR', 2), ('USD', 2), ('GBP', 2), ('CHF', 2), ('PLN', 2), ('CZK', 2), ('SEK', 2), ('JPY', 0), ('KWD', 3),
  ('BTC', 8), ('ETH', 18), ('TON', 9), ('EPI', 8), ('PFE', 8);

CREATE TABLE ledger.accounts (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('client', 'nostro', 'fees', 'suspense', 'fx')),
  currency text NOT NULL REFERENCES ledger.currencies,
  -- The owner; an id of identity, which the ledger does not know. The bank's own accounts have none.
  client_id uuid CHECK ((client_id IS NULL) = (kind <> 'client')),
  allow_negative boolean NOT NULL,
  closed_at timestamptz,
  -- Totals over all entries, and the number and booking time of the newest one.
  debits numeric(38,0) NOT NULL DEFAULT 0,
  credits numeric(38,0) NOT NULL DEFAULT 0,
  last_seq bigint NOT NULL DEFAULT 0,
  last_booked_at timestamptz NOT NULL DEFAULT '-infinity',
  -- Sum of the open reservations.
  reserved numeric(38,0) NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  CONSTRAINT accounts_not_overdrawn CHECK (allow_negative OR credits - debits - reserved >= 0),
  CONSTRAINT accounts_closed_empty CHECK (closed_at IS NULL OR (credits = debits AND reserved = 0))
) WITH (fillfactor = 60); -- room for the next version of a row on its own page: no index is touched by a posting
CREATE UNIQUE INDEX accounts_bank_key ON ledger.accounts (kind, currency) WHERE client_id IS NULL;

CREATE TABLE ledger.reservations (
  id uuid PRIMARY KEY,
  -- No foreign key: reserve() holds the account's lock, and accounts are for ever; the check would cost more than the row.
  account_id uuid NOT NULL,
  amount numeric(38,0) NOT NULL CHECK (amount > 0),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'settled', 'released')),
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  CHECK ((status = 'open') = (closed_at IS NULL))
) WITH (fillfactor = 80);

-- One row moves one amount from one account to another, so it is balanced by its shape.
CREATE TABLE ledger.transfers (
  id uuid PRIMARY KEY,
  debit_account_id uuid NOT NULL,
  credit_account_id uuid NOT NULL,
  amount numeric(38,0) NOT NULL CHECK (amount > 0),
  code text NOT NULL,
  reservation_id uuid,
  at timestamptz NOT NULL,
  CHECK (debit_account_id <> credit_account_id)
);

-- What a transfer did to one account. seq counts from 1 without gaps; debits and credits are the account's totals after the
-- entry; booked_at never falls along seq. So a balance at any time is one index look-up and never a sum.
CREATE TABLE ledger.entries (
  account_id uuid NOT NULL,
  seq bigint NOT NULL,
  transfer_id uuid NOT NULL,
  amount numeric(38,0) NOT NULL CHECK (amount <> 0),
  debits numeric(38,0) NOT NULL,
  credits numeric(38,0) NOT NULL,
  booked_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, seq)
);
CREATE INDEX entries_by_time ON ledger.entries (account_id, booked_at, seq);

-- Entries and transfers are for ever: nobody changes or removes one, the owner of the tables included. ALWAYS: not even
-- where a session poses as a replica. Statement triggers on other verbs cost an INSERT nothing.
CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of ledger.% is refused: the books are append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.entries EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.transfers EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON ledger.accounts EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER fixed BEFORE UPDATE OF id, kind, currency, client_id ON ledger.accounts EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON ledger.reservations EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER fixed BEFORE UPDATE OF id, account_id, amount ON ledger.reservations EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.entries ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE ledger.transfers ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE ledger.accounts ENABLE ALWAYS TRIGGER kept, ENABLE ALWAYS TRIGGER fixed;
ALTER TABLE ledger.reservations ENABLE ALWAYS TRIGGER kept, ENABLE ALWAYS TRIGGER fixed;

-- Proves each INSERT of entries as a whole, whoever wrote it: every transfer in it has its two legs, which add up to zero, in
-- one currency; and every account's totals are those of its newest entry.
CREATE FUNCTION ledger.check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added e
    LEFT JOIN ledger.transfers t ON t.id = e.transfer_id
    LEFT JOIN ledger.accounts a ON a.id = e.account_id
    GROUP BY e.transfer_id
    HAVING count(*) <> 2 OR sum(e.amount) <> 0 OR count(DISTINCT a.currency) <> 1
      OR NOT bool_and(coalesce(e.account_id = CASE WHEN e.amount < 0 THEN t.debit_account_id ELSE t.credit_account_id END
                               AND abs(e.amount) = t.amount AND e.seq <= a.last_seq, false))
  ) OR EXISTS (
    SELECT FROM (SELECT DISTINCT ON (account_id) * FROM added ORDER BY account_id, seq DESC) e
    JOIN ledger.accounts a ON a.id = e.account_id
    WHERE (a.last_seq, a.debits, a.credits, a.last_booked_at) <> (e.seq, e.debits, e.credits, e.booked_at)
  ) THEN
    RAISE EXCEPTION 'entries do not balance' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER balanced AFTER INSERT ON ledger.entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_entries();
ALTER TABLE ledger.entries ENABLE ALWAYS TRIGGER balanced;

-- The four entry points (post, reserve, settle, release) plan for index look-ups only, and so do the helpers they call: plans are
-- kept per connection, and one made while a table was small would read all of it after it grew.

-- Locks accounts in id order, which is what makes deadlocks impossible. NO KEY: foreign keys to accounts do not wait.
CREATE FUNCTION ledger.lock_accounts(account_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ledger.accounts WHERE id = ANY (account_ids) ORDER BY id FOR NO KEY UPDATE;
END $$;

-- What can be said of each transfer without looking at funds. The first reason that applies, in this order; a known id comes
-- before the state of the accounts, so that a repeated call always hears 'duplicate'.
CREATE FUNCTION ledger.judge_transfers(ids uuid[], debits uuid[], credits uuid[], amounts numeric[])
  RETURNS text[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN (
    SELECT array_agg(CASE
        WHEN i.amount <= 0 THEN 'amount_not_positive'
        WHEN i.debit = i.credit THEN 'same_account'
        WHEN t.id IS NOT NULL THEN 'duplicate'
        WHEN d.id IS NULL OR c.id IS NULL THEN 'account_unknown'
        WHEN d.closed_at IS NOT NULL OR c.closed_at IS NOT NULL THEN 'account_closed'
        WHEN d.currency <> c.currency THEN 'currency_mismatch'
        ELSE 'ok' END ORDER BY i.ord)
    FROM unnest(ids, debits, credits, amounts) WITH ORDINALITY AS i (id, debit, credit, amount, ord)
    LEFT JOIN ledger.transfers t ON t.id = i.id
    LEFT JOIN ledger.accounts d ON d.id = i.debit
    LEFT JOIN ledger.accounts c ON c.id = i.credit
  );
END $$;

-- Funds. An account whose outflows in the whole list fit into what it has now cannot run short in any order. What touches one
-- of the others is walked in list order, in memory: an outflow needs what is there at its turn, earlier inflows included.
-- The result equals that of posting one by one.
CREATE FUNCTION ledger.judge_funds(sources uuid[], targets uuid[], amounts numeric[], verdicts text[])
  RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  short uuid[];
  available numeric[];
  item record;
BEGIN
  SELECT array_agg(a.id), array_agg(a.credits - a.debits - a.reserved) INTO short, available
  FROM (
    SELECT source, sum(amount) AS outflow FROM unnest(sources, amounts, verdicts) AS i (source, amount, verdict)
    WHERE verdict = 'ok' GROUP BY source
  ) o
  JOIN ledger.accounts a ON a.id = o.source
  WHERE NOT a.allow_negative AND a.credits - a.debits - a.reserved < o.outflow;
  IF short IS NULL THEN RETURN verdicts; END IF;

  FOR item IN
    SELECT ord, amount, array_position(short, source) AS source, array_position(short, target) AS target
    FROM unnest(sources, targets, amounts, verdicts) WITH ORDINALITY AS i (source, target, amount, verdict, ord)
    WHERE verdict = 'ok' AND (source = ANY (short) OR target = ANY (short))
    ORDER BY ord
  LOOP
    IF available[item.source] < item.amount THEN
      verdicts[item.ord] := 'insufficient_funds';
      CONTINUE;
    END IF;
    IF item.source IS NOT NULL THEN available[item.source] := available[item.source] - item.amount; END IF;
    IF item.target IS NOT NULL THEN available[item.target] := available[item.target] + item.amount; END IF;
  END LOOP;
  RETURN verdicts;
END $$;

-- Writes judged transfers, their entries and the new totals. Accounts are locked by the caller. An account's booking time
-- never goes back: a transfer dated before the account's newest entry is booked at that entry's time.
CREATE FUNCTION ledger.book(ids uuid[], debits uuid[], credits uuid[], amounts numeric[], codes text[], ats timestamptz[], reservation_ids uuid[])
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
END $$;

CREATE FUNCTION ledger.post(ids uuid[], debits uuid[], credits uuid[], amounts numeric[], codes text[], ats timestamptz[])
  RETURNS text[] LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  verdicts text[];
BEGIN
  PERFORM ledger.lock_accounts(debits || credits);
  verdicts := ledger.judge_transfers(ids, debits, credits, amounts);
  verdicts := ledger.judge_funds(debits, credits, amounts, verdicts);
  PERFORM ledger.book(array_agg(id), array_agg(debit), array_agg(credit), array_agg(amount), array_agg(code), array_agg(at), NULL)
  FROM (
    SELECT * FROM unnest(ids, debits, credits, amounts, codes, ats, verdicts)
      WITH ORDINALITY AS i (id, debit, credit, amount, code, at, verdict, ord)
    WHERE verdict = 'ok' ORDER BY ord
  ) accepted
  HAVING count(*) > 0;
  RETURN verdicts;
END $$;

CREATE FUNCTION ledger.reserve(ids uuid[], account_ids uuid[], amounts numeric[])
  RETURNS text[] LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  verdicts text[];
BEGIN
  PERFORM ledger.lock_accounts(account_ids);
  SELECT array_agg(CASE
      WHEN i.amount <= 0 THEN 'amount_not_positive'
      WHEN r.id IS NOT NULL THEN 'duplicate'
      WHEN a.id IS NULL THEN 'account_unknown'
      WHEN a.closed_at IS NOT NULL THEN 'account_closed'
      ELSE 'ok' END ORDER BY i.ord)
  INTO verdicts
  FROM unnest(ids, account_ids, amounts) WITH ORDINALITY AS i (id, account_id, amount, ord)
  LEFT JOIN ledger.reservations r ON r.id = i.id
  LEFT JOIN ledger.accounts a ON a.id = i.account_id;
  verdicts := ledger.judge_funds(account_ids, array_fill(NULL::uuid, ARRAY[cardinality(ids)]), amounts, verdicts);
  WITH accepted AS (
    SELECT * FROM unnest(ids, account_ids, amounts, verdicts) AS i (id, account_id, amount, verdict) WHERE verdict = 'ok'
  ), written AS (
    INSERT INTO ledger.reservations (id, account_id, amount) SELECT id, account_id, amount FROM accepted
  )
  UPDATE ledger.accounts a SET reserved = a.reserved + s.amount
  FROM (SELECT account_id, sum(amount) AS amount FROM accepted GROUP BY account_id) s WHERE a.id = s.account_id;
  RETURN verdicts;
END $$;

-- Closes open reservations and frees what they held. Accounts are locked by the caller, and with them their reservations:
-- nothing changes a reservation without its account's lock.
CREATE FUNCTION ledger.close_reservations(ids uuid[], new_status text)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH closed AS (
    UPDATE ledger.reservations SET status = new_status, closed_at = now()
    WHERE id = ANY (ids) AND status = 'open' RETURNING account_id, amount
  )
  UPDATE ledger.accounts a SET reserved = a.reserved - s.amount
  FROM (SELECT account_id, sum(amount) AS amount FROM closed GROUP BY account_id) s WHERE a.id = s.account_id;
END $$;

CREATE FUNCTION ledger.release(ids uuid[])
  RETURNS text[] LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  verdicts text[];
BEGIN
  PERFORM ledger.lock_accounts(ARRAY(SELECT account_id FROM ledger.reservations WHERE id = ANY (ids)));
  SELECT array_agg(CASE WHEN r.status = 'open' THEN 'ok' ELSE 'reservation_closed' END ORDER BY i.ord) INTO verdicts
  FROM unnest(ids) WITH ORDINALITY AS i (id, ord) LEFT JOIN ledger.reservations r ON r.id = i.id;
  PERFORM ledger.close_reservations(ids, 'released');
  RETURN verdicts;
END $$;

-- Transfer n belongs to settlement `settlements[n]` (a position in reservation_ids). A settlement is posted whole or refused
-- whole, with the first reason found: of itself, else of its transfers in their order.
CREATE FUNCTION ledger.settle(reservation_ids uuid[], settlements int[], ids uuid[], debits uuid[], credits uuid[], amounts numeric[], codes text[], ats timestamptz[])
  RETURNS text[] LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  verdicts text[];
BEGIN
  PERFORM ledger.lock_accounts(debits || credits || ARRAY(SELECT account_id FROM ledger.reservations WHERE id = ANY (reservation_ids)));
  WITH movement AS (
    SELECT settlement, debit, amount, verdict, ord
    FROM unnest(settlements, debits, amounts, ledger.judge_transfers(ids, debits, credits, amounts))
      WITH ORDINALITY AS i (settlement, debit, amount, verdict, ord)
  ), total AS (
    SELECT settlement, sum(amount) AS amount, array_agg(DISTINCT debit) AS debits,
      (array_agg(verdict ORDER BY ord) FILTER (WHERE verdict <> 'ok'))[1] AS refused
    FROM movement GROUP BY settlement
  )
  SELECT array_agg(CASE
      WHEN r.status IS DISTINCT FROM 'open' THEN 'reservation_closed'
      WHEN t.refused IS NOT NULL THEN t.refused
      WHEN t.debits <> ARRAY[r.account_id] OR t.amount > r.amount THEN 'exceeds_reservation'
      ELSE 'ok' END ORDER BY i.ord)
  INTO verdicts
  FROM unnest(reservation_ids) WITH ORDINALITY AS i (id, ord)
  LEFT JOIN ledger.reservations r ON r.id = i.id
  LEFT JOIN total t ON t.settlement = i.ord;

  -- First the reservations, then the transfers out of what they freed: available never falls below zero in between.
  PERFORM ledger.close_reservations(ARRAY(
    SELECT id FROM unnest(reservation_ids, verdicts) AS i (id, verdict) WHERE verdict = 'ok'), 'settled');
  PERFORM ledger.book(array_agg(id), array_agg(debit), array_agg(credit), array_agg(amount), array_agg(code), array_agg(at),
    array_agg(reservation_ids[settlement]))
  FROM (
    SELECT * FROM unnest(settlements, ids, debits, credits, amounts, codes, ats)
      WITH ORDINALITY AS i (settlement, id, debit, credit, amount, code, at, ord)
    WHERE verdicts[settlement] = 'ok' ORDER BY ord
  ) accepted
  HAVING count(*) > 0;
  RETURN verdicts;
END $$;
