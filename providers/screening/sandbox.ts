/**
 * The built-in screening: the watch list plus a few invented names, an amount from which payments are reviewed (half of it for new
 * payees), and a limit of payments an hour. products/sandbox/README.md lists the names for testers.
 */
import { type CurrencyCode, parseDecimal } from '@calmly/domain';
import type { Screening, ScreeningResult, ScreeningSubject } from './screening.ts';
import { indexNames, type WatchList } from './watch-list.ts';
import type { WatchedName } from './watch-list-store.ts';

/** Invented names that a tester can pay on purpose. */
export const watchList = [
  'Sandbox Sanctioned Person',
  'Blocked Trading House',
  'Forbidden Shipping Lines',
  'Testov Podsanktsionny',
] as const;

/** From this amount on a payment is reviewed: about 100,000 euro in each currency. */
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

const nobody = () => Promise.resolve(() => undefined);

/**
 * The built-in screening. `paymentsPerHour` is how many payments one client may order in an hour unremarked, 0 any number; `watched`
 * answers the watch list in force; without it only the invented names are listed.
 */
export function createSandboxScreening(options: {
  readonly paymentsPerHour: number;
  readonly watched?: WatchList;
}): Screening {
  const { paymentsPerHour, watched = nobody } = options;
  const findInvented = indexNames(watchList.map((name) => ({ name, program: 'sandbox' })));
  const limits = new Map(
    Object.entries(reviewAmounts).map(([currency, amount]) => [
      currency,
      parseDecimal(amount, currency as CurrencyCode),
    ]),
  );

  const entryText = ({ name, program }: WatchedName) => `${name} (${program})`;

  function screenOne(
    subject: ScreeningSubject,
    find: (name: string) => WatchedName | undefined,
  ): ScreeningResult {
    const listed = (name: string) => findInvented(name) ?? find(name);
    const { creditorName, holderName } = subject;
    const entry = listed(creditorName) ?? (holderName === undefined ? undefined : listed(holderName));
    if (entry) return { outcome: 'hold', rule: 'screening_name', found: entryText(entry) };
    const limit = limits.get(subject.currency);
    if (limit !== undefined && subject.amountMinor >= limit)
      return { outcome: 'review', rule: 'screening_amount' };
    if (paymentsPerHour > 0 && subject.paymentsInLastHour > paymentsPerHour)
      return { outcome: 'review', rule: 'screening_velocity' };
    const forNew = newPayeeFrom(subject.currency);
    if (subject.isFirst && forNew !== undefined && subject.amountMinor >= forNew)
      return { outcome: 'review', rule: 'screening_new_payee' };
    return { outcome: 'clear' };
  }

  function newPayeeFrom(currency: CurrencyCode): bigint | undefined {
    const limit = limits.get(currency);
    return limit === undefined ? undefined : limit / 2n;
  }

  return {
    name: 'sandbox',
    countedOrders: paymentsPerHour > 0 ? paymentsPerHour + 1 : 0,
    newPayeeFrom,
    async findListed(sql, names) {
      const find = await watched(sql);
      return names.map((name) => {
        const entry = findInvented(name) ?? find(name);
        return entry && entryText(entry);
      });
    },
    async screen(sql, subjects) {
      const find = await watched(sql);
      return subjects.map((subject) => screenOne(subject, find));
    },
  };
}
