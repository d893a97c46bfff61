/** Checks many rows: facts in parts, with pauses between parts, so that other callers do not wait. */
import { setImmediate as pause } from 'node:timers/promises';
import type { Work } from '@calmly/platform/work.ts';
import type { DecimalSign } from '../files/columns/read-amount.ts';
import type { CheckedRow, PlacedRow } from '../row.ts';
import { checkRow } from './check-row.ts';
import { findElsewhere } from './elsewhere.ts';
import { type PayoutFacts, readRowFacts } from './facts.ts';

/** Rows checked without a pause: about ten milliseconds. */
const slice = 250;

/** The rows in order, each with its check result. Facts are read once for all of them; writes nothing. */
export async function checkRows(
  work: Pick<Work, 'sql' | 'now'>,
  payout: PayoutFacts,
  sign: DecimalSign | null,
  rows: readonly PlacedRow[],
): Promise<CheckedRow[]> {
  const facts = await readRowFacts(
    work,
    payout,
    rows.map(({ cells }) => cells),
  );
  const checked: CheckedRow[] = [];
  for (let start = 0; start < rows.length; start += slice) {
    if (start > 0) await pause();
    for (const row of rows.slice(start, start + slice))
      checked.push({ ...row, ...checkRow(row, sign, facts) });
  }
  const elsewhere = await findElsewhere(
    work.sql,
    { payoutId: payout.payoutId, ...payout.viewer },
    checked.map(({ paymentKey }) => paymentKey),
  );
  if (elsewhere.size === 0) return checked;
  return checked.map((row) => {
    const also = row.paymentKey === null ? undefined : elsewhere.get(row.paymentKey);
    return also ? { ...row, warnings: [...row.warnings, also] } : row;
  });
}
