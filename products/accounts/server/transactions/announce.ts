/** Tells the browsers of the clients concerned that transactions have changed, and balances too unless they did not. */
import { type Published, publishAll } from '@calmly/platform/notify/push.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { StoredTransaction } from './transaction.ts';

/** Sent after the commit. One hint for each client; the ids say nothing of what changed. */
export async function announce(
  db: Sql,
  transactions: ReadonlyArray<Pick<StoredTransaction, 'id' | 'clientId'>>,
  balances: 'moved' | 'unmoved' = 'moved',
): Promise<void> {
  const byClient = Map.groupBy(transactions, ({ clientId }) => clientId);
  const messages = [...byClient].flatMap(([clientId, changed]): Published[] => [
    { clientId, event: { topic: 'payments', ids: changed.map(({ id }) => id) } },
    ...(balances === 'moved' ? [{ clientId, event: { topic: 'accounts' } } as const] : []),
  ]);
  await publishAll(db, messages);
}
