/**
 * Reads and writes category and note of transactions. Anyone who may see a row may read them. The person who ordered the payment may write them, and
 * so may people who may make such payments or view statements, as accountants do.
 * Errors of a write in the order checked: `not_found`, `confidential_right_missing` (the line of a confidential payout), `bookkeeping_right_missing`;
 * note: `note_changed`.
 */
import { type Annotation, type BookkeepingCategory, holdsRight } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { requireUnchanged } from '@calmly/platform/edits.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import {
  announce,
  type Bookkeeping,
  findLacking,
  findReceiptIds,
  findVisible,
  neededRight,
  type StoredTransaction,
  viewerOf,
} from '../../../../accounts/server/transactions/index.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { findAnnotations, lockNote, writeCategory, writeNote } from './annotation-store.ts';
import { suggestCategories } from './suggest.ts';

type Needs = Pick<Bookkeeping, 'needsReceipt'>;

/** `GET /bookkeeping/annotations`: in the order asked. */
export async function readAnnotations(
  work: Work,
  needs: Needs,
  ids: readonly string[],
): Promise<Annotation[]> {
  const visible = await findVisible(work.sql, viewerOf(requireClientActor(work)), ids);
  return present(
    work,
    needs,
    [...new Set(ids)].flatMap((id) => visible.get(id) ?? []),
  );
}

/** `PUT /bookkeeping/categories`. */
export async function categorise(
  work: Work,
  needs: Needs,
  { paymentIds, category }: { paymentIds: readonly string[]; category: BookkeepingCategory | null },
): Promise<Annotation[]> {
  const rows = await requireChangeable(work, [...new Set(paymentIds)]);
  const { personId } = requireClientActor(work);
  await writeCategory(work.sql, rows, category, { personId, at: work.now });
  await audit(work, {
    action: 'bookkeeping.categorised',
    details: { count: rows.length, number: rows[0]?.number ?? '', category: category ?? 'NONE' },
  });
  await announce(work.sql, rows, 'unmoved');
  return present(work, needs, rows);
}

/** `PUT /bookkeeping/notes/{id}`. */
export async function changeNote(
  work: Work,
  needs: Needs,
  { id, note, before }: { id: string; note: string | null; before?: string | null | undefined },
): Promise<Annotation> {
  const [row] = await requireChangeable(work, [id]);
  if (!row) throw new Problem('not_found');
  await lockNote(work.sql, id);
  requireUnchanged(before, (await findAnnotations(work.sql, [id])).get(id)?.note ?? null, 'note_changed');
  await writeNote(work.sql, row, note, { personId: requireClientActor(work).personId, at: work.now });
  await audit(work, {
    action: note === null ? 'bookkeeping.note_removed' : 'bookkeeping.noted',
    details: { payment: id, number: row.number },
  });
  await announce(work.sql, [row], 'unmoved');
  const [annotation] = await present(work, needs, [row]);
  if (!annotation) throw new Problem('not_found');
  return annotation;
}

async function requireChangeable(work: Work, ids: readonly string[]): Promise<StoredTransaction[]> {
  const actor = requireClientActor(work);
  const visible = await findVisible(work.sql, viewerOf(actor), ids);
  const rows = ids.map((id) => {
    const row = visible.get(id);
    if (!row) throw new Problem('not_found');
    return row;
  });
  if (rows.some(({ audience }) => audience === 'MASK')) throw new Problem('confidential_right_missing');
  if (!rows.every((row) => mayChange(row, actor))) throw new Problem('bookkeeping_right_missing');
  return rows;
}

const mayChange = (row: StoredTransaction, actor: ClientActor): boolean =>
  row.audience !== 'MASK' &&
  (holdsRight(actor, 'can_view_statements') || neededRight(row, actor) === undefined);

async function present(
  work: Work,
  { needsReceipt }: Needs,
  rows: readonly StoredTransaction[],
): Promise<Annotation[]> {
  if (rows.length === 0) return [];
  const { sql } = work;
  const actor = requireClientActor(work);
  const ids = rows.map(({ id }) => id);
  const [written, receipts] = await Promise.all([findAnnotations(sql, ids), findReceiptIds(sql, ids)]);
  const open = rows.filter(({ id }) => (written.get(id)?.category ?? null) === null);
  const [suggested, lacking] = await Promise.all([
    suggestCategories(sql, open),
    findLacking(sql, ids, await needsReceipt(work, actor.clientId)),
  ]);
  return rows.map((row) => ({
    paymentId: row.id,
    category: written.get(row.id)?.category ?? null,
    suggestion: suggested.get(row.id) ?? null,
    note: written.get(row.id)?.note ?? null,
    receipts: receipts.get(row.id)?.length ?? 0,
    receiptMissing: lacking.has(row.id),
    canChange: mayChange(row, actor),
  }));
}
