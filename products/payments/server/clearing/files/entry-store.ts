/** The entries that the bank's bank has reported, in the database. SQL only. */
import { createHash } from 'node:crypto';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import type { BookedEntry } from '../iso20022/booked.ts';

export interface KnownEntry extends Omit<BookedEntry, 'transactions'> {
  /** The key under which it came in the other form. */
  readonly toldAs: string | null;
  readonly otherReference: string | null;
}

/** Whether an entry is one movement for us: it tells one transaction, or none. */
export const isSingle = ({ told }: Pick<BookedEntry, 'told'>): boolean => told <= 1;

/** Another name of an entry beside its key: the reference of its only transaction, or one made of those of several; null if it has none. */
export function otherReferenceOf({ told, transactions }: BookedEntry): string | null {
  if (isSingle({ told })) return transactions[0]?.otherReference ?? null;
  if (transactions.some(({ isNamed }) => !isNamed)) return null;
  const references = transactions.map(({ reference }) => reference).sort();
  return `transactions/${createHash('sha256').update(JSON.stringify(references)).digest('hex')}`;
}

/** The key of an entry whose reference another entry has. */
export const longKeyOf = ({
  key,
  account,
  bookedOn,
  direction,
  currency,
  amountMinor,
}: Omit<KnownEntry, 'toldAs' | 'otherReference'>): string =>
  [key, account, bookedOn, direction, currency, amountMinor].join('|');

/** Whether a key is one that `longKeyOf` made for an entry of this direction and sum. */
export const isLong = (key: string, { direction, currency, amountMinor }: BookedEntry): boolean =>
  key.endsWith(`|${direction}|${currency}|${amountMinor}`);

/** Those with a key or reference of these entries, and those of their days and sums that did not come in another form. */
export async function findEntries(db: Sql, entries: readonly BookedEntry[]): Promise<KnownEntry[]> {
  const names = entries.map((entry) => ({ entry, other: otherReferenceOf(entry) }));
  const keys = names.flatMap(({ entry, other }) =>
    [entry.key, ...(other === null ? [] : [other])].flatMap((key) => [key, longKeyOf({ ...entry, key })]),
  );
  const otherKeys = names.map(({ entry, other }) => (isSingle(entry) ? entry.key : other));
  const days = entries.map(({ bookedOn }) => bookedOn);
  const sums = entries.map(({ amountMinor }) => `${amountMinor}`);
  const { rows } = await sql<Omit<KnownEntry, 'amountMinor'> & { amountMinor: string }>`
    select key, is_named as "isNamed", told, account, booked_on::text as "bookedOn", closed_on::text as "closedOn", direction, currency,
      amount_minor::text as "amountMinor", told_as as "toldAs", other_reference as "otherReference"
    from clearing.booked_entry
    where key = any(${keys}::text[]) or told_as = any(${keys}::text[]) or other_reference = any(${otherKeys}::text[])
      or (told_as is null and (booked_on, amount_minor) in (
        select * from unnest(${days}::date[], ${sums}::numeric[])))
    order by key
  `.execute(db);
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
}

/** Two entries of one message may have one reference: the first is remembered. */
export async function insertEntries(db: Sql, entries: readonly BookedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into clearing.booked_entry (key, is_named, told, account, booked_on, closed_on, direction, currency, amount_minor, other_reference, is_traced)
    select *, true from unnest(
      ${entries.map(({ key }) => key)}::text[],
      ${entries.map(({ isNamed }) => isNamed)}::boolean[],
      ${entries.map(({ told }) => told)}::integer[],
      ${entries.map(({ account }) => account)}::text[],
      ${entries.map(({ bookedOn }) => bookedOn)}::date[],
      ${entries.map(({ closedOn }) => closedOn)}::date[],
      ${entries.map(({ direction }) => direction)}::text[],
      ${entries.map(({ currency }) => currency)}::text[],
      ${entries.map(({ amountMinor }) => `${amountMinor}`)}::numeric[],
      ${entries.map(otherReferenceOf)}::text[])
    on conflict (key) do nothing
  `.execute(db);
}

/** In the transaction that books the file, so that the entry is known under both keys. */
export async function setToldAs(
  db: Sql,
  told: ReadonlyArray<{ readonly key: string; readonly toldAs: string }>,
): Promise<void> {
  if (told.length === 0) return;
  await sql`
    update clearing.booked_entry e set told_as = t.told_as
    from unnest(${told.map(({ key }) => key)}::text[], ${told.map(({ toldAs }) => toldAs)}::text[]) as t (key, told_as)
    where e.key = t.key
  `.execute(db);
}

/** What an entry lacked until it was told again. */
export type FilledEntry = Pick<KnownEntry, 'key' | 'account' | 'bookedOn' | 'closedOn'>;

/** Never changes what an entry has. */
export async function fillEntries(db: Sql, filled: readonly FilledEntry[]): Promise<void> {
  if (filled.length === 0) return;
  await sql`
    update clearing.booked_entry e
    set account = coalesce(e.account, f.account), booked_on = coalesce(e.booked_on, f.booked_on), closed_on = coalesce(e.closed_on, f.closed_on)
    from unnest(
      ${filled.map(({ key }) => key)}::text[],
      ${filled.map(({ account }) => account)}::text[],
      ${filled.map(({ bookedOn }) => bookedOn)}::date[],
      ${filled.map(({ closedOn }) => closedOn)}::date[]) as f (key, account, booked_on, closed_on)
    where e.key = f.key
  `.execute(db);
}
