/**
 * Screening of payments to others, in the transaction that sends them on: names, amounts, how many there were in the last hour and
 * whether a payee is new by the provider, then the day's sum. Inside the bank how often someone pays, and whether they did before, is
 * not asked. The steps that follow from a result are here too.
 */

import { aboutEuroCents, type CurrencyCode } from '@calmly/domain';
import { firstIdAt } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { Screening, ScreeningResult } from '@calmly/providers/screening/screening.ts';
import {
  type Audience,
  countOrders,
  findFirsts,
  type Step,
} from '../../../../accounts/server/transactions/index.ts';
import { findCompanies } from '../../../../identity/server/index.ts';
import { dayLimit } from '../ordering/policy.ts';
import { addToDays, lockDays } from './store.ts';

/** The velocity rule looks back one hour. */
const velocityWindowMs = 3_600_000;

/** A payment to another client or bank that is not screened yet. */
export type Unscreened = Omit<DayItem, 'result'> & {
  readonly id: string;
  readonly at: Date;
  /** To another client of the bank: whose account it is. Undefined: it leaves the bank. */
  readonly holderName: string | undefined;
  readonly debtorName: string;
  readonly creditorName: string;
  readonly creditorAccount: string;
  readonly beneficiaryId: string | null;
  /** Of a bulk payout: how often its client pays is judged when it is confirmed, not row by row. */
  readonly isBulk?: boolean;
  readonly audience?: Audience;
  /** Its client was blocked after it was ordered. */
  readonly isBlocked?: boolean;
};

const ofBlockedClient: ScreeningResult = { outcome: 'review', rule: 'client_blocked' };

/**
 * The same payments, in order, with what screening says of them; what goes is still to be counted (`addToUnreviewedTotal`). Each counts itself
 * and its neighbours in the list; `areWritten`: they are in the database already.
 */
export async function screenPayments<Payment extends Unscreened>(
  screening: Screening,
  db: Sql,
  payments: readonly Payment[],
  { areWritten, days }: { readonly areWritten: boolean; readonly days: Days },
): Promise<Array<Payment & { readonly result: ScreeningResult }>> {
  if (payments.length === 0) return [];
  const outside = payments.filter(({ holderName }) => holderName === undefined);
  const [counts, firsts] = await Promise.all([
    countInLastHour(
      screening,
      db,
      outside.filter(({ isBulk }) => !isBulk),
      areWritten ? [] : payments,
    ),
    findFirsts(
      db,
      outside.filter((payment) => isLargeForNew(screening, payment)),
    ),
  ]);
  const results = await screening.screen(
    db,
    payments.map(({ id, clientId, debtorName, creditorName, holderName, currency, amountMinor, isBulk }) => ({
      debtorName,
      creditorName,
      holderName,
      currency,
      amountMinor,
      paymentsInLastHour: holderName === undefined && !isBulk ? (counts.get(clientId) ?? 1) : 1,
      isFirst: firsts.has(id),
    })),
  );
  return limitByDay(
    db,
    days,
    payments.map((payment, index) => {
      const result = results[index];
      if (!result) throw new Error('screening answers every payment');
      const isHeld = payment.isBlocked && result.outcome === 'clear';
      return { ...payment, result: isHeld ? ofBlockedClient : result };
    }),
  );
}

async function countInLastHour(
  screening: Screening,
  db: Sql,
  outside: readonly Unscreened[],
  unwritten: readonly Unscreened[],
): Promise<Map<string, number>> {
  if (outside.length === 0) return new Map();
  const counts = await countOrders(db, {
    clientIds: [...new Set(outside.map(({ clientId }) => clientId))],
    sinceId: firstIdAt(new Date(Math.min(...outside.map(({ at }) => at.getTime())) - velocityWindowMs)),
    atMost: screening.countedOrders,
  });
  for (const { clientId } of unwritten) counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
  return counts;
}

function isLargeForNew(screening: Screening, { currency, amountMinor }: Unscreened): boolean {
  const from = screening.newPayeeFrom(currency);
  return from !== undefined && amountMinor >= from;
}

/*
 * The day's limit: what a client may pay to others in one day of the bank without a review. It keeps a large payment from passing in
 * pieces. The payment that reaches the limit is reviewed and does not count, so small ones after it still leave. Amounts are valued
 * alike in every currency (`policy.ts`), in euro cents; the day is the bank's, in UTC.
 *
 * Payments of the same moment are counted one after the other: a client's day is locked until the transaction ends. Order of locks:
 * payments, days by client, the ledger's accounts. Source: server page section 8.
 */

