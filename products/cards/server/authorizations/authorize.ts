/**
 * The answer to an authorization request. An approved amount is held at once; a declined request is stored with its reason, for the client to see.
 * A payment that was authorised and has ended accepts no further request, even if it ended here because nothing was collected in time. Processors
 * raise an amount only while the authorization is open, and a merchant that wants more afterwards starts a new payment with a new reference. Money
 * held under the old reference would never be collected, because a clearing after the end makes a separate row. A payment that ended without any
 * request was overtaken: its first request is checked like any other, and nothing is held for it, because its money was already collected or
 * released.
 * A request that the processor has decided in our place changes nothing and sends the holder no notice: the processor's report says what was paid.
 */
import type { DeclineReason } from '@calmly/contract';
import { parseDecimal } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { businessTime } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { AuthorizationAnswer, AuthorizationRequest } from '@calmly/providers/issuer/issuer.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { findClientState, isMember } from '../../../identity/server/index.ts';
import { balances, lockAccounts } from '../../../ledger/server/index.ts';
import { auditedCard } from '../audited.ts';
import type { StoredCard } from '../card.ts';
import { lockCard, updateCard } from '../card-store.ts';
import { readUsage } from '../reading/usage-store.ts';
import { declineReasonOf, type Facts, isAbroad, unusableReason } from './deciding/decide.ts';
import { type Amount, amountOf, partOf, sumOf } from './money/amounts.ts';
import { notifyAbroad, notifyDeclined } from './notices.ts';
import { holdEnd, paymentOf } from './payment.ts';
import { record } from './record.ts';
import { hasRow } from './row.ts';
import { changed, heldMinor, nothingYet, spentMinor } from './state.ts';
import { findByReference, hasPaid, hasPaidIn, type StoredAuthorization } from './store.ts';

const approvedAs = (transactionId: string): AuthorizationAnswer => ({
  approved: true,
  declineReason: null,
  transactionId,
});
const declinedAs = (declineReason: DeclineReason, transactionId: string | null): AuthorizationAnswer => ({
  approved: false,
  declineReason,
  transactionId,
});

/** Decides a request that was not answered before. */
export async function authorize(
  work: Work,
  prices: PriceProvider,
  request: AuthorizationRequest,
): Promise<AuthorizationAnswer> {
  const { sql } = work;
  const card = await lockCard(sql, request.cardId);
  if (!card) return declinedAs('card_unknown', null);
  const before = await findByReference(sql, request.reference);
  if (before?.declineReason) return declinedAs(before.declineReason, before.id);
  const [amount, bankTime] = await Promise.all([askedFor(work, prices, card, request), businessTime(work)]);
  const heldAlready = heldAlreadyMinor(request, card, before);
  const added = amount && { ...amount, minor: excess(amount.minor, heldAlready) };
  const today = bankTime.toISOString().slice(0, 10);
  const after = approvedPayment(work, { card, request, before, amount, added, today, bankTime });
  const facts = await factsOf(work, { card, before, today, amount, after });
  if (before && isOvertaken(request, card, before)) {
    const unusable = unusableReason(facts);
    return unusable ? declinedAs(unusable, before.id) : approvedAs(before.id);
  }
  const reason = declineReasonOf(request, facts);
  await countPinTries(work, card, request, reason);
  if (reason === undefined) {
    const isFirstAbroad =
      !before &&
      hasRow(after) &&
      isAbroad(request.merchant.country) &&
      !(await paidThere(work, card, request));
    await record(work, { card, before, after });
    if (isFirstAbroad) await notifyAbroad(work, card, after);
    return approvedAs(after.id);
  }
  return declinedAs(reason, await decline(work, { card, before, amount, after, reason }));
}

const excess = (minor: bigint, overMinor: bigint): bigint => (minor > overMinor ? minor - overMinor : 0n);

const earlierMinor = ({ earlier }: AuthorizationRequest, { currency }: StoredCard): bigint | undefined =>
  earlier === undefined ? undefined : (parseDecimal(earlier, currency) ?? 0n);

/** Whether the processor has approved more for the payment since it made the request. */
function isOvertaken(
  request: AuthorizationRequest,
  card: StoredCard,
  { reportedMinor }: StoredAuthorization,
): boolean {
  const earlier = earlierMinor(request, card);
  return earlier !== undefined && reportedMinor > earlier;
}

/** The part of the request that is already held, because an approval of ours never reached the processor. Only the excess is held in addition. */
function heldAlreadyMinor(
  request: AuthorizationRequest,
  card: StoredCard,
  before: StoredAuthorization | undefined,
): bigint {
  const earlier = earlierMinor(request, card);
  if (!before || earlier === undefined) return 0n;
  const lost = excess(before.authorizedMinor, earlier);
  const held = heldMinor(before);
  return lost < held ? lost : held;
}

const askedFor = async (
  { now }: Work,
  prices: PriceProvider,
  card: StoredCard,
  request: AuthorizationRequest,
) => amountOf(request, card.currency, await prices.marketRates(now));

