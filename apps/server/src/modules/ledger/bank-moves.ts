/** What moved on the bank's own accounts of one kind, transfer by transfer: for the checks that ask where each amount came from. */
import { sql as query } from 'kysely';
import type { Sql } from '../../platform/work.ts';
import type { BankAccount } from './accounts.ts';

export interface BankMove {
  readonly transferId: string;
  readonly subjectId: string;
  readonly currency: string;
  readonly code: string;
  /** Minor units; positive for a credit of the bank's account. */
  readonly amountMinor: bigint;
  readonly at: Date;
}

const entriesAtOnce = 20_000;

/**
 * Reads the entries of these accounts after the numbers that are given by currency (else from the first on), page by page in the order of their numbers. `snapshot`: of
 * one report, so that what `read` looks up is of the same moment.
 */
export async function walkBankMoves(
  snapshot: Sql,
  kind: BankAccount[0],
  after: ReadonlyMap<string, bigint>,
  read: (moves: readonly BankMove[]) => Promise<void>,
): Promise<void> {
  const { rows: accounts } = await query<{ id: string; currency: string }>`
    select id, currency from ledger.accounts where kind = ${kind} and client_id is null order by currency`.execute(
    snapshot,
  );
  for (const { id, currency } of accounts) {
    let last: bigint | undefined = after.get(currency) ?? 0n;
    while (last !== undefined) {
      const { rows } = await query<Omit<BankMove, 'amountMinor'> & { amount: string; seq: bigint }>`
        select e.transfer_id as "transferId", t.subject_id as "subjectId", ${currency}::text as currency, t.code, e.amount::text as amount, t.at, e.seq
        from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
        where e.account_id = ${id} and e.seq > ${`${last}`}::bigint order by e.seq limit ${entriesAtOnce}`.execute(
        snapshot,
      );
      await read(rows.map(({ amount, seq: _, ...row }) => ({ ...row, amountMinor: BigInt(amount) })));
      last = rows.at(-1)?.seq;
    }
  }
}

/** Those of these ids that no transfer has. */
export async function findUnposted(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as wanted (id) where not exists (select from ledger.transfers where transfers.id = wanted.id)`.execute(
    sql,
  );
  return new Set(rows.map(({ id }) => id));
}
