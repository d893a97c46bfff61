/**
 * Finds a withdrawal in its chain. After its fee was raised it has several transactions, of which a network confirms only one, and not always the
 * newest; after a
 * reorganisation it may be another. The one in a block counts.
 */
import type { Sql } from '@calmly/platform/work.ts';
import type { Chain, TransactionState } from '@calmly/providers/chain/chain.ts';
import { attemptsOf, type Parent } from './attempt-store.ts';

export interface Whereabouts {
  readonly state: TransactionState;
  /** The transaction in a block; undefined if there is none. */
  readonly txId: string | undefined;
}

interface Sent {
  readonly id: string;
  readonly txId: string | null;
}

/** Asks a chain for all sent transactions of withdrawals, or of transfers between our own addresses; in their order. */
export async function findWhereabouts<Withdrawal extends Sent>(
  sql: Sql,
  chain: Pick<Chain, 'transaction'>,
  withdrawals: readonly Withdrawal[],
  of: Parent = 'withdrawal',
): Promise<Array<Whereabouts & { readonly withdrawal: Withdrawal }>> {
  const attempts = await attemptsOf(
    sql,
    withdrawals.map(({ id }) => id),
    of,
  );
  return Promise.all(
    withdrawals.map(async (withdrawal) => {
      const txIds = new Set(
        [withdrawal, ...(attempts.get(withdrawal.id) ?? [])].flatMap(({ txId }) => txId ?? []),
      );
      const found = await Promise.all(
        [...txIds].map(async (txId) => ({ txId, state: await chain.transaction(txId) })),
      );
      const mined = found.find(({ state }) => 'height' in state);
      const waiting = found.find(({ state }) => state.state === 'pending');
      const state = mined?.state ?? waiting?.state ?? ({ state: 'unknown' } as const);
      return { withdrawal, state, txId: mined?.txId };
    }),
  );
}
