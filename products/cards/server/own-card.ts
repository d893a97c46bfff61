/** The card of a call: locked, the client's own, and in a state that allows the action. */
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql } from '@calmly/platform/work.ts';
import { lockApprovals } from '../../approvals/server/index.ts';
import type { StoredCard } from './card.ts';
import { findCard, lockCard } from './card-store.ts';

/** Reads a card; another client's card is not found. */
export async function requireCard(
  sql: Sql,
  { clientId }: Pick<ClientActor, 'clientId'>,
  id: string,
): Promise<StoredCard> {
  const card = await findCard(sql, { clientId, id });
  if (!card) throw new Problem('not_found');
  return card;
}

/** The same, locked until the transaction ends. */
export async function lockOwnCard(
  sql: Sql,
  actor: Pick<ClientActor, 'clientId'>,
  id: string,
): Promise<StoredCard> {
  await requireCard(sql, actor, id);
  const card = await lockCard(sql, id);
  if (!card) throw new Error(`card ${id} is gone`);
  return card;
}

/** The same for a change that voids pending approvals about the card: those are locked first, in the same order as by approvers. */
export async function lockForVoiding(
  sql: Sql,
  actor: Pick<ClientActor, 'clientId'>,
  id: string,
): Promise<StoredCard> {
  await lockApprovals(sql, { subjectId: id });
  return lockOwnCard(sql, actor, id);
}

/** Errors: `card_closed`. */
export function refuseClosed({ status }: StoredCard): void {
  if (status === 'CLOSED') throw new Problem('card_closed');
}

/** Refuses an expired or closed card. */
export function refuseEnded(card: StoredCard): void {
  refuseClosed(card);
  if (card.status === 'EXPIRED') throw new Problem('card_expired');
}

/** Locked by the bank or the company's rules, which a new card must not bypass. A lock for wrong PINs ends with a new PIN. */
export const isHeldBack = ({ lock }: Pick<StoredCard, 'lock'>): boolean =>
  lock !== null && lock !== 'pin_tries';

/** Refuses a card that the bank or the company's rules have locked. */
export function refuseLocked({ lock }: StoredCard): void {
  if (lock !== null) throw new Problem('card_locked', { params: { lock } });
}
