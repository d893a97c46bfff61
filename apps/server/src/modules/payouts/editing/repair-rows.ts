/**
 * Corrects many rows in one transaction, part by part, with a pause between parts. A preview does the same and writes nothing.
 *
 * Errors: `invalid_request` where the repair lacks something (`field`, `find`).
 */
import type { PayoutField, PayoutOverview } from '@calmly/contract';
import { badFields } from '../../../platform/problem.ts';
import type { ClientActor, Work } from '../../../platform/work.ts';
import type { Bank } from '../../accounts/index.ts';
import { changedRow } from '../cells.ts';
import { checkRows } from '../check/check-rows.ts';
import { type PayoutFacts, readPayoutFacts } from '../check/facts.ts';
import { type RepeatKeys, refreshRepeats } from '../repeat-store.ts';
import { deleteRows, readRows, type StoredRow, updateRows } from '../row-store.ts';
import { requireLocked } from '../service.ts';
import type { StoredPayout } from '../store.ts';
import { readOverview } from '../view.ts';
import { countAgain } from './count-again.ts';
import { type Repair, type RepairInput, repairOf } from './repair-rules.ts';

interface Example {
  readonly position: number;
  readonly field: PayoutField;
  readonly before: string;
  readonly after: string;
}

const chunk = 1_000;
const mostExamples = 10;
/** With more keys than this, all rows are looked at once. */
const mostKeys = 5_000;

export async function repairRows(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  id: string,
  input: RepairInput,
): Promise<{ readonly rows: number; readonly examples: Example[]; readonly payout: PayoutOverview }> {
  if (input.repair === 'fill' && input.field === undefined)
    throw badFields({ field: 'field', code: 'required' });
  if (input.repair === 'replace' && input.find === undefined)
    throw badFields({ field: 'find', code: 'required' });
  const payout = await requireLocked(work.sql, actor, id, { statuses: ['DRAFT'], version: input.version });
  const facts = await readPayoutFacts(work, bank, payout);
  const done = await walk(work, payout, facts, input);
  const isChanged = done.rows > 0 && !input.preview;
  if (isChanged) await refreshRepeats(work.sql, id, done.keys.length > mostKeys ? 'all' : done.keys);
  const used = input.repair === 'fill' && input.field ? [input.field] : [];
  const counted = isChanged ? await countAgain(work, payout, used) : payout;
  return { rows: done.rows, examples: done.examples, payout: await readOverview(work.sql, counted) };
}

interface Done {
  rows: number;
  readonly examples: Example[];
  /** Of changed and removed rows, before and after. */
  readonly keys: RepeatKeys[];
}

async function walk(work: Work, payout: StoredPayout, facts: PayoutFacts, input: RepairInput): Promise<Done> {
  const [first, last] = input.between ?? [1, Number.POSITIVE_INFINITY];
  const repair = repairOf(input);
  const done: Done = { rows: 0, examples: [], keys: [] };
  for (let from = first; ; ) {
    const rows = await readRows(work.sql, payout.id, { from, limit: chunk, isLocked: !input.preview });
    const meant = rows.filter(({ position }) => position <= last);
    if (input.repair === 'remove_faulty')
      await remove(work, payout, meant.filter(isFaulty(input)), input, done);
    else await correct(work, payout, facts, meant, { input, repair, done });
    const end = rows.at(-1);
    if (rows.length < chunk || !end || end.position >= last) return done;
    from = end.position + 1;
  }
}

const isFaulty =
  ({ field }: RepairInput) =>
  ({ faults, sameIdAs }: StoredRow): boolean =>
    field === undefined
      ? faults.length > 0 || sameIdAs !== null
      : faults.some((fault) => fault.field === field) || (field === 'endToEndId' && sameIdAs !== null);

async function remove(
  { sql }: Work,
  { id }: StoredPayout,
  rows: readonly StoredRow[],
  { preview }: RepairInput,
  done: Done,
): Promise<void> {
  done.rows += rows.length;
  if (preview || rows.length === 0) return;
  done.keys.push(...rows);
  await deleteRows(
    sql,
    id,
    rows.map(({ position }) => position),
  );
}

async function correct(
  work: Work,
  payout: StoredPayout,
  facts: PayoutFacts,
  rows: readonly StoredRow[],
  { input, repair, done }: { readonly input: RepairInput; readonly repair: Repair; readonly done: Done },
): Promise<void> {
  const changed = rows.flatMap((row) => {
    const cells = repair(row);
    const next = cells && changedRow(row, cells);
    if (!next || !cells) return [];
    for (const field of Object.keys(cells) as PayoutField[])
      if (done.examples.length < mostExamples)
        done.examples.push({
          position: row.position,
          field,
          before: row.cells[field] ?? '',
          after: next.cells[field] ?? '',
        });
    return next;
  });
  done.rows += changed.length;
  if (input.preview || changed.length === 0) return;
  const checked = await checkRows(work, facts, payout.decimalSign, changed);
  done.keys.push(...changed.map(keysOf), ...checked.map(keysOf));
  await updateRows(work.sql, payout.id, checked, { rises: true });
}

const keysOf = ({ endToEndId, paymentKey }: RepeatKeys): RepeatKeys => ({ endToEndId, paymentKey });
