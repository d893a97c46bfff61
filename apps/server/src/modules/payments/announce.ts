/** Tells the browsers of every client concerned that payments, and with them balances, have changed. */
import { type Published, publishAll } from '../../platform/push.ts';
import type { Sql } from '../../platform/work.ts';
import type { StoredPayment } from './view.ts';

export async function announce(
  db: Sql,
  payments: ReadonlyArray<Pick<StoredPayment, 'id' | 'clientId'>>,
): Promise<void> {
  const byClient = Map.groupBy(payments, ({ clientId }) => clientId);
  const messages = [...byClient].flatMap(([clientId, changed]): Published[] => [
    { clientId, event: { topic: 'payments', ids: changed.map(({ id }) => id) } },
    { clientId, event: { topic: 'accounts' } },
  ]);
  await publishAll(db, messages);
}
