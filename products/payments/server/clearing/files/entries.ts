/**
 * Two reports of one entry: a notification lists the transactions of a sum and the statement of the day only the sum, or the reverse. The
 * first report is booked; the second is not.
 *
 * The servicer's reference identifies an entry if account, day, direction and sum agree. With other facts it is another entry with the
 * same reference, and both count. If one of the messages has no reference, account, day, direction and sum decide, one entry for one: two
 * batches of one sum on one day are two. A message may also name an entry by its transactions' references where another has the entry's own:
 * they decide as the entry's does. All else with different references is never the same. Transactions that are reported after
 * their sum was booked only say whose money it is: the desk sees them.
 */

import type { Sql } from '@calmly/platform/work.ts';
import type { BookedEntry } from '../iso20022/booked.ts';
import {
  type FilledEntry,
  fillEntries,
  findEntries,
  insertEntries,
  isLong,
  isSingle,
  type KnownEntry,
  longKeyOf,
  otherReferenceOf,
  setToldAs,
} from './entry-store.ts';

export interface Taken {
  /** New entries, by the keys they are stored under. Transactions among them that are known by their own references are left out later. */
  readonly counted: readonly BookedEntry[];
  /** Entries that were booked as one sum before the bank sent their transactions. */
  readonly lateDetails: readonly BookedEntry[];
}

/** Remembers the entries of a message, in the open transaction, and answers which of them count. */
export async function takeEntries(sql: Sql, entries: readonly BookedEntry[]): Promise<Taken> {
  const { aliases, filled, added, ...taken } = matchEntries(entries, await findEntries(sql, entries));
  await insertEntries(sql, added);
  await setToldAs(sql, aliases);
  await fillEntries(sql, filled);
  return taken;
}

interface Matched extends Taken {
  /** Keys of known entries, and the keys of the same entries in this message. */
  readonly aliases: ReadonlyArray<{ readonly key: string; readonly toldAs: string }>;
  /** Known entries that lack an account or a day which this message has. */
  readonly filled: readonly FilledEntry[];
  readonly added: readonly BookedEntry[];
}

/** Pure. `known`: all with the entries' keys, and all of their days and sums that did not come in another form. */
export function matchEntries(entries: readonly BookedEntry[], known: readonly KnownEntry[]): Matched {
  const byKey = new Map(known.map((each) => [each.key, each]));
  const byAlias = new Map(known.flatMap((each) => (each.toldAs === null ? [] : [[each.toldAs, each]])));
  const sameOf = (entry: BookedEntry) =>
    [longKeyOf(entry), entry.key].map((key) => byKey.get(key)).find((each) => each && agrees(each, entry)) ??
    byAlias.get(entry.key);
  /** With those of this message. */
  const byEveryKey = new Map(byKey);
  const byOtherReference = new Map<string, KnownEntry[]>();
  const remember = (each: KnownEntry) => {
    byEveryKey.set(each.key, each);
    if (each.otherReference === null) return;
    const list = byOtherReference.get(each.otherReference);
    if (list) list.push(each);
    else byOtherReference.set(each.otherReference, [each]);
  };
  known.forEach(remember);
  /** The same by its transactions' references. Of two single transactions that share only those, the entries' decide. */
  const alikeOf = (entry: BookedEntry) => {
    const other = otherReferenceOf(entry);
    const named = isSingle(entry)
      ? [
          ...(other === null ? [] : [longKeyOf({ ...entry, key: other }), other]).map((key) =>
            byEveryKey.get(key),
          ),
          ...(byOtherReference.get(entry.key) ?? []),
        ]
      : byOtherReference.get(other ?? '');
    return named?.find((each) => each && isSingle(each) === isSingle(entry) && agrees(each, entry));
  };
  // What this message tells by its reference is not to be told by its sum as well.
  const taken = new Set(entries.flatMap((entry) => (sameOf(entry) ?? alikeOf(entry))?.key ?? []));
  const matched = {
    counted: [] as BookedEntry[],
    lateDetails: [] as BookedEntry[],
    aliases: [] as Array<Matched['aliases'][number]>,
    filled: [] as FilledEntry[],
    added: [] as BookedEntry[],
  };
  for (const entry of entries) {
    const same = sameOf(entry) ?? alikeOf(entry);
    const twin = same ?? known.find((each) => !taken.has(each.key) && isOtherForm(each, entry));
    const key = twin?.key ?? (byEveryKey.has(entry.key) ? longKeyOf(entry) : entry.key);
    if (!twin) {
      const { transactions, ...facts } = entry;
      remember({ ...facts, key, toldAs: null, otherReference: otherReferenceOf(entry) });
      matched.added.push({ ...entry, key });
    } else if (!same) {
      taken.add(twin.key);
      matched.aliases.push({ key: twin.key, toldAs: entry.key });
    }
    if (twin && lacks(twin, entry) && !matched.filled.some(({ key }) => key === twin.key))
      matched.filled.push({ ...entry, key: twin.key });
    if (!twin || twin.told === entry.told)
      matched.counted.push(twin ? asKnown(entry, twin) : { ...entry, key });
    else if (entry.told > twin.told) matched.lateDetails.push(entry);
  }
  return matched;
}

/** Its only transaction under the reference by which it was told first, so that whatever is known of that is found. */
function asKnown(entry: BookedEntry, { key, otherReference }: KnownEntry): BookedEntry {
  const [single] = entry.transactions;
  const isByOther = single?.otherReference === key || (otherReference === entry.key && !isLong(key, entry));
  if (!isSingle(entry) || !single || entry.key === key || !isByOther) return { ...entry, key };
  const toldNow = { ...single, reference: key, otherReference: entry.key, isNamed: true };
  return { ...entry, key, transactions: [toldNow] };
}

const lacks = (known: KnownEntry, entry: BookedEntry): boolean =>
  (['account', 'bookedOn', 'closedOn'] as const).some((fact) => known[fact] === null && entry[fact] !== null);

/** Whether two entries of one reference are the same; an account or a day that one of them leaves out says nothing. */
const agrees = (known: KnownEntry, entry: BookedEntry): boolean =>
  known.direction === entry.direction &&
  known.currency === entry.currency &&
  known.amountMinor === entry.amountMinor &&
  (known.account === null || entry.account === null || known.account === entry.account) &&
  (known.bookedOn === null || entry.bookedOn === null || known.bookedOn === entry.bookedOn);

/** Whether it is the same money by every fact but the reference. */
const isOtherForm = (known: KnownEntry, entry: BookedEntry): boolean =>
  known.toldAs === null &&
  known.told !== entry.told &&
  !(known.isNamed && entry.isNamed) &&
  known.account !== null &&
  known.account === entry.account &&
  known.bookedOn !== null &&
  known.bookedOn === entry.bookedOn &&
  known.direction === entry.direction &&
  known.currency === entry.currency &&
  known.amountMinor === entry.amountMinor;
