/** Known future changes of a client's balance, each in its own currency. Source: product, pain 14. */
import type { ForecastReason } from '@calmly/contract';
import { type CurrencyCode, chargesOf, type Frequency } from '@calmly/domain';
import type { ZonedDays } from '@calmly/platform/time/zoned-days.ts';
import type { Work } from '@calmly/platform/work.ts';
import {
  findVisible,
  type StoredTransaction,
  viewerOf,
} from '../../../../accounts/server/transactions/index.ts';
import { listWaitingMoney } from '../../../../approvals/server/index.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { balances } from '../../../../ledger/server/index.ts';
import { type Planned, readPlans } from '../../../../payments/server/orders/index.ts';
import { listExpected } from '../../../../payments/server/requests/index.ts';
import { listPlannedPayees, type PlannedPayee, sumPlanned } from '../../../../payouts/server/index.ts';
import { accountOrName, keyOf } from '../counterparty.ts';
import { expectedUntil } from '../regular/detect.ts';
import { type FoundRegular, findRegulars } from '../regular/regulars.ts';

export interface Expected {
  readonly on: string;
  /** Positive for money that arrives, in `currency`. */
  readonly originalMinor: bigint;
  readonly currency: CurrencyCode;
  readonly reason: ForecastReason;
  readonly name: string;
  readonly subjectId: string | null;
  readonly frequency: Frequency | null;
}

export interface Outlook {
  /** Booked balances of all accounts by currency. */
  readonly postedMinor: ReadonlyMap<CurrencyCode, bigint>;
  readonly steps: readonly Expected[];
}

/** Maximum number of waiting approvals and pending requests read. */
const readAtMost = 500;
/** A request for money, or something waiting for approval or its day, explains a regular payment of the same payer or payee within this many days. */
const sameWithinDays = 10;

/** Everything expected from today until a day, both included. */
export async function readOutlook(
  work: Work,
  { zone, today, until }: { readonly zone: ZonedDays; readonly today: string; readonly until: string },
): Promise<Outlook> {
  const actor = requireClientActor(work);
  const { clientId } = actor;
  const { sql } = work;
  const [plans, waiting, requests, regulars] = await Promise.all([
    readPlans(work, clientId, until),
    listWaitingMoney(sql, { clientId, kinds: ['payment', 'payout'], limit: readAtMost }),
    listExpected(sql, { clientId, from: today, to: until, limit: readAtMost }),
    findRegulars(work, clientId, zone),
  ]);
  const subjectsOf = (wanted: 'payment' | 'payout') =>
    waiting.flatMap(({ kind, subjectId }) => (kind === wanted ? subjectId : []));
  const [found, awaited, payouts, payees] = await Promise.all([
    balances(
      sql,
      plans.accounts.map(({ id }) => id),
    ),
    findVisible(sql, viewerOf(actor), subjectsOf('payment')),
    sumPlanned(sql, clientId, subjectsOf('payout')),
    listPlannedPayees(sql, { clientId, ...payeesOf(regulars) }),
  ]);
  const posted = new Map<CurrencyCode, bigint>();
  const underway = new Map<CurrencyCode, bigint>();
  for (const { currency, postedMinor, reservedMinor } of found.values()) {
    add(posted, currency, postedMinor);
    add(underway, currency, -reservedMinor);
  }
  const approvals = waiting.flatMap(({ id, kind, subjectId }): Expected[] => {
    const step = { on: today, reason: 'AWAITING_APPROVAL', subjectId: id, frequency: null } as const;
    if (kind === 'payout')
      return payouts
        .filter(({ payoutId }) => payoutId === subjectId)
        .map(({ currency, debitedMinor }) => ({ ...step, originalMinor: -debitedMinor, currency, name: '' }));
    const payment = awaited.get(subjectId);
    if (payment?.status !== 'CREATED') return [];
    const { debitedMinor } = chargesOf(payment);
    // Its money is already reserved.
    add(underway, payment.currency, debitedMinor);
    return [
      { ...step, originalMinor: -debitedMinor, currency: payment.currency, name: payment.creditorName },
    ];
  });
  return {
    postedMinor: posted,
    steps: [
      ...[...underway].flatMap(([currency, minor]) =>
        minor === 0n ? [] : inProgress(today, currency, minor),
      ),
      ...approvals,
      ...plans.planned.filter(({ toAccountId }) => toAccountId === undefined).map(ordered(today)),
      ...requests.map(
        ({ id, dueOn, amountMinor, receivedMinor, currency, payerName }): Expected => ({
          on: dueOn ?? today,
          originalMinor: amountMinor - receivedMinor,
          currency,
          reason: 'REQUESTED',
          name: payerName,
          subjectId: id,
          frequency: null,
        }),
      ),
      ...recurring(regulars, {
        planned: plans.planned,
        awaited: [...awaited.values()],
        payees,
        requests,
        today,
        until,
      }),
    ],
  };
}

