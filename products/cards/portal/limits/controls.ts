/** The controls of a card in the call's form, and the usage of a limit. */
import type { CardControls, CardControlsInput, CardDetails, CardLimits } from '@calmly/contract';
import { isCurrency, parseDecimal } from '@calmly/domain';

export const limitNames = ['perPayment', 'perDay', 'perWeek', 'perMonth', 'inTotal'] as const;
export type LimitName = keyof CardLimits;
/** The usage that counts towards each limit; the limit per payment has none. */
export const usageOf = { perDay: 'day', perWeek: 'week', perMonth: 'month', inTotal: 'total' } as const;

export const ways = ['online', 'contactless', 'cash', 'abroad'] as const;
export type Way = (typeof ways)[number];

/** All controls with a change, based on the version shown. */
export const changed = (
  { version, controls }: Pick<CardDetails, 'version' | 'controls'>,
  change: Partial<CardControls>,
): CardControlsInput => ({ version, ...controls, ...change });

/** Percent, from 0 to 100. */
export function usedPercent(used: string, limit: string, currency: string): number {
  if (!isCurrency(currency)) return 0;
  const [spent, most] = [parseDecimal(used, currency) ?? 0n, parseDecimal(limit, currency) ?? 0n];
  if (spent <= 0n) return 0;
  return most <= 0n || spent >= most ? 100 : Number((spent * 100n) / most);
}
