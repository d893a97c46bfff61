/** The summary of a payout, its findings and the list of its faulty rows equal its rows after any edits. */
import { deletePayout, findPayoutRows, type PayoutRow } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { goodRow, payoutEditor } from '@calmly/server/test/support/clients/payout-editor.ts';
import { allRows } from '@calmly/server/test/support/clients/payouts.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app);
});
afterAll(() => app.close());

const { change, details, payoutOf, repair } = payoutEditor(
  () => app,
  () => payer,
);

/** The expected summary, from the rows alone. */
function summaryOf(rows: readonly PayoutRow[]) {
  const right = rows.filter(({ faults }) => faults.length === 0);
  const cents = (text: string | null) => Math.round(Number(text) * 100);
  const sum = (read: (row: PayoutRow) => string | null) =>
    (right.reduce((total, row) => total + cents(read(row)), 0) / 100).toFixed(2);
  return {
    rows: rows.length,
    faulty: rows.length - right.length,
    warned: rows.filter(({ warnings }) => warnings.length > 0).length,
    totals:
      right.length === 0
        ? []
        : [
            {
              currency: 'EUR',
              rows: right.length,
              amount: sum(({ amount }) => amount),
              fees: sum(({ fee }) => fee),
            },
          ],
    paid: 0,
    pending: 0,
    failed: 0,
  };
}

const countsOf = (rows: readonly PayoutRow[], kind: 'faults' | 'warnings') => {
  const counts = new Map<string, { rows: number; position: number }>();
  for (const row of rows)
    for (const { field, code } of row[kind]) {
      const known = counts.get(`${field} ${code}`);
      counts.set(`${field} ${code}`, {
        rows: (known?.rows ?? 0) + 1,
        position: known?.position ?? row.position,
      });
    }
  return Object.fromEntries(counts);
};

/** Both at the same moment, because names are compared in the background. */
async function rowsAndCounts(id: string) {
  for (;;) {
    const [before, after, payout] = [await details(id), await allRows(app, payer, id), await details(id)];
    if (before.remarksVersion === payout.remarksVersion) return { after, payout };
  }
}

const found = (list: ReadonlyArray<{ field: string; code: string; rows: number; position: number }>) =>
  Object.fromEntries(list.map(({ field, code, rows, position }) => [`${field} ${code}`, { rows, position }]));

const cell = {
  amount: fc.constantFrom('', '1', '2', '1.5', '1O', '-3'),
  currency: fc.constantFrom('EUR', 'eur', ''),
  reference: fc.constantFrom('Rent', '★', ''),
  endToEndId: fc.constantFrom('', 'A', 'B', '/C'),
  account: fc.constantFrom('EE382200221020145685', 'DE89370400440532013000', 'DE89370400440532013001', ''),
};
const anyCells = fc.record(cell, { requiredKeys: [] });
const anyEdit = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), cells: anyCells }),
  fc.record({ kind: fc.constant('change' as const), which: fc.nat(20), cells: anyCells }),
  fc.record({ kind: fc.constant('remove' as const), which: fc.nat(20) }),
  fc.record({
    kind: fc.constant('many' as const),
    changed: fc.array(fc.tuple(fc.nat(20), anyCells), { maxLength: 3 }),
    removed: fc.array(fc.nat(20), { maxLength: 3 }),
    comesBack: fc.boolean(),
    added: fc.array(anyCells, { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('repair' as const),
    repair: fc.constantFrom('suggestions' as const, 'characters' as const, 'remove_faulty' as const),
  }),
);

type Many = Extract<typeof anyEdit extends fc.Arbitrary<infer Edit> ? Edit : never, { kind: 'many' }>;

/** Changes, removes and adds rows in one call; a removed row may be restored with other cells. */
function manyOf(rows: readonly PayoutRow[], edit: Many) {
  const rowAt = (which: number) => rows[which % Math.max(1, rows.length)];
  const key = ({ position, version }: PayoutRow) => ({ position, version });
  const removed = [...new Set(edit.removed.flatMap((which) => rowAt(which) ?? []))];
  const changed = new Map(edit.changed.map(([which, cells]) => [rowAt(which), cells]));
  const [back] = removed;
  return {
    removed: removed.map(key),
    changed: [...changed].flatMap(([row, cells]) =>
      row && !removed.includes(row) ? { ...key(row), cells } : [],
    ),
    added: edit.added.map((cells, at) => ({
      cells: { ...goodRow, ...cells },
      ...(at === 0 && edit.comesBack && back && { position: back.position }),
    })),
  };
}

// Controls: the counts differ without counting again after a repair, without the rows that a changed one repeated, or without looking for the next
// row of a finding whose first row was corrected.
test('the summary equals the rows after any edits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEdit, { minLength: 3, maxLength: 12 }), async (edits) => {
      const id = await payoutOf(
        goodRow,
        { ...goodRow, endToEndId: 'A' },
        { ...goodRow, amount: '2', endToEndId: 'A' },
      );
      for (const edit of edits) {
        const rows = await allRows(app, payer, id);
        const row = 'which' in edit ? rows[edit.which % Math.max(1, rows.length)] : undefined;
        if (edit.kind === 'add') await change(id, { added: [{ cells: { ...goodRow, ...edit.cells } }] });
        else if (edit.kind === 'many') await change(id, manyOf(rows, edit));
        else if (edit.kind === 'repair') await repair(id, { repair: edit.repair });
        else if (row && edit.kind === 'change')
          await change(id, {
            changed: [{ position: row.position, version: row.version, cells: edit.cells }],
          });
        else if (row) await change(id, { removed: [{ position: row.position, version: row.version }] });
        const { after, payout } = await rowsAndCounts(id);
        expect(payout.summary).toEqual(summaryOf(after));
        expect(found(payout.faults)).toEqual(countsOf(after, 'faults'));
        expect(found(payout.warnings)).toEqual(countsOf(after, 'warnings'));
        const query = { only: 'faulty' as const };
        const { runs } = (await app.call(findPayoutRows, { params: { id }, query }, payer)).output;
        const positions = runs.flatMap(([first, last]) =>
          Array.from({ length: last - first + 1 }, (_, at) => first + at),
        );
        expect(positions).toEqual(
          after.filter(({ faults }) => faults.length > 0).map(({ position }) => position),
        );
      }
      await app.call(deletePayout, { params: { id } }, payer);
    }),
    { numRuns: 20, seed: 42 },
  );
});