const add = (sums: Map<CurrencyCode, bigint>, currency: CurrencyCode, minor: bigint): void => {
  sums.set(currency, (sums.get(currency) ?? 0n) + minor);
};

const inProgress = (on: string, currency: CurrencyCode, originalMinor: bigint): Expected => ({
  on,
  originalMinor,
  currency,
  reason: 'IN_PROGRESS',
  name: '',
  subjectId: null,
  frequency: null,
});

const ordered =
  (today: string) =>
  ({ order, dueOn, debitedMinor }: Planned): Expected => ({
    on: dueOn < today ? today : dueOn,
    originalMinor: -debitedMinor,
    currency: order.currency,
    reason: order.frequency === 'ONCE' ? 'SCHEDULED' : 'STANDING',
    name: order.creditorName,
    subjectId: order.id,
    frequency: order.frequency === 'ONCE' ? null : order.frequency,
  });

interface Known {
  readonly planned: readonly Planned[];
  readonly awaited: readonly StoredTransaction[];
  /** Of payouts that await approval or their day. */
  readonly payees: readonly PlannedPayee[];
  readonly requests: ReadonlyArray<{ readonly payerName: string; readonly dueOn: string | null }>;
  readonly today: string;
  readonly until: string;
}

/** Payees of regular payments, in the form used by payouts. */
const payeesOf = (regulars: readonly FoundRegular[]) => ({
  payeeIds: regulars.flatMap(({ series }) => series.beneficiaryId ?? []),
  accounts: regulars.flatMap(({ series }) => plainAccount(series.account) || []),
});

const plainAccount = (account: string): string => account.replaceAll(/\s/g, '').toUpperCase();

/**
 * Regular payments not explained by a standing order, or by a single order, payout, waiting payment or request on a day near theirs. Card payments
 * debit no account.
 */
function recurring(
  regulars: readonly FoundRegular[],
  { planned, awaited, payees, requests, today, until }: Known,
): Expected[] {
  const keysOf = ({ order }: Planned) => [
    `payee ${order.beneficiaryId}`,
    accountOrName(order.creditorName, order.creditorAccount),
  ];
  const isOnce = ({ order }: Planned) => order.frequency === 'ONCE';
  const once = planned.filter(isOnce);
  const byStanding = new Set(planned.filter((each) => !isOnce(each)).flatMap(keysOf));
  const isOrdered = ({ series }: FoundRegular) =>
    series.direction === 'DEBIT' &&
    (byStanding.has(keyOf(series)) || byStanding.has(accountOrName(series.name, series.account)));
  /** The days on which payments of a series are already known. */
  const daysOf = ({ direction, ...series }: FoundRegular['series']): string[] => {
    if (direction === 'CREDIT')
      return requests.flatMap(({ payerName, dueOn }) =>
        dueOn !== null && accountOrName(payerName, '') === accountOrName(series.name, '') ? dueOn : [],
      );
    const keys = [keyOf(series), accountOrName(series.name, series.account)];
    const isAwaited = ({ status, beneficiaryId, creditorName, creditorAccount }: StoredTransaction) =>
      status === 'CREATED' &&
      (keys.includes(`payee ${beneficiaryId}`) ||
        keys.includes(accountOrName(creditorName, creditorAccount)));
    const isPaid = ({ isConfidential, payeeId, account }: PlannedPayee) =>
      isConfidential || series.isConfidential
        ? isConfidential && series.isConfidential
        : keys.includes(`payee ${payeeId}`) || keys.includes(accountOrName('', account));
    return [
      ...once.flatMap((each) => (keysOf(each).some((key) => keys.includes(key)) ? each.dueOn : [])),
      ...awaited.filter(isAwaited).map(() => today),
      ...payees.filter(isPaid).map(({ dueOn }) => dueOn ?? today),
    ];
  };
  return regulars
    .filter((found) => !found.series.byCard && !isOrdered(found))
    .flatMap(({ series, regular }) => {
      const { direction, currency, name, latestId, isConfidential } = series;
      return unexplained(expectedUntil(regular, today, until), daysOf(series)).map(
        (on): Expected => ({
          on,
          originalMinor: direction === 'DEBIT' ? -regular.amountMinor : regular.amountMinor,
          currency,
          reason: 'RECURRING',
          name,
          subjectId: isConfidential ? null : latestId,
          frequency: regular.frequency,
        }),
      );
    });
}

/** The expected days without those that a known one explains: each explains the first nearby. */
function unexplained(expected: readonly string[], known: readonly string[]): string[] {
  const left = [...expected];
  for (const day of known.toSorted()) {
    const place = left.findIndex((on) => isNear(on, day));
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

const isNear = (a: string, b: string): boolean =>
  Math.abs(Date.parse(a) - Date.parse(b)) <= sameWithinDays * 86_400_000;
