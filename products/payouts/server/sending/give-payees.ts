/**
 * Assigns each row of a part its payee before it is paid: one saved meanwhile for the account, or a new one. So a payout may have as many new payees
 * as rows, and one that cannot be saved prevents only its own rows from being paid.
 */

import { Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import { addBeneficiaries } from '../../../payees/server/index.ts';
import { findSaved } from '../payees/link-payees.ts';
import { type NewPayee, payeeOf } from '../payees/payee-of-row.ts';
import type { StoredPayout } from '../store.ts';
import { type PayableRow, setPayees } from './sending-store.ts';

interface GivenPayees {
  /** Rows that can be paid. */
  readonly rows: readonly PayableRow[];
  /** The others, each with the refusal of its payee. */
  readonly refused: ReadonlyArray<{ readonly position: number; readonly error: Problem }>;
}

/**
 * In the transaction of the part. Writes the payees to the book and to the rows; rows that need none pass unchanged. Only a `Problem` refuses a
 * payee, any other error is thrown.
 */
export async function givePayees(
  work: Work,
  bank: Bank,
  payout: StoredPayout,
  rows: readonly PayableRow[],
): Promise<GivenPayees> {
  const wanted = new Map<string, NewPayee>();
  for (const { newPayee: key, ...row } of rows)
    if (key !== null && !wanted.has(key)) wanted.set(key, { ...row, key });
  if (wanted.size === 0) return { rows, refused: [] };

  const given = await findSaved(work.sql, payout, [...wanted.keys()]);
  const refusals = new Map<string, Problem>();
  await save(
    work,
    bank,
    payout,
    [...wanted.values()].filter(({ key }) => !given.has(key)),
    { given, refusals },
  );
  const found = rows.map((row) => ({
    ...row,
    payeeId: row.payeeId ?? given.get(row.newPayee ?? '') ?? null,
    error: refusals.get(row.newPayee ?? ''),
  }));
  await setPayees(
    work.sql,
    payout.id,
    found.filter(({ newPayee, payeeId }) => newPayee !== null && payeeId !== null),
  );
  return {
    rows: found.filter(({ error }) => error === undefined),
    refused: found.flatMap(({ position, error }) => (error ? [{ position, error }] : [])),
  };
}

interface Saving {
  readonly given: Map<string, string>;
  readonly refusals: Map<string, Problem>;
}

/** Saves all of them at once, or one by one if one is refused. */
async function save(
  work: Work,
  bank: Bank,
  payout: StoredPayout,
  payees: readonly NewPayee[],
  { given, refusals }: Saving,
): Promise<void> {
  if (payees.length === 0) return;
  const { clientId, confidential, confirmedBy } = payout;
  const additions = payees.map((payee) => ({ payee, id: work.newId() }));
  const refusal = await tried(work.sql, () =>
    addBeneficiaries(
      work.sql,
      clientId,
      bank,
      additions.map(({ id, payee }) => ({
        id,
        input: payeeOf(payee),
        at: work.now,
        trusted: false,
        confidential,
        ...(confirmedBy !== null && { addedBy: confirmedBy }),
      })),
    ),
  );
  const [first, ...others] = payees;
  if (!refusal) for (const { id, payee } of additions) given.set(payee.key, id);
  else if (first && others.length === 0) refusals.set(first.key, refusal);
  else for (const payee of payees) await save(work, bank, payout, [payee], { given, refusals });
}

/** Applies a change, or rolls it back completely if it is refused. */
async function tried(sql: Sql, change: () => Promise<unknown>): Promise<Problem | undefined> {
  await query`savepoint payees`.execute(sql);
  try {
    await change();
    await query`release savepoint payees`.execute(sql);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await query`rollback to savepoint payees`.execute(sql);
    return error;
  }
}
