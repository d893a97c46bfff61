/**
 * Withdrawals held by the screening of their address, or refused by the signer, at the bank's desk: approving sends them, rejecting releases their
 * money. The client
 * sees that we review it, never the finding. Errors of a decision: withdrawal_state (already decided or cancelled); a Refusal while the client is
 * blocked.
 */
import { displayAmount } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import type { DeskItem, DeskQueue } from '@calmly/platform/desk.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { announce, appendSteps, lockTransactions } from '../../../../accounts/server/transactions/index.ts';
import { refuseIfBlocked } from '../../../../identity/server/index.ts';
import { tellEnded } from '../notices.ts';
import { networkName, stepOf } from '../rows.ts';
import { endUnsent } from './end.ts';
import { scheduleSending } from './schedule.ts';
import { keepScreening, listInReview, lockWithdrawal, type StoredWithdrawal } from './withdrawal-store.ts';

export const reviewQueue: DeskQueue = {
  kind: 'withdrawal',
  roles: { decides: ['AML'], reads: [] },
  async list(sql, page) {
    return (await listInReview(sql, page)).map(itemOf);
  },
  async find(sql, id) {
    const [withdrawal] = await listInReview(sql, { id, limit: 1 });
    return (
      withdrawal && {
        ...itemOf(withdrawal),
        facts: [
          ['Found', withdrawal.finding ?? 'not known'],
          ['Amount', displayAmount(withdrawal.amountMinor, withdrawal.asset).text],
          ['Network', networkName[withdrawal.network]],
          ['Address', withdrawal.address],
          ['Ordered', withdrawal.createdAt.toISOString()],
        ],
        documentIds: [],
      }
    );
  },
  decide: (work, id, decision, { reason }) =>
    decision === 'approve' ? approve(work, id, reason) : reject(work, id, reason),
};

const itemOf = (withdrawal: StoredWithdrawal): DeskItem => {
  const { id, clientId, updatedAt, amountMinor, asset, address, finding } = withdrawal;
  return {
    id,
    clientId,
    since: updatedAt,
    subject: `${displayAmount(amountMinor, asset).text} to ${address}: ${finding ?? 'not known'}`,
  };
};

async function requireHeld(work: Work, id: string): Promise<StoredWithdrawal> {
  const withdrawal = await lockWithdrawal(work.sql, id);
  if (withdrawal?.state !== 'REVIEW') throw new Problem('withdrawal_state');
  return withdrawal;
}

async function approve(work: Work, id: string, why: string | undefined): Promise<void> {
  const { sql, now } = work;
  const withdrawal = await requireHeld(work, id);
  await refuseIfBlocked(sql, withdrawal.clientId);
  const row = (await lockTransactions(sql, [id])).get(id);
  if (!row) throw new Error(`withdrawal ${id} has no row`);
  await keepScreening(sql, id, now, { state: 'QUEUED', finding: withdrawal.finding });
  await record(work, withdrawal, 'held_payment.approved', why);
  const step = stepOf(work, 'AML_APPROVED', { reason: 'screening_decided' });
  await appendSteps(sql, [{ transaction: row, steps: [step] }]);
  await announce(sql, [row], 'unmoved');
  await publish(sql, withdrawal.clientId, { topic: 'crypto' });
  await scheduleSending(sql, withdrawal.network);
}

async function reject(work: Work, id: string, why: string | undefined): Promise<void> {
  const withdrawal = await requireHeld(work, id);
  await record(work, withdrawal, 'held_payment.rejected', why);
  await endUnsent(work, withdrawal, stepOf(work, 'AML_REJECTED', { reason: 'not_permitted' }));
  await tellEnded(work, withdrawal, 'crypto_failed');
}

const record = (
  work: Work,
  { id, clientId }: StoredWithdrawal,
  action: 'held_payment.approved' | 'held_payment.rejected',
  why: string | undefined,
) => audit(work, { action, clientId, details: { payment: id, reason: why ?? null } });
