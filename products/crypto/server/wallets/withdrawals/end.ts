/** Withdrawals that end without being sent: cancelled by the client, or not approved. */
import type { Withdrawal } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import {
  announce,
  appendSteps,
  lockTransactions,
  type Step,
} from '../../../../accounts/server/transactions/index.ts';
import { withdrawApproval } from '../../../../approvals/server/index.ts';
import { release } from '../../../../ledger/server/index.ts';
import { presentOne } from './view.ts';
import { findWithdrawal, lockWithdrawal, moveWithdrawal, type StoredWithdrawal } from './withdrawal-store.ts';

/**
 * `DELETE /crypto/withdrawals/{id}`: until something is prepared for signing, because a signed transaction may be sent. Idempotent. Errors in the
 * order checked: `not_found`, `withdrawal_state`.
 */
export async function cancelWithdrawal(work: Work, actor: ClientActor, id: string): Promise<Withdrawal> {
  const { sql, now } = work;
  const found = await findWithdrawal(sql, id);
  if (found?.clientId !== actor.clientId) throw new Problem('not_found');
  // Before locking the withdrawal, in the same order as decisions.
  await withdrawApproval(work, { kind: 'withdrawal', subjectId: id });
  const withdrawal = await lockWithdrawal(sql, id);
  if (!withdrawal) throw new Error(`withdrawal ${id} is gone`);
  if (withdrawal.state !== 'CANCELED') {
    if (!isUnprepared(withdrawal)) throw new Problem('withdrawal_state');
    await endUnsent(work, withdrawal, {
      status: 'CANCELED',
      reason: 'canceled_by_client',
      at: now,
      actor: actor.personName,
    });
    await audit(work, {
      action: 'crypto.withdrawal_canceled',
      details: { currency: withdrawal.asset, payment: id },
    });
  }
  return presentOne(sql, { ...withdrawal, state: 'CANCELED' });
}

/** Nothing of it has been prepared for signing. */
export const isUnprepared = ({ state }: Pick<StoredWithdrawal, 'state'>): boolean =>
  state === 'APPROVAL' || state === 'QUEUED' || state === 'REVIEW';

/** Releases the money of a locked withdrawal that was never prepared. */
export async function endUnsent(work: Work, { id, clientId }: StoredWithdrawal, step: Step): Promise<void> {
  const { sql, now } = work;
  const row = (await lockTransactions(sql, [id])).get(id);
  if (!row) throw new Error(`withdrawal ${id} has no row`);
  const [verdict] = await release(sql, [id]);
  if (!verdict?.ok) throw new Error(`the money of withdrawal ${id} is not held: ${verdict?.reason}`);
  await moveWithdrawal(sql, id, now, { state: 'CANCELED' });
  await appendSteps(sql, [{ transaction: row, steps: [step] }]);
  await announce(sql, [row]);
  await publish(sql, clientId, { topic: 'crypto' });
}
