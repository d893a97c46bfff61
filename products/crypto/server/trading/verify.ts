/**
 * Verification of the exchange: trades against orders, orders against the ledger, and the published book against the open orders. It
 * can run beside a server. Returns the faults, in words.
 */
import type { OrderBucket } from '@calmly/contract';
import { type InstrumentCode, instrumentCodes, instruments } from '@calmly/domain';
import { inReport } from '@calmly/platform/postgres/report.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { openReservations, transferredByCode } from '../../../ledger/server/index.ts';
import { readBooks } from './market/book-store.ts';
import { bucketsOf, rebuild } from './matching/memory.ts';
import { holdMinor, type StoredOrder } from './orders/order.ts';
import { listOpen } from './orders/store.ts';
import { quantityMinor, valueMinor } from './scale.ts';

/** Empty if all is right; in English, without a time limit. Each comparison has its own snapshot. */
export async function verifyTrading(sql: Sql): Promise<string[]> {
  const found: string[] = [];
  for (const faultsIn of [tradeFaults, openFaults, ledgerFaults])
    found.push(...(await inReport(sql, report, faultsIn)));
  for (const code of instrumentCodes)
    found.push(
      ...(await inReport(sql, report, async (snapshot) => {
        const open = await listOpen(snapshot, code);
        return [...(await reservationFaults(snapshot, open)), ...(await bookFaults(snapshot, code, open))];
      })),
    );
  return found;
}

const report = { statementTimeoutMs: 0 };

/** Numbers without a gap, and every order's sums equal those of its trades. */
async function tradeFaults(sql: Sql): Promise<string[]> {
  const { rows: gaps } = await query<{ instrument: string }>`
    select b.instrument from trading.book b left join trading.trade t on t.instrument = b.instrument
    group by b.instrument, b.trades having count(t.number) <> b.trades or coalesce(max(t.number), 0) <> b.trades`.execute(
    sql,
  );
  const { rows: orders } = await query<{ id: string }>`
    with part as (
      select maker_order_id as id, quantity, price::numeric * quantity as value, maker_fee_minor as fee from trading.trade
      union all
      select taker_order_id, quantity, price::numeric * quantity, taker_fee_minor from trading.trade
    ), total as (
      select id, sum(quantity) as filled, sum(value) as value, sum(fee) as fee from part group by id
    )
    select o.id from trading.trade_order o full join total t on t.id = o.id
    where (coalesce(o.filled, -1), coalesce(o.filled_value, -1), coalesce(o.fee_minor, -1))
      <> (coalesce(t.filled, 0), coalesce(t.value, 0), coalesce(t.fee, 0)) limit 100`.execute(sql);
  return [
    ...gaps.map(({ instrument }) => `${instrument}: the numbers of the trades have a gap`),
    ...orders.map(({ id }) => `order ${id} differs from its trades`),
  ];
}

/** The table of open orders names those that are placed. */
async function openFaults(sql: Sql): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select coalesce(o.id, named.order_id) as id
    from (select * from trading.trade_order where status = 'PLACED') o
    full join trading.open_order named
      on (named.instrument, named.client_id, named.order_id) = (o.instrument, o.client_id, o.id)
    where o.id is null or named.order_id is null limit 100`.execute(sql);
  return rows.map(({ id }) => `order ${id} is open, or is named as open, but not both`);
}

/** The ledger's movements for trades equal the trades. */
async function ledgerFaults(sql: Sql): Promise<string[]> {
  const { rows } = await query<{
    instrument: InstrumentCode;
    lots: string;
    value: string;
    fees: string;
    sellersFees: string;
  }>`
    select instrument, sum(quantity)::text as lots, sum(price::numeric * quantity)::text as value,
      sum(maker_fee_minor + taker_fee_minor)::text as fees,
      sum(case side when 'SELL' then taker_fee_minor else maker_fee_minor end)::text as "sellersFees"
    from trading.trade group by instrument`.execute(sql);
  const expected = new Map<string, bigint>();
  const add = (key: string, minor: bigint) => expected.set(key, (expected.get(key) ?? 0n) + minor);
  for (const { instrument: code, lots, value, fees, sellersFees } of rows) {
    const instrument = instruments[code];
    add(`trade ${instrument.base}`, quantityMinor(instrument, BigInt(lots)));
    add(`trade ${instrument.quote}`, valueMinor(instrument, BigInt(value)) - BigInt(sellersFees));
    add(`trade_fee ${instrument.quote}`, BigInt(fees));
  }
  const moved = await transferredByCode(sql, ['trade', 'trade_fee']);
  return [...new Set([...expected.keys(), ...moved.keys()])]
    .filter((key) => (expected.get(key) ?? 0n) !== (moved.get(key) ?? 0n))
    .map(
      (key) => `${key}: the ledger moved ${moved.get(key) ?? 0n}, the trades say ${expected.get(key) ?? 0n}`,
    );
}

/** An open order holds exactly what it may still cost. */
async function reservationFaults(sql: Sql, open: readonly StoredOrder[]): Promise<string[]> {
  const held = await openReservations(
    sql,
    open.map(({ reservationId }) => reservationId),
  );
  return open
    .filter((order) => {
      const needed = holdMinor(order, order.quantity - order.filled);
      return order.heldMinor !== needed || held.get(order.reservationId) !== needed;
    })
    .map(({ id }) => `order ${id} does not hold what it may still cost`);
}

/** The published book is the one that the open orders make. */
async function bookFaults(sql: Sql, code: InstrumentCode, open: readonly StoredOrder[]): Promise<string[]> {
  const book = (await readBooks(sql, [code])).get(code);
  if (!book) return [`${code}: there is no book`];
  const memory = rebuild(code, { ...book, seq: BigInt(book.seq), lastPrice: book.lastPrice ?? 0 }, open);
  const textOf = (buckets: readonly OrderBucket[]) =>
    buckets.map(({ operation, price, quantity }) => `${operation} ${quantity} at ${price}`).join('\n');
  return textOf(bucketsOf(memory)) === textOf(book.buckets)
    ? []
    : [`${code}: the book that readers see differs from the open orders`];
}
