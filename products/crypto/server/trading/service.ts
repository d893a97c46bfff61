/** Orders of the bank's own callers: the sandbox's market and the demo. They pass the same checks as a client's. */
import type { TradeOrderInput } from '@calmly/contract';
import type { InstrumentCode } from '@calmly/domain';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { bankAccount } from '../../../ledger/server/index.ts';
import { wakeWriters } from './market/news.ts';
import { addCancel } from './matching/commands.ts';
import { matchGroup } from './matching/match-group.ts';
import type { StoredOrder } from './orders/order.ts';
import { listOrders } from './orders/store.ts';
import { placeAlone } from './placing/place-batch.ts';

export type OpenOrder = Pick<StoredOrder, 'id' | 'number' | 'instrument' | 'side' | 'price'>;

/** Places an order in the open transaction. Errors: those of `placing/place-batch.ts`. */
export async function placeOrder(work: Work, input: TradeOrderInput): Promise<void> {
  const { clientId } = requireClientActor(work);
  await placeAlone(work, { ...input, clientId, idempotencyKey: work.newId() });
}

/** The acting client's open orders of an instrument, at most 200. */
export const listOpenOrders = (work: Work, instrument: InstrumentCode): Promise<readonly OpenOrder[]> =>
  listOrders(work.sql, {
    clientId: requireClientActor(work).clientId,
    instrument,
    statuses: ['PLACED'],
    before: undefined,
    limit: 200,
  });

/** Requests the end of these orders. */
export async function requestCancel(sql: Sql, orders: readonly OpenOrder[]): Promise<void> {
  for (const order of orders) await addCancel(sql, order);
  await wakeWriters(sql, new Set(orders.map(({ instrument }) => instrument)));
}

/** Applies a book's waiting commands in the open transaction, at the time of the work: for the demo, before any server matches. */
export async function matchWaiting({ sql, now }: Work, code: InstrumentCode): Promise<void> {
  const feesAccountId = await bankAccount(sql, 'fees', 'EPI');
  await matchGroup(
    { inTransaction: (run) => run(sql) },
    { code, memory: undefined, limit: 500, feesAccountId, now },
  );
}
