/**
 * Secrets that only the holder may see or set: the card's number with its security code, and the PIN. Each call needs a two-factor code, is recorded
 * without the secret, and is the only one to return it. For a card made by a processor, we have none of them.
 * Errors in the order checked: `not_found`, `card_holder_only`, `card_closed`, `card_expired`, `card_not_active`, `card_numbers_at_processor`,
 * `card_pin_unset`; setting: `invalid_request` (pin: pin_simple), `card_locked` by the bank.
 */
import { type RevealedCard, revealSeconds } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { type Outflow, requireCode } from '../../../identity/server/index.ts';
import { balances } from '../../../ledger/server/index.ts';
import { auditedCard, shortName } from '../audited.ts';
import type { StoredCard } from '../card.ts';
import { updateCard } from '../card-store.ts';
import { expiryOf } from '../expiry.ts';
import { continueCalendar } from '../lifecycle/schedule.ts';
import { lockOwnCard, refuseEnded } from '../own-card.ts';
import type { CardSecrets } from './card-secrets.ts';
import { isSimplePin } from './pin-rules.ts';
import { findSecret, type StoredSecret, updatePin } from './secret-store.ts';

/** The balance that a person who knows the secrets could spend: cooling-off treats it as a payment to a new payee. */
async function spendable({ sql, now }: Work, { accountId }: StoredCard): Promise<Outflow[]> {
  const worthMinor = (await balances(sql, [accountId])).get(accountId)?.availableMinor ?? 0n;
  return [{ knownSince: now, worthMinor }];
}

/** `POST /cards/reveal/{id}`. */
export async function revealCard(
  work: Work,
  actor: ClientActor,
  secrets: CardSecrets,
  id: string,
): Promise<RevealedCard> {
  const card = await lockHeldCard(work, actor, id);
  await requireCode(work, {
    summary: {
      en: `Show the number and security code of card ${shortName(card)}`,
      ru: `Показать номер и код безопасности карты ${shortName(card)}`,
    },
    snapshot: '',
    money: await spendable(work, card),
  });
  const { number, securityCode } = secrets.open(id, await requireSecret(work, id));
  await audit(work, { action: 'card.revealed', details: auditedCard(card) });
  return {
    number,
    securityCode,
    expiry: expiryOf(card.expiresOn),
    nameOnCard: card.nameOnCard,
    seconds: revealSeconds,
  };
}

/** `POST /cards/pin/{id}`. */
export async function showPin(
  work: Work,
  actor: ClientActor,
  secrets: CardSecrets,
  id: string,
): Promise<{ pin: string; seconds: number }> {
  const card = await lockHeldCard(work, actor, id);
  const { pin } = await requireSecret(work, id);
  if (pin === null) throw new Problem('card_pin_unset');
  await requireCode(work, {
    summary: {
      en: `Show the PIN of card ${shortName(card)}`,
      ru: `Показать PIN-код карты ${shortName(card)}`,
    },
    snapshot: '',
    money: await spendable(work, card),
  });
  await audit(work, { action: 'card.pin_shown', details: auditedCard(card) });
  return { pin: secrets.openPin(id, pin), seconds: revealSeconds };
}

/** `PUT /cards/pin/{id}`. A new PIN unlocks a card locked by wrong PINs. */
export async function setPin(
  work: Work,
  actor: ClientActor,
  secrets: CardSecrets,
  { id, pin }: { readonly id: string; readonly pin: string },
): Promise<void> {
  const card = await lockHeldCard(work, actor, id);
  if (isSimplePin(pin)) throw badFields({ field: 'pin', code: 'pin_simple' });
  await requireCode(work, {
    summary: { en: `Set the PIN of card ${shortName(card)}`, ru: `Задать PIN-код карты ${shortName(card)}` },
    snapshot: '',
    money: 'stays',
  });
  await updatePin(work.sql, id, secrets.sealPin(id, pin));
  const unlocked = card.lock === 'pin_tries' ? ({ status: 'ACTIVE', lock: null } as const) : {};
  const changed = await updateCard(work.sql, card, work.now, { pinTries: 0, ...unlocked });
  // A receipt may have become overdue while it was locked.
  if (changed.status !== card.status) await continueCalendar(work);
  await audit(work, { action: 'card.pin_set', details: auditedCard(card) });
  await publish(work.sql, actor.clientId, { topic: 'cards' });
}

/** The caller's own card, in use. */
async function lockHeldCard(work: Work, actor: ClientActor, id: string): Promise<StoredCard> {
  const card = await lockOwnCard(work.sql, actor, id);
  if (card.holderId !== actor.personId) throw new Problem('card_holder_only');
  refuseEnded(card);
  if (card.status === 'ORDERED') throw new Problem('card_not_active');
  if (card.atProcessor) throw new Problem('card_numbers_at_processor');
  return card;
}

async function requireSecret({ sql }: Work, cardId: string): Promise<StoredSecret> {
  const secret = await findSecret(sql, cardId);
  if (!secret) throw new Error(`card ${cardId} has no secrets`);
  return secret;
}
