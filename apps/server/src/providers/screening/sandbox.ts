/**
 * The built-in screening: a short watch list of invented names, an amount from which somebody looks, and how many
 * payments an hour are usual. Deterministic; docs/sandbox.md lists the names for testers.
 */
import { type CurrencyCode, namesMatch, nameWords, parseDecimal } from '@calmly/domain';
import type { Screening, ScreeningResult, ScreeningSubject } from './screening.ts';

/** Nobody real: names a tester can pay on purpose. */
export const watchList = [
  'Sandbox Sanctioned Person',
  'Blocked Trading House',
  'Forbidden Shipping Lines',
  'Testov Podsanktsionny',
] as const;

/** From this amount on a payment is looked at: about 100,000 euro in each currency. */
const reviewAmounts: Partial<Record<CurrencyCode, string>> = {
  EUR: '100000.00',
  USD: '100000.00',
  GBP: '90000.00',
  CHF: '100000.00',
  PLN: '430000.00',
  CZK: '2500000.00',
  SEK: '1100000.00',
  JPY: '17000000',
  KWD: '33000.000',
};

/** The sandbox screening; `paymentsPerHour` is how many payments one client may order in an hour unremarked, 0 any number. */
export function createSandboxScreening(options: { readonly paymentsPerHour: number }): Screening {
  const { paymentsPerHour } = options;
  const listed = watchList.map(nameWords);
  const limits = new Map(
    Object.entries(reviewAmounts).map(([currency, amount]) => [
      currency,
      parseDecimal(amount, currency as CurrencyCode),
    ]),
  );

  function screenOne(subject: ScreeningSubject): ScreeningResult {
    const words = nameWords(subject.creditorName);
    if (listed.some((name) => namesMatch(words, name))) return { outcome: 'hold', rule: 'screening_name' };
    const limit = limits.get(subject.currency);
    if (limit !== undefined && subject.amountMinor >= limit)
      return { outcome: 'review', rule: 'screening_amount' };
    if (paymentsPerHour > 0 && subject.paymentsInLastHour > paymentsPerHour)
      return { outcome: 'review', rule: 'screening_velocity' };
    return { outcome: 'clear' };
  }

  return {
    name: 'sandbox',
    countedOrders: paymentsPerHour > 0 ? paymentsPerHour + 1 : 0,
    screen: (subjects) => Promise.resolve(subjects.map(screenOne)),
  };
}
