/** Tells the browsers of every client concerned that payments have changed and, where they did, balances. */
import { type Published, publishAll } from '../../platform/push.ts';
import type { Sql } from '../../platform/work.ts';
import type { StoredPayment } from './view.ts';

export async function announce(
  db: Sql,
  payments: ReadonlyArray<Pick<StoredPayment, 'id' | 'clientId'>>,
  balances: 'moved' | 'unmoved' = 'moved',
): Promise<void> {
  const byClient = Map.groupBy(payments, ({ clientId }) => clientId);
  const messages = [...byClient].flatMap(([clientId, changed]): Published[] => [
    { clientId, event: { topic: 'payments', ids: changed.map(({ id }) => id) } },
    ...(balances === 'moved' ? [{ clientId, event: { topic: 'accounts' } } as const] : []),
  ]);
  await publishAll(db, messages);
}
