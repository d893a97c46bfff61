/**
 * Screening of payments to other clients of this bank, which are screened before the money is out of reach: names and amounts by the
 * provider, then the day's sum. How often somebody pays inside the bank, and whether they did before, is not asked.
 */
import type { Sql } from '../../platform/work.ts';
import type { Screening, ScreeningResult } from '../../providers/screening/screening.ts';
import { type DayItem, limitByDay } from './day-limit.ts';

export type InsidePayment = Omit<DayItem, 'result'> & {
  readonly debtorName: string;
  readonly creditorName: string;
};

/** The same payments, in order, with what screening says of them; what goes is still to be counted (`countUnlooked`). */
export async function screenInside<Payment extends InsidePayment>(
  screening: Screening,
  db: Sql,
  payments: readonly Payment[],
): Promise<Array<Payment & { readonly result: ScreeningResult }>> {
  if (payments.length === 0) return [];
  const results = await screening.screen(
    payments.map(({ debtorName, creditorName, currency, amountMinor }) => ({
      debtorName,
      creditorName,
      currency,
      amountMinor,
      paymentsInLastHour: 1,
      isFirst: false,
    })),
  );
  return limitByDay(
    db,
    payments.map((payment, index) => {
      const result = results[index];
      if (!result) throw new Error('screening answers every payment');
      return { ...payment, result };
    }),
  );
}
