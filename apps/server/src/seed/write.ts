/**
 * Writes a planned phase through the payments module: the money goes through the ledger, every payment through its real states, with the
 * times of the plan. A refusal is a defect of the plan and stops the seed.
 */
import { type CurrencyCode, priceExchange } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { type Bank, findAccounts } from '@calmly/products/accounts/server/accounts/index.ts';
import { applyRailReports, bookIncomingCredits } from '@calmly/products/payments/server/clearing/index.ts';
import { bookExchange } from '@calmly/products/payments/server/exchange/index.ts';
import {
  cancelPayment,
  exchangeMarginMillionths,
  processPayments,
  type Submit,
  submitPayments,
} from '@calmly/products/payments/server/payments/index.ts';
import { writePastPayout } from '@calmly/products/payouts/server/index.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import type { Rail, RailReport } from '@calmly/providers/rail/rail.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import type { AccountKey, PayeeKey } from './habits.ts';
import type { Phase, PlannedExchange, PlannedOrder, PlannedPayout } from './history.ts';

/** Meanings of the plan's keys. */
export interface Cast {
  readonly bank: Bank;
  readonly accounts: ReadonlyMap<AccountKey, { readonly number: string; readonly currency: CurrencyCode }>;
  /** Beneficiary ids. */
  readonly payees: ReadonlyMap<PayeeKey, string>;
  /** By the first part of an account's key. */
  readonly actors: ReadonlyMap<string, ClientActor>;
  readonly prices: PriceProvider;
}

/** Nothing of the past is sent again. */
export const pastRail: Rail = { submit: () => Promise.resolve() };
const processingMs = 40_000;
const cancelMs = 6 * 60_000;
const settlingMs = 25 * 60_000;

/**
 * In the transaction of `work`, in this order: payout, credits, exchange, orders. The plan's times replace
 * `work.now`.
 */
export async function writePhase(work: Work, cast: Cast, phase: Phase): Promise<void> {
  if (phase.payout) await writePayout(work, cast, phase.payout);
  await bookCredits(work, cast, phase);
  if (phase.exchange) await writeExchange(work, cast, phase.exchange);
  if (phase.orders.length > 0) await writeOrders(work, cast, phase.orders);
}

async function bookCredits(work: Work, cast: Cast, { credits }: Phase): Promise<void> {
  if (credits.length === 0) return;
  const verdicts = await bookIncomingCredits(
    work,
    credits.map((credit) => {
      const account = required(cast.accounts, credit.to);
      const id = work.newId().replaceAll('-', '');
      return {
        railReference: id,
        scheme: account.currency === 'EUR' ? 'SEPA' : 'SWIFT',
        creditorAccount: account.number,
        currency: account.currency,
        amountMinor: credit.amountMinor,
        debtorName: credit.from.name,
        debtorAccount: credit.from.account,
        debtorCountry: credit.from.country,
        reference: credit.reference,
        endToEndId: id,
        at: credit.at,
      };
    }),
  );
  if (verdicts.some((verdict) => verdict !== 'booked'))
    throw new Error(`seed: a credit was ${verdicts.join()}`);
}

/** At the price of that day, with the same order of steps and payments as any exchange. */
async function writeExchange(
  work: Work,
  cast: Cast,
  { at, from, to, sellMinor }: PlannedExchange,
): Promise<void> {
  const { sql } = work;
  const actor = required(cast.actors, from.split('.')[0] ?? '');
  const { clientId, personId } = actor;
  const [sold, bought] = await findAccounts(
    sql,
    [from, to].map((key) => ({ clientId, numberOrIban: required(cast.accounts, key).number })),
  );
  if (!sold || !bought) throw new Error(`seed: ${from} or ${to} is no account`);
  const { rates: market } = await cast.prices.marketRates(at);
  const terms = {
    sell: sold.currency,
    buy: bought.currency,
    market,
    marginMillionths: exchangeMarginMillionths,
  };
  const price = priceExchange(terms, 'SELL', sellMinor);
  if (!price) throw new Error(`seed: no price from ${from} to ${to}`);
  const then = { ...work, actor, now: at, newId: () => newId(at.getTime()) };
  const initiator = { personId, ip: null, userAgent: null };
  await bookExchange(then, { from: sold, to: bought, ...price, initiator });
}

