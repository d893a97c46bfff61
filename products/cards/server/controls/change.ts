/**
 * Changes of a card by a member: its name and design, its controls, and blocking. A change that allows more needs a code and, in a company, the
 * approvals that its policy requires; a change that allows less needs neither.
 * Errors in the order checked: `not_found`, `card_closed`, `card_expired`; name: `card_changed`; controls: `card_changed` (409) if the card has
 * another version, `invalid_request` (limits.*: amount_precision), `approval_waiting` if another change is waiting for approval; blocking:
 * `card_not_active`, `card_locked`; unblocking: `card_locked`, `card_not_blocked`.
 */
import type {
  CardControlsInput,
  CardDetails,
  CardRename,
  CardStatus,
  SentForApproval,
} from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { requireUnchanged } from '@calmly/platform/edits.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { cardChangeOf, needOf } from '../../../approvals/server/index.ts';
import { requireCode } from '../../../identity/server/index.ts';
import { askForControls } from '../approvals/ask.ts';
import { factsOfControls } from '../approvals/facts.ts';
import { auditedCard, shortName } from '../audited.ts';
import { noticeToHolder } from '../card-notice.ts';
import { updateCard } from '../card-store.ts';
import { continueCalendar } from '../lifecycle/schedule.ts';
import { lockForVoiding, lockOwnCard, refuseEnded, refuseLocked } from '../own-card.ts';
import { presentDetails } from '../reading/view.ts';
import { allowsMore, controlsOf, readLimits } from './rules.ts';
import { writeControls } from './write.ts';

/** `PUT /cards/{id}`. */
export async function renameCard(
  work: Work,
  actor: ClientActor,
  { id, name, design, before }: CardRename & { readonly id: string },
): Promise<CardDetails> {
  const { sql, now } = work;
  const card = await lockOwnCard(sql, actor, id);
  refuseEnded(card);
  requireUnchanged(before, { name: card.name, design: card.design }, 'card_changed');
  if (card.name === name && (design === undefined || design === card.design))
    return presentDetails(work, card, actor.personId);
  const renamed = await updateCard(sql, card, now, { name, design: design ?? card.design });
  if (card.name !== name)
    await audit(work, { action: 'card.renamed', details: { ...auditedCard(renamed), before: card.name } });
  await publish(sql, actor.clientId, { topic: 'cards' });
  return presentDetails(work, renamed, actor.personId);
}

/** `PUT /cards/controls/{id}`: at once, or after the approvals that the company's policy requires. */
export async function changeControls(
  work: Work,
  actor: ClientActor,
  { id, ...input }: CardControlsInput & { readonly id: string },
): Promise<CardDetails | SentForApproval> {
  const { sql } = work;
  const card = await lockForVoiding(sql, actor, id);
  refuseEnded(card);
  if (card.version !== input.version) throw new Problem('card_changed');
  const read = readLimits(input.limits);
  if ('faults' in read) throw badFields(...read.faults);
  const controls = controlsOf(input, read.limits);
  if (allowsMore(card.controls, controls)) {
    const need = await needOf(work, { kind: 'card', clientId: actor.clientId });
    const { en, ru } = cardChangeOf(factsOfControls(card, '', controls));
    await requireCode(work, {
      summary: { en: `Change card ${en}`, ru: `Изменить карту ${ru}` },
      snapshot: '',
      money: 'stays',
    });
    if (need) return askForControls(work, need, card, controls);
  }
  return presentDetails(work, await writeControls(work, card, controls), actor.personId);
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
  // A receipt may have become overdue while it was blocked.
  await continueCalendar(work);
  await audit(work, { action: 'card.unblocked', details: auditedCard(card) });
  await publish(sql, actor.clientId, { topic: 'cards' });
  return { status: 'ACTIVE' };
}
