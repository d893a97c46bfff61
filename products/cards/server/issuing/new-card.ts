/** Writes a new card with its number, or orders it from the processor, and for plastic its delivery. Issuing and replacing decide its properties. */
import type { CardAddress } from '@calmly/contract';
import { Problem } from '@calmly/platform/problem.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { ReplacementReason } from '@calmly/providers/issuer/processor.ts';
import type { StoredCard } from '../card.ts';
import { insertCard } from '../card-store.ts';
import { insertAtProcessor } from '../processor/processor-store.ts';
import { scheduleProcessor } from '../processor/schedule.ts';
import { insertSecret } from '../secrets/secret-store.ts';
import type { CardTools } from '../tools.ts';
import { insertDelivery } from './delivery-store.ts';

/** The properties decided by the caller. The state, number and times follow. */
export type CardPlan = Pick<
  StoredCard,
  | 'id'
  | 'clientId'
  | 'accountId'
  | 'holderId'
  | 'kind'
  | 'name'
  | 'nameOnCard'
  | 'design'
  | 'currency'
  | 'expiresOn'
  | 'validUntil'
  | 'isSingleUse'
  | 'controls'
  | 'replaces'
> & {
  readonly address: CardAddress | undefined;
  /** The reason for replacing another card. */
  readonly reason?: ReplacementReason;
};

/** For a card that its processor has not made yet. */
const digitsToCome = '0000';

/** From the order to the letter box. */
export const deliveryDays = 7;

/** Plastic is ORDERED until its holder activates it; a virtual card works at once. `today` is the bank's day. */
export async function writeCard(
  { sql, now }: Work,
  { secrets, processor }: Pick<CardTools, 'secrets' | 'processor'>,
  { address, reason, ...plan }: CardPlan,
  today: string,
): Promise<StoredCard> {
  const own = processor ? undefined : secrets.issue(plan.id);
  const card: StoredCard = {
    ...plan,
    status: plan.kind === 'PLASTIC' ? 'ORDERED' : 'ACTIVE',
    version: 1,
    lastFour: own?.lastFour ?? digitsToCome,
    atProcessor: processor !== undefined,
    blockedAt: null,
    blockedBy: null,
    lock: null,
    pinTries: 0,
    createdAt: now,
    updatedAt: now,
    closedAt: null,
  };
  await insertCard(sql, card);
  // A collision, one in a thousand million; the caller tries again.
  if (own && !(await insertSecret(sql, plan.id, own))) throw new Problem('overloaded');
  if (plan.kind === 'PLASTIC' && address)
    await insertDelivery(sql, { ...address, cardId: plan.id, expectedOn: addDays(today, deliveryDays) });
  if (processor) {
    await insertAtProcessor(sql, { cardId: plan.id, reason });
    await scheduleProcessor(sql, plan.id);
  }
  return card;
}
