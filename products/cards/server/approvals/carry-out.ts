/**
 * Carries out a request about a card: with the last consent the card is issued and its fee taken, or its controls are changed. If that is not
 * possible, the approver sees the reason and the request stays open: the holder has left, the account cannot pay the fee, the client has the maximum
 * number of cards, the last day is past. If the controls have changed since the request, it is void (`controls/change.ts`).
 */

import { canonicalJson } from '@calmly/platform/http/calls/idempotency.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { z } from 'zod';
import type { ApprovalHandler, ApprovalRequest } from '../../../approvals/server/index.ts';
import type { Controls } from '../card.ts';
import { writeControls } from '../controls/write.ts';
import { createCard, tellIssued } from '../issuing/create.ts';
import { planCard } from '../issuing/plan.ts';
import { lockOwnCard, refuseEnded } from '../own-card.ts';
import type { CardTools } from '../tools.ts';
import { zCardContent } from './ask.ts';

/** Carries out approvals of cards. */
export const cardApprovals = (tools: Pick<CardTools, 'secrets' | 'bank' | 'processor'>): ApprovalHandler => ({
  kind: 'card',
  // The fee goes to the bank, not to another person.
  outflows: async () => [],
  async approved(work, request) {
    const content = z.decode(zCardContent, request.content as never);
    if (content.action === 'controls') return applyControls(work, request, content);
    const { clientId, subjectId: id, requestedBy: personId, requestedByName: name } = request;
    const order = { ...content.order, holderId: content.holderId };
    // Only a company's requests need approval.
    const plan = await planCard(work, { clientId, role: 'LEGAL' }, order);
    const card = await createCard(work, tools, {
      ...plan,
      id,
      feeMinor: BigInt(content.feeMinor),
      orderedBy: { personId, name },
    });
    await tellIssued(work, card, personId);
  },
  // Nothing was done when it was requested.
  refused: ({ sql }, { clientId }) => publish(sql, clientId, { topic: 'cards' }),
});

async function applyControls(
  work: Work,
  { clientId, subjectId: id }: ApprovalRequest,
  { before, after }: { readonly before: Controls; readonly after: Controls },
): Promise<void> {
  const card = await lockOwnCard(work.sql, { clientId }, id);
  refuseEnded(card);
  if (canonicalJson(card.controls) !== canonicalJson(before)) throw new Problem('approval_changed');
  await writeControls(work, card, after);
}