/** A payment to another client or bank, with its screening result. */
export interface DayItem {
  readonly clientId: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  /** The bank's day, `YYYY-MM-DD`; undefined for a history that is written afterwards, which counts towards none. */
  readonly day: string | undefined;
  readonly result: ScreeningResult;
}

/** Whether it goes without a look. */
const isUnlooked = <Payment extends DayItem>(
  payment: Payment,
): payment is Payment & { readonly day: string } =>
  payment.result.outcome === 'clear' && payment.day !== undefined;

/** What clients' days come to, by client, in euro cents. */
export type Days = Map<string, bigint>;

/** The days of the clients that order, locked until the transaction ends; a history (without `now`) counts towards none. */
export async function lockDaysOf(
  db: Sql,
  orders: ReadonlyArray<{ readonly clientId: string; readonly now: Date | undefined }>,
): Promise<Days> {
  const latest = new Map<string, Date>();
  for (const { clientId, now } of orders)
    if (now && now.getTime() > (latest.get(clientId)?.getTime() ?? 0)) latest.set(clientId, now);
  const counted = [...latest].map(([clientId, at]) => ({ clientId, at }));
  return counted.length === 0 ? new Map() : lockDays(db, counted);
}

/** The same payments, in order, with what becomes of them when their days, which are locked, are looked at too. */
export async function limitByDay<Payment extends DayItem>(
  db: Sql,
  days: Days,
  payments: readonly Payment[],
): Promise<Payment[]> {
  const companies = await companiesBeyond(db, days, payments.filter(isUnlooked));
  return payments.map((payment) => {
    if (!isUnlooked(payment)) return payment;
    const { clientId } = payment;
    const sum = (days.get(clientId) ?? 0n) + worthOf(payment);
    if (sum >= dayLimit(companies.has(clientId) ? 'company' : 'person'))
      return { ...payment, result: { outcome: 'review', rule: 'screening_day_sum' } };
    days.set(clientId, sum);
    return payment;
  });
}

/** Counts those that go without a look. Their days are locked. */
export const addToUnreviewedTotal = (db: Sql, payments: readonly DayItem[]): Promise<void> =>
  addToDays(db, addUp(new Map(), payments.filter(isUnlooked)));

function worthOf({ amountMinor, currency }: DayItem): bigint {
  const cents = aboutEuroCents(amountMinor, currency);
  if (cents === undefined) throw new RangeError(`payments are not offered in ${currency}`);
  return cents;
}

function addUp(before: ReadonlyMap<string, bigint>, payments: readonly DayItem[]): Map<string, bigint> {
  const sums = new Map(before);
  for (const payment of payments)
    sums.set(payment.clientId, (sums.get(payment.clientId) ?? 0n) + worthOf(payment));
  return sums;
}

/** The companies among the clients whose day may reach a person's limit. */
async function companiesBeyond(
  db: Sql,
  before: ReadonlyMap<string, bigint>,
  payments: readonly DayItem[],
): Promise<ReadonlySet<string>> {
  const beyond = [...addUp(before, payments)].flatMap(([clientId, sum]) =>
    sum >= dayLimit('person') ? [clientId] : [],
  );
  return beyond.length === 0 ? new Set() : findCompanies(db, beyond);
}

/** A step without a person. */
export const systemStep = (status: Step['status'], at: Date, reason: Step['reason'] = null): Step => ({
  status,
  at,
  actor: null,
  reason,
});

/** The step that a screening result leads to. */
export function screeningStep(result: ScreeningResult, at: Date): Step {
  if (result.outcome === 'clear') return systemStep('AML_APPROVED', at, 'screening_clear');
  return systemStep(result.outcome === 'hold' ? 'HOLD_AML' : 'UNDER_REVIEW', at, result.rule);
}

/** The steps of a payment to another bank that was screened: with nothing against it the rail has it. */
export function screeningSteps(result: ScreeningResult, at: Date): [Step, ...Step[]] {
  const looked = [systemStep('TO_AML_REVIEW', at), screeningStep(result, at)] as const;
  if (result.outcome !== 'clear') return [...looked];
  return [...looked, systemStep('IN_PROCESS', at), systemStep('PENDING_FINANCE_INSTITUTION', at)];
}
