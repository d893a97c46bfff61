/** SQL of a book's waiting commands and its row. */
import type { OrderBucket } from '@calmly/contract';
import type { InstrumentCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { EndReason, NewOrder, StoredOrder } from '../orders/order.ts';
import type { PlacedOrders } from '../orders/placed-orders.ts';
import { readOrders } from '../orders/store.ts';

/** Money that an amendment holds besides the order's own. */
export interface Extra {
  readonly reservationId: string;
  readonly minor: bigint;
}

export type StoredCommand = { readonly id: bigint; readonly orderNumber: number } & (
  | { readonly kind: 'place'; readonly order: StoredOrder }
  /** By default the client requested it. */
  | { readonly kind: 'cancel'; readonly reason: EndReason | undefined }
  | {
      readonly kind: 'amend';
      /** Undefined: unchanged. */
      readonly price: number | undefined;
      readonly quantity: number | undefined;
      readonly extra: Extra | undefined;
    }
);

/** The stored part of a book. */
export interface BookRow {
  readonly seq: bigint;
  readonly event: number;
  readonly lastPrice: number;
  readonly trades: bigint;
}

/** Locks a book until the transaction ends: one writer at a time. */
export async function lockBook(sql: Sql, instrument: InstrumentCode): Promise<BookRow> {
  const { rows } = await query<{ seq: bigint; event: bigint; lastPrice: bigint | null; trades: bigint }>`
    select seq, event, last_price as "lastPrice", trades from trading.book where instrument = ${instrument} for no key update`.execute(
    sql,
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no book of ${instrument}`);
  return {
    seq: row.seq,
    event: Number(row.event),
    lastPrice: Number(row.lastPrice ?? 0n),
    trades: row.trades,
  };
}

/** The caller holds `lockBook`. A last price of 0 is stored as null: no trade yet. */
export async function updateBook(
  sql: Sql,
  instrument: InstrumentCode,
  { seq, event, lastPrice, trades }: BookRow,
  buckets: readonly OrderBucket[],
): Promise<void> {
  await query`
    update trading.book set seq = ${seq}, event = ${event}, last_price = ${lastPrice || null}, trades = ${trades},
      buckets = ${JSON.stringify(buckets)}
    where instrument = ${instrument}`.execute(sql);
}

interface CommandRow {
  readonly commandId: bigint;
  readonly kind: 'place' | 'cancel' | 'amend';
  readonly orderId: string;
  readonly orderNumber: bigint;
  readonly newPrice: bigint | null;
  readonly newQuantity: bigint | null;
  readonly extraId: string | null;
  readonly extraMinor: string | null;
  readonly reason: EndReason | null;
}

/** The oldest commands of a book, at most `limit`. Reads only the new orders that are not in memory. */
export async function listCommands(
  sql: Sql,
  instrument: InstrumentCode,
  limit: number,
  placed?: Pick<PlacedOrders, 'find'>,
): Promise<StoredCommand[]> {
  const { rows } = await query<CommandRow>`
    select id as "commandId", kind, order_id as "orderId", order_number as "orderNumber", price as "newPrice", quantity as "newQuantity",
      reservation_id as "extraId", held_minor::text as "extraMinor", reason
    from trading.command where instrument = ${instrument} order by id limit ${limit}`.execute(sql);
  const places = rows.filter(({ kind }) => kind === 'place');
  const unknown = places.flatMap(({ orderId }) => (placed?.find(orderId) ? [] : [orderId]));
  const found = new Map<string, NewOrder>((await readOrders(sql, unknown)).map((order) => [order.id, order]));
  const orderOf = (id: string): NewOrder => {
    const order = placed?.find(id) ?? found.get(id);
    if (!order) throw new Error(`a command names an order that does not exist: ${id}`);
    return order;
  };
  return rows.map((row) => toCommand(row, orderOf));
}

const numberOf = (value: bigint | null) => (value === null ? undefined : Number(value));

function toCommand(row: CommandRow, orderOf: (id: string) => NewOrder): StoredCommand {
  const { commandId: id, kind, newPrice, newQuantity, extraId, extraMinor } = row;
  const orderNumber = Number(row.orderNumber);
  if (kind === 'place')
    return { id, kind, orderNumber, order: { ...orderOf(row.orderId), number: orderNumber } };
  if (kind === 'cancel') return { id, kind, orderNumber, reason: row.reason ?? undefined };
  const extra = extraId === null ? undefined : { reservationId: extraId, minor: BigInt(extraMinor ?? 0n) };
  return { id, kind, orderNumber, price: numberOf(newPrice), quantity: numberOf(newQuantity), extra };
}

/** Runs in the transaction that stores their results, so each is applied once. */
export async function deleteCommands(
  sql: Sql,
  instrument: InstrumentCode,
  ids: readonly bigint[],
): Promise<void> {
  if (ids.length === 0) return;
  await query`
    delete from trading.command where instrument = ${instrument} and id = any(${ids}::bigint[])`.execute(sql);
}

/** Asks the book to cancel an order, once. Without a reason, the client requested it. */
export async function addCancel(
  sql: Sql,
  { instrument, id, number }: Pick<StoredOrder, 'instrument' | 'id' | 'number'>,
  reason?: EndReason,
): Promise<void> {
  await query`
    insert into trading.command (instrument, kind, order_id, order_number, reason)
    select ${instrument}, 'cancel', ${id}, ${number}, ${reason ?? null}
    where not exists (
      select from trading.command where instrument = ${instrument} and order_id = ${id} and kind = 'cancel'
    )`.execute(sql);
}

/** The money of `extra` is already reserved. Unlike cancels, several amendments of an order may wait. */
export async function addAmend(
  sql: Sql,
  { instrument, id, number }: Pick<StoredOrder, 'instrument' | 'id' | 'number'>,
  {
    price,
    quantity,
    extra,
  }: { price: number | undefined; quantity: number | undefined; extra: Extra | undefined },
): Promise<void> {
  await query`
    insert into trading.command (instrument, kind, order_id, order_number, price, quantity, reservation_id, held_minor)
    values (${instrument}, 'amend', ${id}, ${number}, ${price ?? null}, ${quantity ?? null}, ${extra?.reservationId ?? null},
      ${extra ? String(extra.minor) : null}::numeric)`.execute(sql);
}

/** Books with commands. */
export async function findWaiting(sql: Sql): Promise<InstrumentCode[]> {
  const { rows } = await query<{ instrument: InstrumentCode }>`
    select instrument from trading.book b where exists (select from trading.command c where c.instrument = b.instrument)`.execute(
    sql,
  );
  return rows.map(({ instrument }) => instrument);
}
