/** The entries of an account with their transactions, and the confidential payouts whose lines hide them from a reader. */
import type { Sql } from '@calmly/platform/work.ts';
import { type Entry, type EntryRange, listEntries } from '../../../ledger/server/index.ts';
import {
  findStated,
  isVisible,
  payoutsOfCredits,
  type StatedTransaction,
  type Viewer,
} from '../transactions/index.ts';
import type { StatedAccount } from './accounts.ts';

export const pageSize = 1_000;

export interface Reading {
  readonly sql: Sql;
  readonly viewer: Viewer;
  readonly account: StatedAccount;
}

export interface BookedEntry {
  readonly entry: Entry;
  readonly transaction: StatedTransaction | undefined;
  /** The payout whose line replaces it; undefined if the reader may see it. */
  readonly hiddenIn: string | undefined;
}

/** The entries of a range, oldest first, in pages of at most `pageSize`. */
export async function* entriesOf(
  { sql, viewer, account: { id } }: Reading,
  { first, last }: EntryRange,
): AsyncGenerator<readonly BookedEntry[]> {
  async function read(next: bigint): Promise<readonly BookedEntry[]> {
    const entries = await listEntries(sql, { accountId: id, first: next, last, limit: pageSize });
    const rows = await findStated(sql, [...new Set(entries.map(({ subjectId }) => subjectId))]);
    const hidden = await payoutsOfHidden(
      sql,
      [...rows.values()].filter((row) => !isVisible(row, viewer)),
    );
    return entries.map((entry) => ({
      entry,
      transaction: rows.get(entry.subjectId),
      hiddenIn: hidden.get(entry.subjectId),
    }));
  }
  // The database reads a page while the previous one is written. The first page may be all that is wanted.
  let ahead: Promise<readonly BookedEntry[]> | undefined;
  for (let next = first; next <= last; next += BigInt(pageSize)) {
    const page = await (ahead ?? read(next));
    const after = next + BigInt(pageSize);
    ahead = next > first && after <= last ? read(after) : undefined;
    // A reader that stops does not wait for it.
    ahead?.catch(() => undefined);
    yield page;
  }
}

/** The payout of each entry: its payments, and the money of a returned one. Unexpected returns belong to no payout and are separate lines. */
async function payoutsOfHidden(
  sql: Sql,
  rows: readonly StatedTransaction[],
): Promise<ReadonlyMap<string, string>> {
  const credits = rows.filter(({ payoutId }) => !payoutId).map(({ id }) => id);
  const ofCredits = await payoutsOfCredits(sql, credits);
  return new Map(rows.map(({ id, payoutId }) => [id, payoutId ?? ofCredits.get(id) ?? id]));
}
