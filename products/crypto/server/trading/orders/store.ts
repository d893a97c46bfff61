/** SQL of orders. */
import { type InstrumentCode, instrumentCodes } from '@calmly/domain';
import { andIf } from '@calmly/platform/postgres/and-if.ts';
import { spread } from '@calmly/platform/postgres/values.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { NewOrder, StoredOrder } from './order.ts';

type Bigs = 'number' | 'price' | 'stopPrice' | 'quantity' | 'filled' | 'turn';
type Minors = 'filledValue' | 'feeMinor' | 'heldMinor';
/** In the driver's types: `bigint` columns as `bigint`, `numeric` ones as text. */
type OrderRow = Omit<StoredOrder, Bigs | Minors> &
  Readonly<Record<'number' | 'price' | 'quantity' | 'filled', bigint>> &
  Readonly<Record<'stopPrice' | 'turn', bigint | null>> &
  Readonly<Record<Minors, string>>;

/** The columns of the table `o`. */
const orderColumns = query`
  o.id, o.number, o.credit_row_id as "creditRowId", o.client_id as "clientId", o.client_name as "clientName", o.person_id as "personId", o.instrument, o.side,
  o.type, o.time_in_force as "timeInForce", o.post_only as "postOnly", o.price, o.stop_price as "stopPrice", o.triggered, o.quantity, o.filled,
  o.filled_value::text as "filledValue", o.fee_minor::text as "feeMinor", o.reservation_id as "reservationId", o.held_minor::text as "heldMinor",
  o.payer_account_id as "payerAccountId", o.receiver_account_id as "receiverAccountId", o.status, o.end_reason as "endReason", o.turn,
  o.idempotency_key as "idempotencyKey", o.created_at as "createdAt", o.updated_at as "updatedAt"`;

const numberOf = (value: bigint | null) => (value === null ? null : Number(value));

/** Ticks and lots are stored as safe integers. */
const toOrder = (row: OrderRow): StoredOrder => ({
  ...row,
  number: Number(row.number),
  price: Number(row.price),
  stopPrice: numberOf(row.stopPrice),
  quantity: Number(row.quantity),
  filled: Number(row.filled),
  turn: numberOf(row.turn),
  filledValue: BigInt(row.filledValue),
  feeMinor: BigInt(row.feeMinor),
  heldMinor: BigInt(row.heldMinor),
});

type Written = string | number | null;
type Columns<Order> = ReadonlyArray<readonly [name: string, type: string, of: (order: Order) => Written]>;

const insertedColumns: Columns<NewOrder> = [
  ['id', 'uuid', ({ id }) => id],
  ['credit_row_id', 'uuid', ({ creditRowId }) => creditRowId],
  ['client_id', 'uuid', ({ clientId }) => clientId],
  ['client_name', 'text', ({ clientName }) => clientName],
  ['person_id', 'uuid', ({ personId }) => personId],
  ['instrument', 'text', ({ instrument }) => instrument],
  ['side', 'text', ({ side }) => side],
  ['type', 'text', ({ type }) => type],
  ['time_in_force', 'text', ({ timeInForce }) => timeInForce],
  ['post_only', 'boolean', ({ postOnly }) => String(postOnly)],
  ['price', 'bigint', ({ price }) => price],
  ['stop_price', 'bigint', ({ stopPrice }) => stopPrice],
  ['quantity', 'bigint', ({ quantity }) => quantity],
  ['reservation_id', 'uuid', ({ reservationId }) => reservationId],
  ['held_minor', 'numeric', ({ heldMinor }) => String(heldMinor)],
  ['payer_account_id', 'uuid', ({ payerAccountId }) => payerAccountId],
  ['receiver_account_id', 'uuid', ({ receiverAccountId }) => receiverAccountId],
  ['idempotency_key', 'text', ({ idempotencyKey }) => idempotencyKey],
  ['created_at', 'timestamptz', ({ createdAt }) => createdAt.toISOString()],
  ['updated_at', 'timestamptz', ({ updatedAt }) => updatedAt.toISOString()],
];

