/**
 * Sends a new card, or controls that allow more, for approval. The content is everything needed to carry it out (`carry-out.ts`). The subject is the
 * card, even for a new one: its id is chosen when it is requested.
 */
import { type CardOrder, issueCard, type SentForApproval } from '@calmly/contract';
import type { Work } from '@calmly/platform/work.ts';
import { z } from 'zod';
import { type JsonValue, type Need, openApproval } from '../../../approvals/server/index.ts';
import { findPersonNames } from '../../../identity/server/index.ts';
import type { Controls, StoredCard } from '../card.ts';
import type { CardToIssue } from '../issuing/plan.ts';
import { factsOfCard, factsOfControls } from './facts.ts';

/** The pending request; amounts are decimals, the order is in wire form. */
export const zCardContent = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('issue'),
    order: issueCard.body,
    holderId: z.string(),
    /** The accepted fee, in minor units. */
    feeMinor: z.string(),
  }),
  z.object({
    action: z.literal('controls'),
    before: z.custom<Controls>(),
    after: z.custom<Controls>(),
  }),
]);
type CardContent = z.output<typeof zCardContent>;

/** Opens the request for a new card whose order was checked. */
export function askForCard(
  work: Work,
  need: Need,
  { order, plan }: { readonly order: CardOrder; readonly plan: CardToIssue },
): Promise<SentForApproval> {
  const { clientId, holderId, feeMinor } = plan;
  const { termsVersion: _, ...ordered } = order;
  const content: CardContent = { action: 'issue', order: ordered, holderId, feeMinor: String(feeMinor) };
  return openApproval(
    work,
    {
      kind: 'card',
      clientId,
      subjectId: work.newId(),
      content: z.encode(zCardContent, content) as JsonValue,
      facts: factsOfCard(plan),
    },
    need,
  );
}

/** The same for controls of a locked card. `approval_waiting`: another change of this card is pending. */
export async function askForControls(
  work: Work,
  need: Need,
  card: StoredCard,
  after: Controls,
): Promise<SentForApproval> {
  const { id, clientId, holderId, controls: before } = card;
  const holder = (await findPersonNames(work.sql, [holderId])).get(holderId) ?? '';
  const content: CardContent = { action: 'controls', before, after };
  return openApproval(
    work,
    {
      kind: 'card',
      clientId,
      subjectId: id,
      content: z.encode(zCardContent, content) as JsonValue,
      facts: factsOfControls(card, holder, after),
    },
    need,
  );
}
