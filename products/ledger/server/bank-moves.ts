/** Movements on the bank's own accounts of one kind, transfer by transfer, for checks of where each amount came from. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { BankAccount } from './accounts.ts';

export interface BankMove {
  readonly transferId: string;
  readonly subjectId: string;
  readonly currency: string;
  readonly code: string;
  /** Minor units; positive for a credit to the bank's account. */
  readonly amountMinor: bigint;
  readonly at: Date;
}

const entriesAtOnce = 20_000;

/** Runs look-ups in a snapshot: a separate one for each call, or always the same. */
export type InSnapshot = <Result>(read: (snapshot: Sql) => Promise<Result>) => Promise<Result>;

/**
 * Reads the entries of these accounts after the numbers given by currency (by default from the first on), page by page in order. `read` gets each
 * page with its snapshot. Returns the numbers of the last entries read.
 */
export async function walkBankMoves(
  inSnapshot: InSnapshot,
  kind: BankAccount[0],
  after: ReadonlyMap<string, bigint>,
  read: (snapshot: Sql, moves: readonly BankMove[]) => Promise<void>,
): Promise<ReadonlyMap<string, bigint>> {
  const accounts = await inSnapshot((snapshot) => bankAccounts(snapshot, kind));
  const done = new Map(after);
  for (const { id, currency } of accounts)
    for (let last: bigint | undefined = done.get(currency) ?? 0n; last !== undefined; ) {
      const from: bigint = last;
      done.set(currency, from);
      last = await inSnapshot(async (snapshot) => {
        const { rows } = await query<Omit<BankMove, 'amountMinor'> & { amount: string; seq: bigint }>`
          select e.transfer_id as "transferId", t.subject_id as "subjectId", ${currency}::text as currency, t.code, e.amount::text as amount, t.at, e.seq
          from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
          where e.account_id = ${id} and e.seq > ${`${from}`}::bigint order by e.seq limit ${entriesAtOnce}`.execute(
          snapshot,
        );
        if (rows.length > 0)
          await read(
            snapshot,
            rows.map(({ amount, seq: _, ...row }) => ({ ...row, amountMinor: BigInt(amount) })),
          );
        return rows.at(-1)?.seq;
      });
    }
  return done;
}

/** The number of entries of these accounts. */
export async function countBankMoves(sql: Sql, kind: BankAccount[0]): Promise<bigint> {
  const { rows } = await query<{ count: string }>`
    select coalesce(sum(last_seq), 0)::text as count from ledger.accounts where kind = ${kind} and client_id is null`.execute(
    sql,
  );
  return BigInt(rows[0]?.count ?? 0);
}

async function bankAccounts(sql: Sql, kind: BankAccount[0]) {
  const { rows } = await query<{ id: string; currency: string }>`
    select id, currency from ledger.accounts where kind = ${kind} and client_id is null order by currency`.execute(
    sql,
  );
  return rows;
}

/** The ids among these without a transfer. */
export async function findUnposted(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as wanted (id) where not exists (select from ledger.transfers where transfers.id = wanted.id)`.execute(
    sql,
  );
  return new Set(rows.map(({ id }) => id));
}
