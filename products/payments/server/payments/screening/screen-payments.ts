/**
 * Screening of payments to others, in the transaction that sends them on: names, amounts, how many there were in the last hour and
 * whether a payee is new by the provider, then the day's sum. Inside the bank how often someone pays, and whether they did before, is
 * not asked.
 */
import type { Sql } from '@calmly/platform/work.ts';
import type { Screening, ScreeningResult } from '@calmly/providers/screening/screening.ts';
import {
  type Audience,
  countOrders,
  findFirsts,
  firstIdAt,
} from '../../../../accounts/server/transactions/index.ts';
import { type DayItem, type Days, limitByDay } from './day-limit.ts';

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