const changedColumns: Columns<StoredOrder> = [
  ['id', 'uuid', ({ id }) => id],
  ['price', 'bigint', ({ price }) => price],
  ['triggered', 'boolean', ({ triggered }) => String(triggered)],
  ['quantity', 'bigint', ({ quantity }) => quantity],
  ['filled', 'bigint', ({ filled }) => filled],
  ['filled_value', 'numeric', ({ filledValue }) => String(filledValue)],
  ['fee_minor', 'numeric', ({ feeMinor }) => String(feeMinor)],
  ['reservation_id', 'uuid', ({ reservationId }) => reservationId],
  ['held_minor', 'numeric', ({ heldMinor }) => String(heldMinor)],
  ['status', 'text', ({ status }) => status],
  ['end_reason', 'text', ({ endReason }) => endReason],
  ['turn', 'bigint', ({ turn }) => turn],
  ['updated_at', 'timestamptz', ({ updatedAt }) => updatedAt.toISOString()],
];

const lists = <Order>(columns: Columns<Order>, orders: readonly Order[]) =>
  columns.map(([name, type, of]) => query`unnest(${spread(type, orders.map(of))}) as ${query.raw(name)}`);

/** Stores new orders and the command to place each. */
export async function insertOrders(sql: Sql, orders: readonly NewOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const names = query.raw(insertedColumns.map(([name]) => name).join(', '));
  await query`
    with placed as (
      insert into trading.trade_order (${names}) select ${query.join(lists(insertedColumns, orders))}
      returning instrument, client_id, id, number
    ), opened as (
      insert into trading.open_order (instrument, client_id, order_id) select instrument, client_id, id from placed
    )
    insert into trading.command (instrument, kind, order_id, order_number)
    select instrument, 'place', id, number from placed order by number`.execute(sql);
}

/** Stores the results of matching. */
export async function updateOrders(sql: Sql, orders: readonly StoredOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const assignments = query.raw(
    changedColumns
      .slice(1)
      .map(([name]) => `${name} = changed.${name}`)
      .join(', '),
  );
  const ended = orders.filter(({ status }) => status !== 'PLACED');
  const endedList = (type: string, of: (order: StoredOrder) => string) =>
    query`unnest(${spread(type, ended.map(of))})`;
  await Promise.all([
    query`
      update trading.trade_order set ${assignments}
      from (select ${query.join(lists(changedColumns, orders))}) as changed
      where trade_order.id = changed.id`.execute(sql),
    ended.length > 0 &&
      query`
        delete from trading.open_order o
        using (
          select ${endedList('text', ({ instrument }) => instrument)} as instrument,
            ${endedList('uuid', ({ clientId }) => clientId)} as client_id, ${endedList('uuid', ({ id }) => id)} as order_id
        ) as ended
        where (o.instrument, o.client_id, o.order_id) = (ended.instrument, ended.client_id, ended.order_id)`.execute(
        sql,
      ),
  ]);
}

/** Orders by id, in no order. */
export async function readOrders(sql: Sql, ids: readonly string[]): Promise<StoredOrder[]> {
  if (ids.length === 0) return [];
  const { rows } = await query<OrderRow>`
    select ${orderColumns} from trading.trade_order o where o.id = any(${ids}::uuid[])`.execute(sql);
  return rows.map(toOrder);
}

/** An order of a client; undefined if the client has none with this id. */
export async function findOrder(
  sql: Sql,
  { clientId, id }: { readonly clientId: string; readonly id: string },
): Promise<StoredOrder | undefined> {
  const { rows } = await query<OrderRow>`
    select ${orderColumns} from trading.trade_order o where o.id = ${id} and o.client_id = ${clientId}`.execute(
    sql,
  );
  return rows[0] && toOrder(rows[0]);
}

