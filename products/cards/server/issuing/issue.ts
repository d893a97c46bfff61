/**
 * Issues a card: its own ledger account, a sealed number, the fee from a euro account. The number of a client's cards is counted under a lock, so
 * that concurrent orders cannot exceed the maximum.
 * Errors in the order checked: `cards_not_offered`; `card_terms_needed` without accepted terms, `terms_outdated` for another version and
 * `boss_needed` for a member who accepts them for the company; those of `planCard`; then `account_closed`, `insufficient_balance`. Source:
 * specification sections 3, 4, 9; server page section 10.
 */
import {
  type CardDetails,
  type CardOffer,
  type CardOrder,
  holdsRight,
  type SentForApproval,
  termsVersions,
} from '@calmly/contract';
import { cardTopUpPercent, displayAmount, formatDecimal } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { approversFor, needOf } from '../../../approvals/server/index.ts';
import { acceptTerms, requireCode } from '../../../identity/server/index.ts';
import { askForCard } from '../approvals/ask.ts';
import { countOpenCards } from '../card-store.ts';
import { cardCurrency } from '../money/named-amounts.ts';
import { presentDetails } from '../reading/view.ts';
import { type CardTools, requireOffered } from '../tools.ts';
import { createCard, tellIssued } from './create.ts';
import { planCard } from './plan.ts';
import { embossedName, issueFeeOf, mostCards } from './rules.ts';

/** `GET /cards/offer`. */
export async function readOffer(work: Work, actor: ClientActor, tools: CardTools): Promise<CardOffer> {
  const { acceptedTerms } = await requireOffered(work.sql, actor, tools);
  const need = await needOf(work, { kind: 'card', clientId: actor.clientId });
  return {
    fee: formatDecimal(issueFeeOf(actor.role), cardCurrency),
    currency: cardCurrency,
    topUpPercent: cardTopUpPercent,
    termsVersion: termsVersions.cards,
    termsAccepted: acceptedTerms.cards?.version === termsVersions.cards,
    most: mostCards(actor.role),
    open: await countOpenCards(work.sql, actor.clientId),
    numberAtProcessor: tools.processor !== undefined,
    nameOnCard: embossedName(actor.personName),
    approvers: need ? approversFor(need, 'card') : [],
  };
}

/** `POST /cards`: at once, or after the approvals that the company's policy requires. */
export async function issueCard(
  work: Work,
  actor: ClientActor,
  tools: CardTools,
  order: CardOrder,
): Promise<CardDetails | SentForApproval> {
  const { sql } = work;
  const { clientId, personId, personName, role } = actor;
  const { acceptedTerms } = await requireOffered(sql, actor, tools);
  checkTerms(actor, acceptedTerms.cards?.version, order.termsVersion);
  const plan = await planCard(work, { clientId, role }, { ...order, holderId: order.holderId ?? personId });
  const need = await needOf(work, { kind: 'card', clientId });
  const fee = displayAmount(plan.feeMinor, cardCurrency).text;
  await requireCode(work, {
    summary: {
      en: `Issue card ${order.name} for ${plan.holderName}, fee ${fee}`,
      ru: `Выпустить карту ${order.name}, держатель ${plan.holderName}, комиссия ${fee}`,
    },
    snapshot: String(plan.feeMinor),
    money: 'stays',
  });
  if (order.termsVersion !== undefined)
    await acceptTerms(work, actor, { cards: { version: order.termsVersion } });
  if (need) return askForCard(work, need, { order, plan });
  const card = await createCard(work, tools, {
    ...plan,
    id: work.newId(),
    orderedBy: { personId, name: personName },
  });
  await tellIssued(work, card, personId);
  return presentDetails(work, card, personId);
}

/** Requires terms that are accepted already, or with this order. */
function checkTerms(actor: ClientActor, accepted: string | undefined, sent: string | undefined): void {
  if (sent !== undefined && sent !== termsVersions.cards) throw new Problem('terms_outdated');
  if (accepted === termsVersions.cards) return;
  if (sent === undefined) throw new Problem('card_terms_needed');
  if (!holdsRight(actor, 'is_boss')) throw new Problem('boss_needed');
}
