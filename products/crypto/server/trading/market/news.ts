/** Messages between servers after a commit: an instrument has commands, or its market or a client's orders have changed. */
import { type InstrumentCode, instrumentCodes } from '@calmly/domain';
import { tellAfterCommit } from '@calmly/platform/notify/push.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { StoredOrder } from '../orders/order.ts';

export const commandsChannel = 'calmly_trading';
export const marketChannel = 'calmly_market';
export const ordersChannel = 'calmly_trade_orders';

/** NOTIFY takes payloads under 8,000 bytes; an id is 39. */
const idsPerMessage = 150;

/** Wakes the writer for these instruments. */
export const wakeWriters = (sql: Sql, instruments: ReadonlySet<InstrumentCode>): Promise<void> =>
  tellAfterCommit(
    sql,
    [...instruments].map((payload) => ({ channel: commandsChannel, payload })),
  );

interface MarketNews {
  readonly instrument: InstrumentCode;
  readonly seq: bigint;
  readonly orders: ReadonlyArray<Pick<StoredOrder, 'id' | 'clientId'>>;
}

/** Clients with the ids of their changed orders. */
export type ChangedOrders = ReadonlyArray<readonly [clientId: string, ...orderIds: string[]]>;

/** Announces a processed group of commands. */
export async function tellMarket(sql: Sql, { instrument, seq, orders }: MarketNews): Promise<void> {
  const pieces: ChangedOrders[] = [];
  for (let start = 0; start < orders.length; start += idsPerMessage / 2) {
    const piece = Map.groupBy(orders.slice(start, start + idsPerMessage / 2), ({ clientId }) => clientId);
    pieces.push([...piece].map(([clientId, changed]) => [clientId, ...changed.map(({ id }) => id)] as const));
  }
  await tellAfterCommit(sql, [
    { channel: marketChannel, payload: `${instrument} ${seq}` },
    ...pieces.map((piece) => ({ channel: ordersChannel, payload: JSON.stringify(piece) })),
  ]);
}

/** The instrument that a message is about; undefined if a newer server trades more instruments. */
export const instrumentIn = (payload: string): InstrumentCode | undefined => {
  const [name] = payload.split(' ');
  return instrumentCodes.find((code) => code === name);
};
