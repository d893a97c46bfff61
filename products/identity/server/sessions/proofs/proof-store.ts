/**
 * The memory of used proofs, in the database, so that all processes accept a proof once together. It is as long as a proof can be replayed, by the
 * database's clock. It is not logged: a crash or a failover empties it, and for the few seconds in which an accepted proof may have been dated ahead,
 * proofs are answered `overloaded`, with a time to come back with a new one.
 */
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** How old a proof may be, and how far dated ahead, in seconds. */
export const proofWindow = { past: 60, ahead: 5 } as const;

/** A proof that was checked except for reuse. */
export interface UnspentProof {
  /** A UUID of key and number. */
  readonly id: string;
  /** In seconds, as the proof says. */
  readonly issuedAt: number;
  /** Thumbprint of the key. */
  readonly thumbprint: string;
}

/** What became of proofs that were to be spent. */
export interface Spending {
  /** Those that were used before, or outside their time. */
  readonly refused: ReadonlySet<string>;
  /** Since when the memory is complete; undefined: it is gone. In seconds, as those of proofs. */
  readonly since: number | undefined;
}

/**
 * The end of a statement that spends proofs: a list of `with` queries that follows one named `due`, with the columns `id` and `issued_at` of the
 * proofs to spend. Inserts in id order, so that two groups with the same proofs do not wait for each other. Waits for neither disk nor standby.
 */
export const spentIn = query.raw(`
  spending as materialized (select set_config('synchronous_commit', 'off', true)),
  spent as (
    insert into identity.spent_proof (id, expires_at)
    select due.id, to_timestamp(issued_at) + interval '${proofWindow.past} seconds'
    from spending, due, identity.proof_memory
    where issued_at between extract(epoch from now()) - ${proofWindow.past} and extract(epoch from now()) + ${proofWindow.ahead}
      and issued_at > extract(epoch from since) + ${proofWindow.ahead}
    order by due.id
    on conflict do nothing
    returning id
  )`);

/** What became of them, as columns `refused` and `since`. */
export const spendingColumns = query.raw(`
  array(select id from due where id not in (select id from spent))::text[] as refused,
  (select extract(epoch from since)::float8 from identity.proof_memory) as since`);

export interface SpendingRow {
  readonly refused: readonly string[] | null;
  readonly since: number | null;
}

export const toSpending = (row: SpendingRow | undefined): Spending => ({
  refused: new Set(row?.refused ?? []),
  since: row?.since ?? undefined,
});

/** Spends one proof. */
export async function spendProof(sql: Sql, { id, issuedAt }: UnspentProof): Promise<Spending> {
  const { rows } = await query<SpendingRow>`
    with due as (select ${id}::uuid as id, ${issuedAt}::float8 as issued_at), ${spentIn} select ${spendingColumns}
  `.execute(sql);
  return toSpending(rows[0]);
}

/** The memory was emptied: the proof may have been used before. Nothing was done. */
export class ProofMemoryLost extends Problem {
  constructor() {
    super('overloaded', { retryAfterSeconds: proofWindow.ahead });
  }
}

/**
 * Errors: `proof_refused` if the proof was used before; `ProofMemoryLost` if that is not known.
 */
export function requireSpent({ id, issuedAt }: UnspentProof, { refused, since }: Spending): void {
  if (!refused.has(id)) return;
  if (since === undefined || issuedAt <= since + proofWindow.ahead) throw new ProofMemoryLost();
  throw new Problem('proof_refused');
}

/** Notes that the memory starts now, if it is gone. */
export async function startMemory(sql: Sql): Promise<void> {
  await query`
    insert into identity.proof_memory (id, since) values (1, clock_timestamp()) on conflict do nothing
  `.execute(sql);
}

/** Deletes what no longer refuses anything; the minute is more than a statement that is under way may take. */
export async function forgetExpired(sql: Sql): Promise<void> {
  await query`
    with commit as materialized (select set_config('synchronous_commit', 'off', true))
    delete from identity.spent_proof using commit where expires_at < now() - interval '1 minute'
  `.execute(sql);
}
