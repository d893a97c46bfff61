/**
 * Walks through all entries, account by account, in parts of a bounded size. Entries are numbered without gaps and never change, so each part can be
 * read in its own snapshot while the bank is running.
 */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';
import { subjectOfEntry } from './history.ts';

/** Entries of one account by their numbers. */
export interface EntryPart {
  readonly accountId: string;
  readonly first: bigint;
  readonly last: bigint;
  /** The account's first part, which also contains entries with impossible numbers. */
  readonly isFirst: boolean;
  /** The account's last part, which also contains entries written after the walk began. */
  readonly isLast: boolean;
}

const accountsAtOnce = 500;
const entriesAtOnce = 20_000;

/** Batches of parts, each with at most this many entries. Each account has at least one part, even without entries. */
export async function* walkEntries(
  sql: Sql,
  owners: 'all' | 'clients',
  most = entriesAtOnce,
): AsyncGenerator<readonly EntryPart[], void, undefined> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await query<{ id: string; lastSeq: bigint }>`
      select id, last_seq as "lastSeq" from ledger.accounts
      where id > ${after} and (client_id is not null or ${owners === 'all'}) order by id limit ${accountsAtOnce}`.execute(
      sql,
    );
    yield* batchesOf(rows, BigInt(most));
    const last = rows.at(-1);
    if (!last || rows.length < accountsAtOnce) return;
    after = last.id;
  }
}

function* batchesOf(
  accounts: ReadonlyArray<{ readonly id: string; readonly lastSeq: bigint }>,
  most: bigint,
) {
  let batch: EntryPart[] = [];
  let room = most;
  for (const { id: accountId, lastSeq } of accounts) {
    let done = 0n;
    let isLast = false;
    while (!isLast) {
      const last = lastSeq - done > room ? done + room : lastSeq;
      isLast = last === lastSeq;
      batch.push({ accountId, first: done + 1n, last, isFirst: done === 0n, isLast });
      room -= last - done;
      done = last;
      if (room > 0n) continue;
      yield batch;
      batch = [];
      room = most;
    }
  }
  if (batch.length > 0) yield batch;
}

/** Below and above any entry number, with room for one more or less. */
const [lowest, highest] = [-(2n ** 62n), 2n ** 62n];

/** The parts as three lists for one `unnest`: accounts, lowest numbers, highest numbers. */
export const listedParts = (parts: readonly EntryPart[]): RawBuilder<unknown> => query`
  ${parts.map(({ accountId }) => accountId)}::uuid[],
  ${parts.map(({ first, isFirst }) => String(isFirst ? lowest : first))}::bigint[],
  ${parts.map(({ last, isLast }) => String(isLast ? highest : last))}::bigint[]`;

/** The amount moved by one transaction's entries on an account; positive for a credit. */
export interface SubjectSum {
  readonly accountId: string;
  readonly subjectId: string;
  readonly minor: bigint;
}

/** Sums of these entries by account and transaction, without entries with one code. `subjectIds`: only these transactions. */
export async function sumsBySubject(
  sql: Sql,
  parts: readonly EntryPart[],
  leftOut: string,
  subjectIds?: readonly string[],
): Promise<SubjectSum[]> {
  const wanted = subjectIds ? query`where ${subjectOfEntry} = any(${subjectIds}::uuid[])` : query``;
  const { rows } = await query<Omit<SubjectSum, 'minor'> & { minor: string }>`
    select e.account_id as "accountId", ${subjectOfEntry} as "subjectId", sum(case t.code when ${leftOut} then 0 else e.amount end)::text as minor
    from unnest(${listedParts(parts)}) as part (account_id, low, high)
    join ledger.entries e on e.account_id = part.account_id and e.seq >= part.low and e.seq <= part.high
    cross join lateral (select * from ledger.transfers where transfers.id = e.transfer_id offset 0) as t
    ${wanted} group by 1, 2`.execute(sql);
  return rows.map((row) => ({ ...row, minor: BigInt(row.minor) }));
}