/** Pays a payout and settles its payments some minutes later. */
async function writePayout(work: Work, cast: Cast, { at, by, ...payout }: PlannedPayout): Promise<void> {
  const actor = required(cast.actors, by);
  const gates = { bank: cast.bank, screening: screeningOf([]), rail: pastRail };
  const settle = async (paymentIds: readonly string[]) => {
    const sentAt = new Date(at.getTime() + processingMs);
    await processPayments(
      gates,
      work,
      paymentIds.map((paymentId) => ({ paymentId, at: sentAt })),
    );
    const settledAt = new Date(at.getTime() + settlingMs);
    await applyRailReports(
      gates,
      work,
      paymentIds.map((paymentId): RailReport => ({ paymentId, outcome: 'settled', at: settledAt })),
    );
  };
  const then: Work = { ...work, actor, now: at, newId: () => newId(at.getTime()) };
  const submit: Submit = (db, items) => submitPayments(gates, db, items);
  await writePastPayout(then, actor, { bank: cast.bank, submit, settle }, payout);
}

async function writeOrders(work: Work, cast: Cast, orders: readonly PlannedOrder[]): Promise<void> {
  const verdicts = await submitPayments(
    { bank: cast.bank, screening: screeningOf([]), rail: pastRail },
    work.sql,
    orders.map((order) => ({ work, command: commandOf(cast, order) })),
  );
  const written = orders.map((order, index) => {
    const verdict = verdicts[index];
    if (!verdict?.ok) throw new Error(`seed: ${order.reference} was refused`, { cause: verdict?.error });
    return { order, id: verdict.payment.id, inside: verdict.payment.status === 'EXECUTED' };
  });

  const external = written.filter(({ order, inside }) => !inside && order.outcome !== 'canceled');
  const held = external.filter(({ order }) => order.outcome === 'held').map(({ order }) => order.amount);
  await processPayments(
    { screening: screeningOf(held), rail: pastRail },
    work,
    external.map(({ order, id }) => ({ paymentId: id, at: new Date(order.at.getTime() + processingMs) })),
  );
  const reports = external
    .filter(({ order }) => order.outcome !== 'held')
    .map(({ order, id }): RailReport => {
      const at = order.endsAt;
      if (order.outcome === 'executed') return { paymentId: id, outcome: 'settled', at };
      return { paymentId: id, outcome: 'rejected', reason: 'account_closed', at };
    });
  await applyRailReports(
    { rail: pastRail },
    work,
    reports.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  );
  for (const { order, id } of written.filter(({ order: { outcome } }) => outcome === 'canceled')) {
    const actor = required(cast.actors, order.from.split('.')[0] ?? '');
    await cancelPayment({ ...work, actor, now: new Date(order.at.getTime() + cancelMs) }, id);
  }
}

function commandOf(cast: Cast, { at, from, to, amount, reference }: PlannedOrder) {
  const debtor = required(cast.accounts, from);
  const actor = required(cast.actors, from.split('.')[0] ?? '');
  const own = cast.accounts.get(to as AccountKey);
  return {
    clientId: actor.clientId,
    debtorAccount: debtor.number,
    ...(own ? { creditorAccount: own.number } : { beneficiaryId: required(cast.payees, to as PayeeKey) }),
    amount,
    reference,
    chargeBearer: 'SHA' as const,
    at,
  };
}

/** Clears everything except payments of these amounts, which need a review. */
function screeningOf(heldAmounts: readonly string[]): Screening {
  const held = new Set(heldAmounts.map((amount) => BigInt(amount.replace('.', ''))));
  return {
    name: 'past',
    countedOrders: 0,
    newPayeeFrom: () => undefined,
    findListed: (_, names) => Promise.resolve(names.map(() => undefined)),
    screen: (_, subjects) =>
      Promise.resolve(
        subjects.map(({ amountMinor }) =>
          held.has(amountMinor) ? { outcome: 'review', rule: 'screening_amount' } : { outcome: 'clear' },
        ),
      ),
  };
}

function required<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`seed: the plan names ${String(key)}, which is nobody`);
  return value;
}