const paidThere = (
  { sql }: Work,
  { accountId }: StoredCard,
  { merchant: { country } }: AuthorizationRequest,
) => hasPaidIn(sql, { accountId, country });

interface Asked {
  readonly card: StoredCard;
  readonly request: AuthorizationRequest;
  readonly before: StoredAuthorization | undefined;
  /** In the card's currency; undefined if there is no rate. */
  readonly amount: Amount | undefined;
}

/** The payment after the request is approved. */
function approvedPayment(
  work: Work,
  {
    card,
    request,
    before,
    amount,
    added,
    today,
    bankTime,
  }: Asked & {
    /** The amount held in addition. */
    readonly added: Amount | undefined;
    readonly today: string;
    readonly bankTime: Date;
  },
): StoredAuthorization {
  const sums = changed(before ?? nothingYet, { kind: 'authorize', amountMinor: added?.minor ?? 0n });
  const expiresAt = holdEnd(bankTime, card);
  const rate = amount?.rate ?? null;
  if (!before) return { ...paymentOf(work, card, request, today), ...sums, rate, expiresAt };
  const merchantAmount = merchantTotal(before, request, amount, added);
  return { ...before, ...sums, merchantAmount, rate: before.rate ?? rate, expiresAt };
}

/** The merchant's amount includes what is already held. */
function merchantTotal(
  before: StoredAuthorization,
  request: AuthorizationRequest,
  amount: Amount | undefined,
  added: Amount | undefined,
): string {
  // A reversal that overtook its request has no amount of its own.
  if (before.authorizedMinor === 0n || !amount || !added) return request.amount;
  if (added.minor === 0n) return before.merchantAmount;
  const share = { partMinor: added.minor, wholeMinor: amount.minor };
  return sumOf(before.merchantAmount, partOf(request.amount, request.currency, share), request.currency);
}

async function factsOf(
  { sql }: Work,
  {
    card,
    before,
    amount,
    after,
    today,
  }: Omit<Asked, 'request'> & {
    readonly after: StoredAuthorization;
    readonly today: string;
  },
): Promise<Facts> {
  const { accountId, clientId, holderId } = card;
  const [, found, spent, state, isHolderActive, isUsed] = await Promise.all([
    lockAccounts(sql, [accountId]),
    balances(sql, [accountId]),
    readUsage(sql, accountId, today),
    findClientState(sql, clientId),
    isMember(sql, { clientId, personId: holderId }),
    card.isSingleUse && !before ? hasPaid(sql, card) : false,
  ]);
  return {
    card,
    today,
    isPaymentOver: before?.isOver === true && before.authorizedMinor > 0n,
    isUsed,
    isClientActive: state === 'ACTIVE',
    isHolderActive,
    amountMinor: amount?.minor,
    // Clearings and reversals that overtook the request have collected or released some of it, and may have ended the payment.
    addedMinor: heldMinor({ ...after, isOver: false }) - (before ? heldMinor(before) : 0n),
    earlierMinor: before ? spentMinor(before) : 0n,
    spent,
    availableMinor: found.get(accountId)?.availableMinor ?? 0n,
  };
}

/** The third wrong PIN locks the card; a correct one resets the count. */
async function countPinTries(
  work: Work,
  card: StoredCard,
  { checks }: AuthorizationRequest,
  reason: DeclineReason | undefined,
): Promise<void> {
  const { sql, now } = work;
  if (reason === 'pin_tries') {
    await updateCard(sql, card, now, { pinTries: card.pinTries + 1, status: 'LOCKED', lock: 'pin_tries' });
    const { clientId } = card;
    await audit(work, {
      action: 'card.locked',
      clientId,
      details: { ...auditedCard(card), lock: 'pin_tries' },
    });
  } else if (reason === 'wrong_pin') await updateCard(sql, card, now, { pinTries: card.pinTries + 1 });
  else if (checks.pin === 'match' && card.pinTries > 0) await updateCard(sql, card, now, { pinTries: 0 });
}

/** Stores a declined payment; an approved one that asked for more is unchanged. */
async function decline(
  work: Work,
  {
    card,
    before,
    amount,
    after,
    reason,
  }: Omit<Asked, 'request'> & { readonly after: StoredAuthorization; readonly reason: DeclineReason },
): Promise<string | null> {
  if (before && hasRow(before)) {
    await notifyDeclined(work, card, {
      ...before,
      authorizedMinor: amount?.minor ?? 0n,
      declineReason: reason,
    });
    return before.id;
  }
  // Without an amount there is nothing to show.
  if (after.authorizedMinor <= 0n) return null;
  const refused: StoredAuthorization = {
    ...after,
    approved: false,
    declineReason: reason,
    isOver: true,
    expiresAt: null,
  };
  await record(work, { card, before, after: refused });
  await notifyDeclined(work, card, refused);
  return refused.id;
}
