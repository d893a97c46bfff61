/** What has arrived by which reference of the rail, in the database. */
import { isCurrency } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import { type Arrival, type References, referencesOf } from './arrivals.ts';

/**
 * Lets one transaction at a time book under a reference, so that the same credit twice at the same moment is booked once. In a fixed order: two lists
 * that share references wait for each other, never in both directions.
 */
export async function lockReferences(db: Sql, references: readonly string[]): Promise<void> {
  await sql`
    select count(pg_advisory_xact_lock(lock)) from (
      select distinct hashtextextended('arrival ' || reference, 0) as lock from unnest(${references}::text[]) as reference order by 1
    ) as ordered
  `.execute(db);
}

/** What is booked on accounts or in suspense. */
export interface KnownArrivals {
  readonly byReference: Map<string, Arrival[]>;
  readonly byOtherReference: Map<string, Arrival[]>;
}

/** What may be one of these movements. */
export async function findArrivals(db: Sql, told: readonly References[]): Promise<KnownArrivals> {
  const { rows } = await sql<
    Omit<Arrival, 'amountMinor' | 'currency'> & { amountMinor: string; currency: string }
  >`
    select rail_reference as "railReference", other_reference as "otherReference", bank_account as "bankAccount",
      booked_on::text as "bookedOn", creditor_account as "creditorAccount", currency, amount_minor::text as "amountMinor",
      debtor_name as "debtorName", debtor_account as "debtorAccount", end_to_end_id as "endToEndId"
    from clearing.arrival
    where rail_reference = any(${told.flatMap(referencesOf)}::text[])
      or other_reference = any(${told.map(({ reference }) => reference)}::text[])
    order by rail_reference, ordinal
  `.execute(db);
  const known: KnownArrivals = { byReference: new Map(), byOtherReference: new Map() };
  for (const row of rows) {
    const { currency } = row;
    if (!isCurrency(currency)) throw new Error(`unknown currency ${currency} among arrivals`);
    addArrival(known, { ...row, currency, amountMinor: BigInt(row.amountMinor) });
  }
  return known;
}

export function addArrival({ byReference, byOtherReference }: KnownArrivals, arrival: Arrival): void {
  const { railReference, otherReference } = arrival;
  const add = (map: Map<string, Arrival[]>, reference: string) => {
    const list = map.get(reference);
    if (list) list.push(arrival);
    else map.set(reference, [arrival]);
  };
  add(byReference, railReference);
  if (otherReference !== null) add(byOtherReference, otherReference);
}

/** Those that share a reference with the movement (`shareReference`). */
export const arrivalsLike = (known: KnownArrivals, told: References): Arrival[] => [
  ...referencesOf(told).flatMap((each) => known.byReference.get(each) ?? []),
  ...(known.byOtherReference.get(told.reference) ?? []),
];

export interface NewArrival extends Arrival {
  /** 0, unless the rail has used the reference before for another credit. */
  readonly ordinal: number;
  /** Of the entry at the bank; null: it came in none. */
  readonly entryKey: string | null;
  /** The incoming payment, or what waits in suspense. */
  readonly bookedAs: string;
}

export async function insertArrivals(db: Sql, arrivals: readonly NewArrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  await sql`
    insert into clearing.arrival (rail_reference, other_reference, ordinal, bank_account, booked_on, creditor_account, currency, amount_minor,
      debtor_name, debtor_account, end_to_end_id, entry_key, booked_as)
    select * from unnest(
      ${arrivals.map(({ railReference }) => railReference)}::text[],
      ${arrivals.map(({ otherReference }) => otherReference)}::text[],
      ${arrivals.map(({ ordinal }) => ordinal)}::integer[],
      ${arrivals.map(({ bankAccount }) => bankAccount)}::text[],
      ${arrivals.map(({ bookedOn }) => bookedOn)}::date[],
      ${arrivals.map(({ creditorAccount }) => creditorAccount)}::text[],
      ${arrivals.map(({ currency }) => currency)}::text[],
      ${arrivals.map(({ amountMinor }) => `${amountMinor}`)}::numeric[],
      ${arrivals.map(({ debtorName }) => debtorName)}::text[],
      ${arrivals.map(({ debtorAccount }) => debtorAccount)}::text[],
      ${arrivals.map(({ endToEndId }) => endToEndId)}::text[],
      ${arrivals.map(({ entryKey }) => entryKey)}::text[],
      ${arrivals.map(({ bookedAs }) => bookedAs)}::uuid[])
  `.execute(db);
}
