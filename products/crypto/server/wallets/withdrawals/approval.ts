/** The outcome of a withdrawal's approval: the last consent queues it, any other outcome releases the money. */
import { canonicalJson } from '@calmly/platform/http/calls/idempotency.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import {
  announce,
  appendSteps,
  lockTransactions,
  type Step,
} from '../../../../accounts/server/transactions/index.ts';
import type { ApprovalHandler, ApprovalRequest, Refused } from '../../../../approvals/server/index.ts';
import { contentOf } from './approval-content.ts';
import { endUnsent } from './end.ts';
import { outflowOf, submittedSteps } from './order-withdrawal.ts';
import { findPayee } from './payee-store.ts';
import { scheduleSending } from './schedule.ts';
import { findWithdrawal, lockWithdrawal, moveWithdrawal, type StoredWithdrawal } from './withdrawal-store.ts';

/** Carries out approvals of withdrawals. */
export const withdrawalApprovals: ApprovalHandler = {
  kind: 'withdrawal',
  async outflows(sql, { subjectId, clientId, requestedAt }) {
    const withdrawal = await findWithdrawal(sql, subjectId);
    if (!withdrawal) throw new Problem('not_found');
    const { payeeId } = withdrawal;
    const payee = payeeId === null ? undefined : await findPayee(sql, { id: payeeId, clientId });
    return [outflowOf(withdrawal, payee?.createdAt ?? requestedAt)];
  },
  async approved(work, request, by) {
    const { sql, now } = work;
    const withdrawal = await requireWaiting(sql, request);
    if (canonicalJson(contentOf(withdrawal)) !== canonicalJson(request.content))
      throw new Error(`withdrawal ${withdrawal.id} is not what was approved`);
    await moveWithdrawal(sql, withdrawal.id, now, { state: 'QUEUED' });
    const row = (await lockTransactions(sql, [withdrawal.id])).get(withdrawal.id);
    if (!row) throw new Error(`withdrawal ${withdrawal.id} has no row`);
    await appendSteps(sql, [{ transaction: row, steps: submittedSteps(work, by.name) }]);
    await announce(sql, [row], 'unmoved');
    await publish(sql, withdrawal.clientId, { topic: 'crypto' });
    await scheduleSending(sql, withdrawal.network);
  },
  async refused(work, request, how, by) {
    const withdrawal = await requireWaiting(work.sql, request);
    await endUnsent(work, withdrawal, { ...endOf[how], at: work.now, actor: by?.name ?? null });
  },
};

const endOf = {
  REJECTED: { status: 'REJECTED', reason: 'approval_rejected' },
  RECALLED: { status: 'CANCELED', reason: 'approval_recalled' },
  EXPIRED: { status: 'CANCELED', reason: 'approval_expired' },
  VOIDED: { status: 'CANCELED', reason: 'approval_requester_left' },
} as const satisfies Record<Refused, Pick<Step, 'status' | 'reason'>>;

async function requireWaiting(sql: Sql, { subjectId }: ApprovalRequest): Promise<StoredWithdrawal> {
  const withdrawal = await lockWithdrawal(sql, subjectId);
  if (withdrawal?.state !== 'APPROVAL') throw new Problem('withdrawal_state');
  return withdrawal;
}
