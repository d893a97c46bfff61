/** Receives the processor's messages. Each is handled once: its id is claimed first, and a repeated message gets the first answer again. */
import type { Work } from '@calmly/platform/work.ts';
import type {
  AuthorizationAnswer,
  DisputeNews,
  EventAnswer,
  IssuerEvent,
  IssuerMessage,
  IssuerSink,
} from '@calmly/providers/issuer/issuer.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { lockCard } from '../card-store.ts';
import { findDispute } from '../disputes/dispute-store.ts';
import { takeOutcome } from '../disputes/outcome.ts';
import { sendLater } from '../disputes/tell.ts';
import { findDelivery } from '../issuing/delivery-store.ts';
import { moveDelivery } from '../issuing/shipment.ts';
import { findByProcessor } from '../processor/processor-store.ts';
import { authorize } from './authorize.ts';
import { takeEvent } from './events.ts';
import { claimMessage, findAnswer, keepAnswer } from './store.ts';

/**
 * Each call handles its messages in the caller's transaction: if it rolls back, they count as never received. Amounts in another currency are
 * converted with `prices`.
 */
export const createIssuerSink = (prices: PriceProvider): IssuerSink => ({
  decide: (work, request) => once<AuthorizationAnswer>(work, request, () => authorize(work, prices, request)),
  take: (work, event) =>
    once<EventAnswer>(work, event, async () => ({
      transactionId:
        event.kind === 'dispute' ? await takeOutcome(work, event) : await takeEvent(work, prices, event),
    })),
  async takeAll(work, events) {
    // All are claimed before the first one locks the card, because a message handled by another transaction holds the card too.
    const fresh: IssuerEvent[] = [];
    for (const event of events)
      if (await claimMessage(work.sql, { id: event.id, kind: event.kind, at: work.now })) fresh.push(event);
    for (const event of fresh) {
      const answer = { transactionId: await takeEvent(work, prices, event) };
      await keepAnswer(work.sql, { id: event.id, authorizationId: answer.transactionId, answer });
    }
  },
  async disputeChanged(work, disputeId) {
    const dispute = await findDispute(work.sql, disputeId);
    if (dispute) await sendLater(work, dispute);
    else work.log.warn({ disputeId }, 'the card processor has news of an unknown dispute');
  },
  async track(work, { cardId, status, trackingNumber, expectedOn }) {
    const card = await lockCard(work.sql, cardId);
    const before = card && (await findDelivery(work.sql, cardId));
    // A delivered card cannot be in transit again, however late that message is.
    if (!card || !before || before.status === 'DELIVERED' || before.status === status) return;
    await moveDelivery(work, card, {
      status,
      trackingNumber: trackingNumber ?? before.trackingNumber,
      expectedOn: expectedOn ?? before.expectedOn,
    });
  },
  cardOf: ({ sql }, processorCard) => findByProcessor(sql, processorCard),
});

async function once<Answer extends EventAnswer>(
  { sql, now }: Work,
  { id, kind }: IssuerMessage | DisputeNews,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  if (!(await claimMessage(sql, { id, kind, at: now }))) return findAnswer<Answer>(sql, id);
  const answer = await handle();
  await keepAnswer(sql, { id, authorizationId: answer.transactionId, answer });
  return answer;
}