export interface OrderFilter {
  readonly clientId: string;
  readonly instrument: InstrumentCode | undefined;
  readonly statuses: readonly string[] | undefined;
  /** Orders with a lower id. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** A client's orders, newest first. */
export async function listOrders(
  sql: Sql,
  { clientId, instrument, statuses, before, limit }: OrderFilter,
): Promise<StoredOrder[]> {
  // Open orders are few and may be old, so they have a table of their own.
  const from = statuses?.every((status) => status === 'PLACED')
    ? query`trading.open_order open join trading.trade_order o on o.id = open.order_id
        where open.client_id = ${clientId} and open.instrument = any(${instrument ? [instrument] : instrumentCodes}::text[])`
    : query`trading.trade_order o
        where o.client_id = ${clientId} ${andIf(instrument, (code) => query`o.instrument = ${code}`)}`;
  const { rows } = await query<OrderRow>`
    select ${orderColumns} from ${from} ${andIf(before, (id) => query`o.id < ${id}`)}
      ${andIf(statuses, (any) => query`o.status = any(${any}::text[])`)}
    order by o.id desc limit ${limit}`.execute(sql);
  return rows.map(toOrder);
}

/** Open orders of an instrument: first those in the book, in order of their turn, then those waiting to be matched. */
export async function listOpen(sql: Sql, instrument: InstrumentCode): Promise<StoredOrder[]> {
  const { rows } = await query<OrderRow>`
    select ${orderColumns} from trading.open_order as open join trading.trade_order o on o.id = open.order_id
    where open.instrument = ${instrument} and o.status = 'PLACED' order by o.turn`.execute(sql);
  return rows.map(toOrder);
}

/** How many orders these clients have open, up to `limit` each; clients without any are absent. */
export async function countOpen(
  sql: Sql,
  clientIds: readonly string[],
  { instruments, limit }: { readonly instruments: readonly string[]; readonly limit: number },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await query<{ clientId: string; count: number }>`
    select client_id as "clientId", count(*)::integer as count
    from unnest(${clientIds}::uuid[]) as client (client_id), unnest(${instruments}::text[]) as traded (instrument), lateral (
      select from trading.open_order o
      where o.instrument = traded.instrument and o.client_id = client.client_id limit ${limit}
    ) as open
    group by client_id`.execute(sql);
  return new Map(rows.map(({ clientId, count }) => [clientId, count]));
}

/** This many of the newest orders are worth more than any limit on the total. */
const newestOrders = 500;

/**
 * Totals of the clients' newest orders of the last day, including pending changes: ticks times lots at the orders' own prices, by
 * instrument. Locks the clients' totals until the transaction ends.
 */
export async function sumNewest(
  sql: Sql,
  clientIds: readonly string[],
): Promise<
  ReadonlyArray<{ readonly clientId: string; readonly instrument: InstrumentCode; readonly value: string }>
> {
  if (clientIds.length === 0) return [];
  const clients = [...new Set(clientIds)].sort();
  await query`
    select pg_advisory_xact_lock(hashtextextended('newest orders of ' || id, 0)) from unnest(${clients}::text[]) as id
  `.execute(sql);
  const { rows } = await query<{ clientId: string; instrument: InstrumentCode; value: string }>`
    with amended as (
      select order_id as id, max(price) as price, max(quantity) as quantity from trading.command
      where kind = 'amend' group by order_id
    )
    select client_id as "clientId", instrument,
      sum(greatest(newest.price, amended.price)::numeric * greatest(newest.quantity, amended.quantity))::text as value
    from unnest(${clients}::uuid[]) as given (id), lateral (
      select o.id, o.client_id, o.instrument, o.price, o.quantity, o.created_at from trading.trade_order o
      where o.client_id = given.id order by o.id desc limit ${newestOrders}
    ) as newest left join amended on amended.id = newest.id
    where created_at > now() - interval '1 day' group by client_id, instrument
  `.execute(sql);
  return rows;
}

/** The reservations among these that hold money for open orders, with their amounts in minor units. */
export async function findOrderHolds(
  sql: Sql,
  reservationIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly accountId: string; readonly minor: bigint }>> {
  const { rows } = await query<{ id: string; accountId: string; minor: string }>`
    select reservation_id as id, payer_account_id as "accountId", held_minor::text as minor
    from trading.trade_order where status = 'PLACED' and reservation_id = any(${reservationIds}::uuid[])`.execute(
    sql,
  );
  return new Map(rows.map(({ id, accountId, minor }) => [id, { accountId, minor: BigInt(minor) }]));
}
