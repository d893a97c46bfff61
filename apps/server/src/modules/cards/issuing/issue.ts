/**
 * Issues a card: a ledger account of its own, a sealed number, the fee from an account in euro. What a client may have at most is counted under a
 * lock, so that concurrent orders cannot exceed it.
 *
 * Errors in the order checked: `cards_not_offered`; `card_terms_needed` without accepted terms, `terms_outdated` for another version and
 * `boss_needed` for a member who accepts them for the company; `invalid_request` with the fields (address: required, invalid; validUntil:
 * last_day_past, last_day_too_far; limits.*: amount_precision; holderId: holder_unknown; feeAccount: account_unknown, account_not_euro);
 * `card_limit`; `account_closed`, `insufficient_balance`. Source: specification sections 3, 4, 9; server page section 10.
 */
import {
  type CardDetails,
  type CardOffer,
  type CardOrder,
  holdsRight,
  termsVersions,
} from '@calmly/contract';
import { cardTopUpPercent, displayAmount, formatDecimal } from '@calmly/domain';
import { audit } from '../../../platform/audit.ts';
import { notify } from '../../../platform/notify/notices.ts';
import { publish } from '../../../platform/notify/push.ts';
import { badFields, Problem } from '../../../platform/problem.ts';
import { businessDay } from '../../../platform/time/business-time.ts';
import type { ClientActor, Work } from '../../../platform/work.ts';
import type { AccountRecord } from '../../accounts/index.ts';
import { acceptTerms, findPersonNames, isMember, requireCode } from '../../identity/index.ts';
import { openAccounts } from '../../ledger/index.ts';
import { auditedCard } from '../audited.ts';
import { type Controls, newControls, type StoredCard } from '../card.ts';
import { countOpenCards, lockCardsOf } from '../card-store.ts';
import { readLimits } from '../controls/rules.ts';
import { lastDayOf } from '../expiry.ts';
import { scheduleCalendar } from '../lifecycle/schedule.ts';
import { cardCurrency, requireEuroAccount } from '../money/amounts.ts';
import { bookIssueFee } from '../money/book.ts';
import { noticeToHolder } from '../notice.ts';
import { presentDetails } from '../reading/view.ts';
import { type CardTools, requireOffered } from '../tools.ts';
import { writeCard } from './new-card.ts';
import { checkOrder, embossedName, issueFeeOf, mostCards } from './rules.ts';

/** `GET /cards/offer`. */
export async function readOffer(work: Work, actor: ClientActor, tools: CardTools): Promise<CardOffer> {
  const { acceptedTerms } = await requireOffered(work.sql, actor, tools);
  return {
    fee: formatDecimal(issueFeeOf(actor.role), cardCurrency),
    currency: cardCurrency,
    topUpPercent: cardTopUpPercent,
    termsVersion: termsVersions.cards,
    termsAccepted: acceptedTerms.cards?.version === termsVersions.cards,
    most: mostCards(actor.role),
    open: await countOpenCards(work.sql, actor.clientId),
    nameOnCard: embossedName(actor.personName),
  };
}

/** `POST /cards`. */
export async function issueCard(
  work: Work,
  actor: ClientActor,
  tools: CardTools,
  order: CardOrder,
): Promise<CardDetails> {
  const { sql } = work;
  const { clientId, personId, role } = actor;
  const { acceptedTerms } = await requireOffered(sql, actor, tools);
  checkTerms(actor, acceptedTerms.cards?.version, order.termsVersion);
  const today = await businessDay(work);
  const expiresOn = lastDayOf(today);
  const limits = readLimits(order.limits ?? newControls.limits);
  const faults = [...checkOrder(order, { today, expiresOn }), ...('faults' in limits ? limits.faults : [])];
  if (faults.length > 0 || 'faults' in limits) throw badFields(...faults);
  const holderId = await requireHolder(work, actor, order.holderId);
  const account = await requireEuroAccount(sql, { clientId, numberOrIban: order.feeAccount }, 'feeAccount');
  await lockCardsOf(sql, clientId);
  const most = mostCards(role);
  if ((await countOpenCards(sql, clientId)) >= most) throw new Problem('card_limit', { params: { most } });
  const feeMinor = issueFeeOf(role);
  const fee = displayAmount(feeMinor, cardCurrency).text;
  const holderName = (await findPersonNames(sql, [holderId])).get(holderId) ?? '';
  await requireCode(work, {
    summary: {
      en: `Issue card ${order.name} for ${holderName}, fee ${fee}`,
      ru: `Выпустить карту ${order.name}, держатель ${holderName}, комиссия ${fee}`,
    },
    snapshot: String(feeMinor),
    money: 'stays',
  });
  if (order.termsVersion !== undefined)
    await acceptTerms(work, actor, { cards: { version: order.termsVersion } });
  const card = await createCard(
    work,
    tools,
    { ...order, clientId, holderId, account, feeMinor, expiresOn, limits: limits.limits },
    today,
  );
  await notify(work, noticeToHolder(card, 'card_issued', personId));
  await publish(sql, clientId, { topic: 'cards' });
  return presentDetails(work, card, personId);
}

type NewCard = Pick<
  CardOrder,
  'kind' | 'name' | 'nameOnCard' | 'design' | 'isSingleUse' | 'validUntil' | 'address'
> & {
  readonly clientId: string;
  readonly holderId: string;
  readonly account: AccountRecord;
  readonly feeMinor: bigint;
  readonly expiresOn: string;
  readonly limits: Controls['limits'];
};

/** Opens the card's account, writes the card, takes the fee and records it. `today` is the bank's day. */
export async function createCard(
  work: Work,
  { secrets, bank }: Pick<CardTools, 'secrets' | 'bank'>,
  { account, feeMinor, limits, nameOnCard, address, ...given }: NewCard,
  today: string,
): Promise<StoredCard> {
  const { clientId, holderId, kind, name, design, isSingleUse, expiresOn, validUntil = null } = given;
  const accountId = work.newId();
  await openAccounts(work.sql, [
    { id: accountId, kind: 'card', currency: cardCurrency, clientId, allowNegative: false },
  ]);
  const card = await writeCard(
    work,
    secrets,
    {
      id: work.newId(),
      clientId,
      accountId,
      holderId,
      kind,
      name,
      nameOnCard: nameOnCard.toUpperCase(),
      design,
      currency: cardCurrency,
      expiresOn,
      validUntil,
      isSingleUse,
      controls: { ...newControls, limits },
      replaces: null,
      address,
    },
    today,
  );
  await bookIssueFee(work, { card, account, feeMinor, bankName: bank.name });
  await audit(work, { action: 'card.issued', details: { ...auditedCard(card), kind, holder: holderId } });
  await scheduleCalendar(work);
  return card;
}

/** The terms are in force for the client, or are accepted with this order. */
function checkTerms(actor: ClientActor, accepted: string | undefined, sent: string | undefined): void {
  if (sent !== undefined && sent !== termsVersions.cards) throw new Problem('terms_outdated');
  if (accepted === termsVersions.cards) return;
  if (sent === undefined) throw new Problem('card_terms_needed');
  if (!holdsRight(actor, 'is_boss')) throw new Problem('boss_needed');
}

/** Of a company an active member; in the own profile only the person. */
async function requireHolder(
  { sql }: Work,
  { clientId, personId }: ClientActor,
  wanted: string | undefined,
): Promise<string> {
  if (wanted === undefined || wanted === personId) return personId;
  if (!(await isMember(sql, { clientId, personId: wanted })))
    throw badFields({ field: 'holderId', code: 'holder_unknown' });
  return wanted;
}
