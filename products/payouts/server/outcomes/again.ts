/**
 * Creates a payout from the unpaid rows of a finished one: the same cells, checked again. Each row can be repeated once. The finished payout is
 * locked meanwhile, and rows already repeated by another payout are skipped, unless that payout was discarded. Rows whose payment was sent again
 * individually are skipped too.
 */
import type { UnpaidKind } from '@calmly/contract';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import { findReplacements, markPaymentsRepeated } from '../../../payments/server/payments/index.ts';
import { checkRows } from '../check/check-rows.ts';
import { readPayoutFacts } from '../check/facts.ts';
import { countAgain } from '../editing/count-again.ts';
import { refreshRepeats } from '../repeat-store.ts';
import { insertRows, lockRows } from '../row-store.ts';
import { createPayout, requireLocked, requirePayout } from '../service.ts';
import { type StoredPayout, updatePayout } from '../store.ts';
import { listUnpaid, markRepeated, type UnpaidRow } from './outcome-store.ts';

const atOnce = 500;

/** `GET /masspayout/{id}/again`. `payout_state`: it is not finished. */
export async function countUnpaid({ sql }: Work, actor: ClientActor, id: string) {
  const { status } = await requirePayout(sql, actor, id);
  if (status !== 'DONE') throw new Problem('payout_state');
  const unpaid = await listUnpaid(sql, id);
  const sentAgain = await findReplacements(sql, paymentsOf(unpaid));
  const rows = unpaid.filter(({ paymentId }) => paymentId === null || !sentAgain.has(paymentId));
  const free = rows.filter(({ isRepeated }) => !isRepeated);
  const count = (wanted: UnpaidKind) => free.filter(({ kind }) => kind === wanted).length;
  return {
    refused: count('refused'),
    failed: count('failed'),
    leftOut: count('left_out'),
    repeated: rows.length - free.length,
  };
}

/** `POST /masspayout/{id}/again`. `payout_state`: it is not finished; `payout_nothing_unpaid`: no row is left to repeat. */
export async function repeatUnpaid(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  id: string,
  include: readonly UnpaidKind[],
): Promise<StoredPayout> {
  const { sql, now } = work;
  const done = await requireLocked(sql, actor, id, { statuses: ['DONE'], version: 'any' });
  const unpaid = (await listUnpaid(sql, id)).filter(
    ({ kind, isRepeated }) => !isRepeated && include.includes(kind),
  );
  const sentAgain = await markAll(sql, paymentsOf(unpaid));
  const positions = unpaid
    .filter(({ paymentId }) => paymentId === null || !sentAgain.has(paymentId))
    .map(({ position }) => position);
  if (positions.length === 0) throw new Problem('payout_nothing_unpaid');
  const created = await createPayout(work, actor, { name: done.name, confidential: done.confidential });
  const payout = await updatePayout(sql, created.id, now, {
    columns: done.columns,
    decimalSign: done.decimalSign,
    repeatOf: id,
  });
  const facts = await readPayoutFacts(work, bank, payout);
  for (let start = 0; start < positions.length; start += atOnce) {
    const taken = positions.slice(start, start + atOnce);
    const rows = await lockRows(sql, id, taken);
    const placed = rows.map(({ cells, readFaults, readWarnings, amountIsNumber, line }, place) => ({
      cells,
      readFaults,
      readWarnings,
      amountIsNumber,
      line,
      position: start + place + 1,
    }));
    const checked = await checkRows(work, facts, done.decimalSign, placed);
    await insertRows(sql, payout.id, checked);
    await refreshRepeats(sql, payout.id, checked);
    await markRepeated(sql, id, taken, payout.id);
  }
  return countAgain(work, payout);
}

const paymentsOf = (rows: readonly UnpaidRow[]): string[] => rows.flatMap(({ paymentId }) => paymentId ?? []);

/** Prevents the failed payments from being sent again individually, by id. Returns those that already were. */
async function markAll(sql: Sql, paymentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = paymentIds.toSorted();
  const sentAgain = new Set<string>();
  for (let start = 0; start < ids.length; start += atOnce)
    for (const id of await markPaymentsRepeated(sql, ids.slice(start, start + atOnce))) sentAgain.add(id);
  return sentAgain;
}
