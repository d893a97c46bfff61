/** Writes a change of a dispute: its state, its audit record, and the notice to the holder. The caller holds the card's lock. */
import type { DisputeEvent } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import { announce } from '../../../accounts/server/transactions/index.ts';
import { auditedCard } from '../audited.ts';
import type { StoredAuthorization } from '../authorizations/store.ts';
import type { StoredCard } from '../card.ts';
import { noticeToHolder } from '../card-notice.ts';
import type { StoredDispute } from './dispute-store.ts';

export const disputeTask = 'card_dispute_send';

export interface DisputeNotice {
  readonly card: StoredCard;
  readonly payment: Pick<StoredAuthorization, 'id' | 'merchant'>;
  readonly dispute: StoredDispute;
  /** The part of its credit just reversed, in minor units. */
  readonly takenMinor?: bigint;
}

/** Records and announces the dispute's new state. */
export async function tell(work: Work, { card, payment, dispute, takenMinor }: DisputeNotice): Promise<void> {
  const { clientId, currency } = card;
  const amount = formatDecimal(takenMinor ?? dispute.amountMinor, currency);
  const event: DisputeEvent = takenMinor === undefined ? dispute.status : 'REVERSED';
  const about = { counterparty: payment.merchant.name, amount, currency, event };
  await audit(work, {
    action: 'card.disputed',
    clientId,
    details: {
      ...auditedCard(card),
      payment: payment.id,
      merchant: payment.merchant.name,
      status: event,
    },
  });
  const [notice] = noticeToHolder(card, 'card_dispute', undefined, about);
  if (notice) await notify(work, [{ ...notice, subjectId: payment.id }]);
  await publish(work.sql, clientId, { topic: 'cards' });
  await announce(work.sql, [{ id: payment.id, clientId }], 'unmoved');
}

/** The job sends the dispute's state at the time it runs. */
export const sendLater = ({ sql }: Pick<Work, 'sql'>, { id }: Pick<StoredDispute, 'id'>): Promise<void> =>
  addJobs(sql, [{ task: disputeTask, payload: { id } }]);
