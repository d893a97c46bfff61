/**
 * Brings the processor's card into line with ours: makes it, and enables or disables it. A job after each change of a card's status, outside any
 * transaction. It checks again after each call, so that of two concurrent runs the last one leaves the correct state.
 */
import { publish } from '@calmly/platform/notify/push.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { CardProcessor, ProcessorStatus } from '@calmly/providers/issuer/processor.ts';
import { findCardholder } from '../../../identity/server/index.ts';
import type { StoredCard } from '../card.ts';
import { readCard } from '../card-store.ts';
import { findDelivery } from '../issuing/delivery-store.ts';
import {
  type AtProcessor,
  findAtProcessor,
  findHolderReference,
  insertHolderReference,
  storeMade,
  storeStatus,
} from './processor-store.ts';

/** Further changes during one run are left to their own jobs. */
const rounds = 5;

const statuses = {
  ORDERED: 'inactive',
  ACTIVE: 'active',
  BLOCKED: 'inactive',
  LOCKED: 'inactive',
  EXPIRED: 'inactive',
  CLOSED: 'closed',
} as const satisfies Record<StoredCard['status'], ProcessorStatus>;

/** The job. */
export async function keepAtProcessor(
  processor: CardProcessor,
  { sql }: Pick<Work, 'sql'>,
  payload: unknown,
): Promise<void> {
  const { cardId } = payload as { readonly cardId: string };
  for (let round = 0; round < rounds; round += 1) {
    const [card, there] = await Promise.all([readCard(sql, cardId), findAtProcessor(sql, cardId)]);
    if (!card || !there) return;
    const wanted = statuses[card.status];
    if (there.reference === null) {
      if (wanted === 'closed') return;
      await make(processor, sql, card, there);
    } else if (there.status === wanted || there.status === 'closed') return;
    else {
      await processor.setStatus(there.reference, wanted);
      await storeStatus(sql, cardId, wanted);
    }
  }
}

async function make(processor: CardProcessor, sql: Sql, card: StoredCard, { reason }: AtProcessor) {
  const { id: cardId, kind, currency, status, replaces, nameOnCard, clientId } = card;
  const holder = await holderOf(processor, sql, card);
  const [delivery, before] = await Promise.all([
    findDelivery(sql, cardId),
    replaces === null ? undefined : findAtProcessor(sql, replaces),
  ]);
  const made = await processor.makeCard({
    cardId,
    holder,
    kind,
    currency,
    works: statuses[status] === 'active',
    post: kind === 'PLASTIC' && delivery ? { name: nameOnCard, address: delivery } : undefined,
    replaces: before?.reference && reason ? { card: before.reference, reason } : undefined,
  });
  await storeMade(sql, cardId, made, statuses[status]);
  await publish(sql, clientId, { topic: 'cards' });
}

async function holderOf(
  processor: CardProcessor,
  sql: Sql,
  { clientId, holderId: personId }: StoredCard,
): Promise<string> {
  const known = await findHolderReference(sql, { clientId, personId });
  if (known !== undefined) return known;
  const person = await findCardholder(sql, { clientId, personId });
  if (!person) throw new Error('the holder of a card has no name or address yet');
  const reference = await processor.makeHolder({ id: `${clientId}:${personId}`, ...person });
  await insertHolderReference(sql, { clientId, personId }, reference);
  return reference;
}
