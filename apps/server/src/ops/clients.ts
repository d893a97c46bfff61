/**
 * The part of `npm run ops` for a client's State: block, for example by order of a court, and unblock. Each returns the lines to print.
 * A blocked client opens the profile only and orders nothing, neither in the portal nor through an application. Its open orders of the exchange end,
 * cards decline, standing orders stop on their day, rows of payouts are refused, and nothing that waits (for an approval, a review, the
 * network) leaves. Payments already handed to another bank or a network continue, and incoming money is booked. The reason stays inside the
 * bank. Tested for every exit in `blocked.test.ts`.
 */

import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import { endOrdersOf } from '@calmly/products/crypto/server/trading/index.ts';
import { resumeSending } from '@calmly/products/crypto/server/wallets/index.ts';
import { clientName, moveClient } from '@calmly/products/identity/server/index.ts';

interface StateChange {
  readonly verb: 'block' | 'unblock';
  readonly id: string;
  readonly staff: string;
  readonly reason: string;
}

const states = { block: ['active', 'Blocked'], unblock: ['blocked', 'Unblocked'] } as const;

/** Opens its own transaction. Throws a Refusal if there is no such client in the required State. */
export async function changeState(
  database: Database,
  { verb, id, staff, reason }: StateChange,
): Promise<string[]> {
  const [from, done] = states[verb];
  return database.inTransaction(async (sql) => {
    const work = { sql, now: new Date(), actor: { kind: 'system', name: staff } as const, newId };
    try {
      await moveClient(work, id, verb, reason);
      await (verb === 'block' ? endOrdersOf(work, id) : resumeSending(sql));
    } catch (error) {
      if (error instanceof Problem && error.code === 'state_moved')
        throw new Refusal(`There is no ${from} client with the id ${id}.`);
      throw error;
    }
    return [`${done}: ${await clientName(sql, id)}.`];
  });
}
