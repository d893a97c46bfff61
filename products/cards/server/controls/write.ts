/** Writes the controls of a locked card, and voids requests for other controls of it that await approval. */
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import { voidApprovals } from '../../../approvals/server/index.ts';
import { auditedCard } from '../audited.ts';
import type { Controls, StoredCard } from '../card.ts';
import { updateCard } from '../card-store.ts';
import { allowsMore } from './rules.ts';

/** Returns the updated card. */
export async function writeControls(work: Work, card: StoredCard, controls: Controls): Promise<StoredCard> {
  const { sql, now } = work;
  const { id, clientId } = card;
  const changed = await updateCard(sql, card, now, { controls });
  await voidApprovals(work, { subjectId: id });
  await audit(work, {
    action: 'card.controls_changed',
    clientId,
    details: {
      ...auditedCard(card),
      wider: allowsMore(card.controls, controls),
      before: JSON.stringify(card.controls),
      after: JSON.stringify(controls),
    },
  });
  await publish(sql, clientId, { topic: 'cards' });
  return changed;
}
