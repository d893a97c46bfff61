/**
 * The day's limit: what a client may pay to others in one day of the bank without a review. It keeps a large payment from passing in
 * pieces. The payment that reaches the limit is reviewed and does not count, so small ones after it still leave. Amounts are valued
 * alike in every currency (`policy.ts`), in euro cents; the day is the bank's, in UTC.
 *
 * Payments of the same moment are counted one after the other: a client's day is locked until the transaction ends. Order of locks:
 * payments, days by client, the ledger's accounts. Source: server page section 8.
 */
import { aboutEuroCents, type CurrencyCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import type { ScreeningResult } from '@calmly/providers/screening/screening.ts';
import { findCompanies } from '../../../../identity/server/index.ts';
import { dayLimit } from '../ordering/policy.ts';
import { addToDays, lockDays } from './day-limit-store.ts';

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
const isUnlooked = <Item extends DayItem>(item: Item): item is Item & { readonly day: string } =>
  item.result.outcome === 'clear' && item.day !== undefined;

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
export async function limitByDay<Item extends DayItem>(
  db: Sql,
  days: Days,
  items: readonly Item[],
): Promise<Item[]> {
  const companies = await companiesBeyond(db, days, items.filter(isUnlooked));
  return items.map((item) => {
    if (!isUnlooked(item)) return item;
    const { clientId } = item;
    const sum = (days.get(clientId) ?? 0n) + worthOf(item);
    if (sum >= dayLimit(companies.has(clientId) ? 'company' : 'person'))
      return { ...item, result: { outcome: 'review', rule: 'screening_day_sum' } };
    days.set(clientId, sum);
    return item;
  });
}

/** Counts those that go without a look. Their days are locked. */
export const addToUnreviewedTotal = (db: Sql, items: readonly DayItem[]): Promise<void> =>
  addToDays(db, addUp(new Map(), items.filter(isUnlooked)));

function worthOf({ amountMinor, currency }: DayItem): bigint {
  const cents = aboutEuroCents(amountMinor, currency);
  if (cents === undefined) throw new RangeError(`payments are not offered in ${currency}`);
  return cents;
}

function addUp(before: ReadonlyMap<string, bigint>, items: readonly DayItem[]): Map<string, bigint> {
  const sums = new Map(before);
  for (const item of items) sums.set(item.clientId, (sums.get(item.clientId) ?? 0n) + worthOf(item));
  return sums;
}

/** The companies among the clients whose day may reach a person's limit. */
async function companiesBeyond(
  db: Sql,
  before: ReadonlyMap<string, bigint>,
  items: readonly DayItem[],
): Promise<ReadonlySet<string>> {
  const beyond = [...addUp(before, items)].flatMap(([clientId, sum]) =>
    sum >= dayLimit('person') ? [clientId] : [],
  );
  return beyond.length === 0 ? new Set() : findCompanies(db, beyond);
}
