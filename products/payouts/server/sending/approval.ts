/**
 * Carries out the decision on a payout that waits for approval: the last consent holds its money and has it paid, any other end makes it a draft
 * again.
 */
import { canonicalJson } from '@calmly/platform/http/calls/idempotency.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { ApprovalHandler, ApprovalRequest } from '../../../approvals/server/index.ts';
import { linkPayees } from '../payees/link-payees.ts';
import { lockPayout, type StoredPayout, updatePayout } from '../store.ts';
import { begin, contentOf, outflowsOf } from './confirm.ts';
import { sumFunding } from './sending-store.ts';

/** How approvals of payouts are carried out. */
export const payoutApprovals: ApprovalHandler = {
  kind: 'payout',
  outflows: async (sql, { subjectId, requestedAt }) =>
    outflowsOf(await sumFunding(sql, subjectId), requestedAt),
  async approved(work, request) {
    const payout = await requireWaiting(work.sql, request);
    await linkPayees(work.sql, payout);
    const funding = await sumFunding(work.sql, payout.id);
    const content = await contentOf(work.sql, payout.clientId, payout.id, funding);
    // A payee has changed since, so the requester has to withdraw the request and send it again.
    if (canonicalJson(content) !== canonicalJson(request.content)) throw new Problem('approval_changed');
    await begin(work, payout, funding);
  },
  async refused(work, request) {
    const { id, clientId, version } = await requireWaiting(work.sql, request);
    await updatePayout(work.sql, id, work.now, { status: 'DRAFT', payOn: null, version: version + 1 });
    await publish(work.sql, clientId, { topic: 'payouts', ids: [id] });
  },
};

async function requireWaiting(sql: Sql, { clientId, subjectId: id }: ApprovalRequest): Promise<StoredPayout> {
  const payout = await lockPayout(sql, { clientId, id });
  if (payout?.status !== 'WAITING') throw new Problem('payout_state');
  return payout;
}
