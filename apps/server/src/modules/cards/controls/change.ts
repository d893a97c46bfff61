/**
 * Changes of a card by a member: its name and design, what it may be used for, and whether it works at all. Whatever allows more needs a code,
 * what allows less does not.
 *
 * Errors in the order checked: `not_found`, `card_closed`, `card_expired`; controls: `card_changed` (409) when the card has another version,
 * `invalid_request` (limits.*: amount_precision); blocking: `card_not_active`, `card_locked`; unblocking: `card_locked`, `card_not_blocked`.
 */
import type { CardControlsInput, CardDesign, CardDetails, CardStatus } from '@calmly/contract';
import { audit } from '../../../platform/audit.ts';
import { notify } from '../../../platform/notify/notices.ts';
import { publish } from '../../../platform/notify/push.ts';
import { badFields, Problem } from '../../../platform/problem.ts';
import type { ClientActor, Work } from '../../../platform/work.ts';
import { requireCode } from '../../identity/index.ts';
import { auditedCard, shortName } from '../audited.ts';
import { updateCard } from '../card-store.ts';
import { noticeToHolder } from '../notice.ts';
import { lockOwnCard, refuseEnded, refuseLocked } from '../own-card.ts';
import { presentDetails } from '../reading/view.ts';
import { allowsMore, controlsOf, readLimits } from './rules.ts';

/** `PUT /cards/{id}`. */
export async function renameCard(
  work: Work,
  actor: ClientActor,
  {
    id,
    name,
    design,
  }: { readonly id: string; readonly name: string; readonly design?: CardDesign | undefined },
): Promise<CardDetails> {
  const { sql, now } = work;
  const card = await lockOwnCard(sql, actor, id);
  refuseEnded(card);
  if (card.name === name && (design === undefined || design === card.design))
    return presentDetails(work, card, actor.personId);
  const renamed = await updateCard(sql, card, now, { name, design: design ?? card.design });
  if (card.name !== name)
    await audit(work, { action: 'card.renamed', details: { ...auditedCard(renamed), before: card.name } });
  await publish(sql, actor.clientId, { topic: 'cards' });
  return presentDetails(work, renamed, actor.personId);
}

/** `PUT /cards/controls/{id}`. */
export async function changeControls(
  work: Work,
  actor: ClientActor,
  { id, ...input }: CardControlsInput & { readonly id: string },
): Promise<CardDetails> {
  const { sql, now } = work;
  const card = await lockOwnCard(sql, actor, id);
  refuseEnded(card);
  if (card.version !== input.version) throw new Problem('card_changed');
  const read = readLimits(input.limits);
  if ('faults' in read) throw badFields(...read.faults);
  const controls = controlsOf(input, read.limits);
  const isWider = allowsMore(card.controls, controls);
  if (isWider)
    await requireCode(work, {
      summary: {
        en: `Allow more payments with card ${shortName(card)}`,
        ru: `Разрешить больше операций по карте ${shortName(card)}`,
      },
      snapshot: '',
      money: 'stays',
    });
  const changed = await updateCard(sql, card, now, { controls });
  await audit(work, {
    action: 'card.controls_changed',
    details: {
      ...auditedCard(card),
      wider: isWider,
      before: JSON.stringify(card.controls),
      after: JSON.stringify(controls),
    },
  });
  await publish(sql, actor.clientId, { topic: 'cards' });
  return presentDetails(work, changed, actor.personId);
}

/** `PUT /cards/block/{id}`; blocking a blocked card again changes nothing. */
export async function blockCard(work: Work, actor: ClientActor, id: string): Promise<{ status: CardStatus }> {
  const { sql, now } = work;
  const card = await lockOwnCard(sql, actor, id);
  refuseEnded(card);
  if (card.status === 'BLOCKED') return { status: 'BLOCKED' };
  if (card.status === 'ORDERED') throw new Problem('card_not_active');
  refuseLocked(card);
  const { personId } = actor;
  await updateCard(sql, card, now, { status: 'BLOCKED', blockedAt: now, blockedBy: personId });
  await audit(work, { action: 'card.blocked', details: auditedCard(card) });
  if (personId !== card.holderId) await notify(work, noticeToHolder(card, 'card_blocked', personId));
  await publish(sql, actor.clientId, { topic: 'cards' });
  return { status: 'BLOCKED' };
}

/** `PUT /cards/unblock/{id}`. */
export async function unblockCard(
  work: Work,
  actor: ClientActor,
  id: string,
): Promise<{ status: CardStatus }> {
  const { sql, now } = work;
  const card = await lockOwnCard(sql, actor, id);
  refuseEnded(card);
  refuseLocked(card);
  if (card.status !== 'BLOCKED') throw new Problem('card_not_blocked');
  await requireCode(work, {
    summary: { en: `Unblock card ${shortName(card)}`, ru: `Разблокировать карту ${shortName(card)}` },
    snapshot: '',
    money: 'stays',
  });
  await updateCard(sql, card, now, { status: 'ACTIVE', blockedAt: null, blockedBy: null });
  await audit(work, { action: 'card.unblocked', details: auditedCard(card) });
  await publish(sql, actor.clientId, { topic: 'cards' });
  return { status: 'ACTIVE' };
}
