/**
 * The desk's queue of withdrawals that wait too long for a block. Approving raises the fee, whatever the network currently asks for, within the
 * limits of the
 * configuration and of the signer. It cannot be rejected: a transaction that the network has may be confirmed at any time. Errors of a decision:
 * withdrawal_state (it no longer waits).
 */
import { displayAmount, type Network } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { auditors, type DeskItem, type DeskQueue } from '@calmly/platform/desk.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { networkName } from '../rows.ts';
import type { WalletTools } from '../tools.ts';
import { findWithdrawal, type StoredWithdrawal } from '../withdrawals/withdrawal-store.ts';
import { askToRaise, listWaiting, type WaitingWithdrawal } from './attempt-store.ts';
import { scheduleRaising, waitingSince } from './raise.ts';

const refusals: Readonly<Record<string, string>> = {
  limit: 'the fee would be above the limit',
  funds:
    'its change (Bitcoin; no coin can be added) or the paying account (Ethereum) has too little for a higher fee: wait until the network asks for less',
  unsupported: 'transactions of this network are not replaced',
};

/** Lists withdrawals of real networks only, once they have waited for `raise.afterMs`. */
export function waitingQueue(tools: WalletTools): DeskQueue {
  /** A sandbox has room for every transaction. */
  const networks: Network[] = [...tools.networks]
    .filter(([, { isReal }]) => isReal)
    .map(([network]) => network);
  const list = async (
    sql: Sql,
    page: { readonly id?: string; readonly after?: string | undefined; readonly limit: number },
  ) => {
    const found = await listWaiting(sql, { ...page, networks, before: waitingSince(tools, new Date()) });
    return Promise.all(
      found.map(async (waiting) => ({ waiting, withdrawal: await requireOne(sql, waiting.id) })),
    );
  };
  return {
    kind: 'waiting-withdrawal',
    roles: { decides: ['FIN'], reads: auditors },
    list: async (sql, page) => (await list(sql, page)).map(itemOf),
    async find(sql, id) {
      const [found] = await list(sql, { id, limit: 1 });
      if (!found) return undefined;
      const { waiting, withdrawal } = found;
      return {
        ...itemOf(found),
        facts: [
          ['Network', networkName[withdrawal.network]],
          ['Transaction', withdrawal.txId ?? ''],
          ['Address', withdrawal.address],
          ['Sent', waiting.attempts === 1 ? 'once' : `${waiting.attempts} times, each with a higher fee`],
          ...(waiting.raiseRefusal === null
            ? []
            : [['Fee not raised', refusals[waiting.raiseRefusal] ?? waiting.raiseRefusal] as const]),
          [
            'To approve',
            'sends it with a higher fee; the client pays what was quoted, the bank the difference',
          ],
        ],
        documentIds: [],
      };
    },
    async decide(work, id, decision, { reason }) {
      if (decision === 'reject')
        throw new Refusal('What the network has cannot be taken back. Wait, or approve a higher fee.');
      const withdrawal = await findWithdrawal(work.sql, id);
      if (!withdrawal || !(await askToRaise(work.sql, id, work.now))) throw new Problem('withdrawal_state');
      const { clientId, network } = withdrawal;
      await audit(work, {
        action: 'crypto.fee_raise_ordered',
        clientId,
        details: { payment: id, reason: reason ?? null },
      });
      await scheduleRaising(work.sql, network);
    },
  };
}

async function requireOne(sql: Sql, id: string): Promise<StoredWithdrawal> {
  const withdrawal = await findWithdrawal(sql, id);
  if (!withdrawal) throw new Error(`withdrawal ${id} is gone`);
  return withdrawal;
}

const itemOf = ({
  waiting: { id, clientId, since },
  withdrawal: { amountMinor, asset, address },
}: {
  readonly waiting: WaitingWithdrawal;
  readonly withdrawal: StoredWithdrawal;
}): DeskItem => ({
  id,
  clientId,
  since,
  subject: `${displayAmount(amountMinor, asset).text} to ${address}: no block has it yet`,
});
