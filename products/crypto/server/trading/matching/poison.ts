/** Removes a command that can never be applied, so that the others continue. It is a defect, and logged as one. */
import type { InstrumentCode } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { sql as query } from 'kysely';
import { release } from '../../../../ledger/server/index.ts';
import { updateOrders } from '../orders/store.ts';
import { deleteCommands, listCommands, lockBook } from './commands.ts';

/** Rejects the oldest command: an order ends without a trade, a cancellation or an amendment is dropped. Its money is released. */
export async function rejectFirst(database: Database, code: InstrumentCode): Promise<void> {
  await database.inTransaction(async (sql) => {
    await lockBook(sql, code);
    const [command] = await listCommands(sql, code, 1);
    if (!command) return;
    await deleteCommands(sql, code, [command.id]);
    await query`update trading.book set seq = seq + 1 where instrument = ${code}`.execute(sql);
    if (command.kind === 'amend' && command.extra) await release(sql, [command.extra.reservationId]);
    if (command.kind !== 'place') return;
    const { order } = command;
    await release(sql, [order.reservationId]);
    await updateOrders(sql, [
      { ...order, status: 'REJECTED', endReason: 'failed', heldMinor: 0n, updatedAt: new Date() },
    ]);
  });
}
