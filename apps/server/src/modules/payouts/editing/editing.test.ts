/**
 * Rows are corrected: by hand, by two people at a time, and many at once. The summary always equals the rows. Controls, each tried once, are in
 * the comments at the tests.
 */
import {
  type CallInput,
  changePayoutRows,
  findPayoutRows,
  getPayout,
  type PayoutField,
  type PayoutRow,
  repairPayout,
} from '@calmly/contract';
import fc from 'fast-check';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { createPayer, type Payer } from '../../../../test/support/clients/payments.ts';
import {
  allRows,
  emptyPayout,
  templateHeadings,
  uploadPayout,
} from '../../../../test/support/clients/payouts.ts';
import { until } from '../../../../test/support/until.ts';

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app);
});
afterAll(() => app.close());

type Cells = Partial<Record<PayoutField, string>>;
type Change = Partial<CallInput<typeof changePayoutRows>['body']>;

const good: Cells = {
  name: 'Anna Tamm',
  account: 'EE382200221020145685',
  amount: '10.00',
  currency: 'EUR',
  reference: 'Rent',
};

const change = async (id: string, body: Change, member: Payer = payer) =>
  (
    await app.call(
      changePayoutRows,
      { params: { id }, body: { changed: [], added: [], removed: [], ...body } },
      member,
    )
  ).output;

const payoutOf = async (...rows: Cells[]) => {
  const { id } = await emptyPayout(app, payer);
  await change(id, { added: rows.map((cells) => ({ cells })) });
  return id;
};

const details = async (id: string) => (await app.call(getPayout, { params: { id } }, payer)).output;

type Repair = Partial<CallInput<typeof repairPayout>['body']> &
  Pick<CallInput<typeof repairPayout>['body'], 'repair'>;
const repair = async (id: string, body: Repair) =>
  app.call(
    repairPayout,
    {
      params: { id },
      body: { version: (await details(id)).version, preview: false, overwrite: false, ...body },
    },
    payer,
  );

const codesOf = (rows: readonly PayoutRow[]) =>
  rows.map(({ faults, warnings }) =>
    [...faults, ...warnings]
      .map(({ code }) => code)
      .filter((code) => code !== 'first_payment' && code !== 'name_not_checked'),
  );

describe('by hand', () => {
  test('a change is checked, and undone by the reverse change', async () => {
    const id = await payoutOf(good);
    const [row] = await allRows(app, payer, id);
    const wrong = await change(id, {
      changed: [{ position: 1, version: row?.version ?? 0, cells: { amount: '1O', currency: '' } }],
    });
    expect(codesOf(wrong.rows)).toEqual([['amount_letters']]);
    expect(wrong.rows[0]?.cells).not.toHaveProperty('currency');
    const back = await change(id, {
      changed: [{ position: 1, version: 2, cells: { amount: '10.00', currency: 'EUR' } }],
    });
    expect(back.rows).toMatchObject([{ version: 3, cells: good, faults: [], amount: '10.00' }]);
    expect(back.payout.summary).toMatchObject({
      rows: 1,
      faulty: 0,
      totals: [{ amount: '10.00', fees: '0.20' }],
    });
  });

  test('a removed row comes back to its place; another takes the end', async () => {
    const id = await payoutOf(good, { ...good, amount: '2' }, { ...good, amount: '3' });
    await change(id, { removed: [{ position: 2, version: 1 }] });
    expect((await allRows(app, payer, id)).map(({ position }) => position)).toEqual([1, 3]);
    const added = await change(id, {
      added: [
        { position: 2, cells: { ...good, amount: '2' } },
        { cells: good },
        { position: 3, cells: good },
      ],
    });
    expect(added.conflicts.map(({ position }) => position)).toEqual([3]);
    expect((await allRows(app, payer, id)).map(({ position, amount }) => [position, amount])).toEqual([
      [1, '10.00'],
      [2, '2.00'],
      [3, '3.00'],
      [4, '10.00'],
    ]);
  });

  // Control: without looking at the keys from before the change, row 3 keeps its remark on row 1.
  test('remarks on repeats move with the rows that they name', async () => {
    const repeated = { ...good, endToEndId: 'A' };
    const id = await payoutOf(repeated, { ...good, amount: '2', endToEndId: 'B' }, repeated);
    expect(codesOf(await allRows(app, payer, id))).toEqual([
      [],
      [],
      ['end_to_end_id_repeated', 'duplicate_in_file'],
    ]);
    const changed = await change(id, {
      changed: [{ position: 1, version: 1, cells: { amount: '11', endToEndId: 'B' } }],
    });
    expect(changed.rows.map(({ position }) => position).toSorted()).toEqual([1, 2, 3]);
    expect(codesOf(await allRows(app, payer, id))).toEqual([[], ['end_to_end_id_repeated'], []]);
    await change(id, { removed: [{ position: 1, version: 2 }] });
    expect(codesOf(await allRows(app, payer, id))).toEqual([[], []]);
  });

  // Control: without the comparison of versions the later change wins silently.
  test('when two people change a row, the second gets a conflict and the current row', async () => {
    const id = await payoutOf(good, good, good);
    await change(id, {
      changed: [{ position: 1, version: 1, cells: { amount: '20' } }],
      removed: [{ position: 3, version: 1 }],
    });
    const late = await change(id, {
      changed: [
        { position: 1, version: 1, cells: { amount: '30' } },
        { position: 2, version: 1, cells: { amount: '40' } },
        { position: 3, version: 1, cells: { amount: '50' } },
      ],
    });
    expect(late.conflicts).toMatchObject([{ position: 1, version: 2, amount: '20.00' }]);
    expect(late.gone).toEqual([3]);
    expect((await allRows(app, payer, id)).map(({ amount }) => amount)).toEqual(['20.00', '40.00']);
  });

  test('two people at the same moment lose nothing', async () => {
    const id = await payoutOf(...Array.from({ length: 20 }, () => good));
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        change(id, { changed: [{ position: at + 1, version: 1, cells: { amount: `${at + 1}` } }] }),
      ),
    );
    expect((await details(id)).summary.totals).toMatchObject([{ rows: 20, amount: '210.00' }]);
  });

  // Control: without the hint nothing arrives.
  test('a change reaches the other person’s browser', async () => {
    const id = await payoutOf(good);
    const told: string[] = [];
    const stop = await app.database.listen('calmly_live', (text) => told.push(text));
    await change(id, { changed: [{ position: 1, version: 1, cells: { amount: '12' } }] });
    const event = { topic: 'payouts', ids: [id] };
    await until(
      () => told.map((text) => JSON.parse(text) as object),
      (messages) =>
        messages.some(
          (message) => JSON.stringify(message) === JSON.stringify({ clientId: payer.clientId, event }),
        ),
    );
    await stop();
  });

  test('the file says nothing any more once a row was changed', async () => {
    const csv = `${templateHeadings}\n,Anna Tamm,,EE382200221020145685,,,,,10.00,EUR,Rent,,,,,,`;
    const payout = await uploadPayout(app, payer, csv);
    expect(payout.file).not.toBeNull();
    const changed = await change(payout.id, {
      changed: [{ position: 1, version: 1, cells: { amount: '12' } }],
    });
    expect(changed.payout.file).toBeNull();
    const { rows } = await app.database.pool.query(
      'select from payouts.file_part p join payouts.payout o on o.upload_id = p.upload_id where o.id = $1',
      [payout.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('many at once', () => {
  test('the only suggestion is taken; a preview changes nothing', async () => {
    const id = await payoutOf(
      { ...good, amount: '18.4O', currency: 'eur' },
      { ...good, executionDate: '03/04/2099' },
      good,
    );
    const preview = (await repair(id, { repair: 'suggestions', preview: true })).output;
    expect(preview).toMatchObject({ rows: 1, payout: { summary: { faulty: 2 } } });
    expect(preview.examples.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
      { position: 1, field: 'amount', before: '18.4O', after: '18.40' },
      { position: 1, field: 'currency', before: 'eur', after: 'EUR' },
    ]);
    const done = (await repair(id, { repair: 'suggestions' })).output;
    expect(done).toMatchObject({ rows: 1, payout: { summary: { faulty: 1 } } });
    expect((await allRows(app, payer, id))[0]).toMatchObject({ amount: '18.40', version: 2 });
  });

  // Control, tried: where a preview locks the payout too, it waits and fails.
  test('a preview does not wait while the payout is being changed', async () => {
    const id = await payoutOf({ ...good, currency: 'eur' });
    await app.database.inTransaction(async (sql) => {
      await query`select from payouts.payout where id = ${id} for update`.execute(sql);
      expect((await repair(id, { repair: 'suggestions', preview: true })).status).toBe(200);
    });
  });

  test('characters, find and replace, fill, removal', async () => {
    const id = await payoutOf(
      { ...good, reference: 'Аренда ★' },
      { ...good, name: 'Anna TAMM', executionDate: '2026-12-31' },
      { ...good, amount: 'x' },
    );
    await repair(id, { repair: 'characters' });
    await repair(id, { repair: 'replace', field: 'name', find: 'tamm', replacement: 'Kask' });
    await repair(id, { repair: 'fill', field: 'purpose', replacement: 'RENT' });
    await repair(id, { repair: 'fill', field: 'executionDate' });
    expect(
      (await allRows(app, payer, id)).map(({ cells }) => [
        cells.reference,
        cells.name,
        cells.purpose,
        cells.executionDate,
      ]),
    ).toEqual([
      ['Arenda .', 'Anna Kask', 'RENT', undefined],
      ['Rent', 'Anna Kask', 'RENT', '2026-12-31'],
      ['Rent', 'Anna Kask', 'RENT', '2026-12-31'],
    ]);
    await repair(id, {
      repair: 'fill',
      field: 'purpose',
      replacement: 'SUPP',
      overwrite: true,
      between: [2, 2],
    });
    const removed = (await repair(id, { repair: 'remove_faulty' })).output;
    expect(removed).toMatchObject({ rows: 1, payout: { summary: { rows: 2, faulty: 0 } } });
    expect((await details(id)).columns).toContain('purpose');
    expect((await allRows(app, payer, id)).map(({ cells }) => cells.purpose)).toEqual(['RENT', 'SUPP']);
  });

  test('of a payout that someone else has changed is refused', async () => {
    const id = await payoutOf(good);
    const refused = await repair(id, { repair: 'suggestions', version: 1 });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'payout_changed' }]);
    expect((await repair(id, { repair: 'fill' })).status).toBe(400);
    expect((await repair(id, { repair: 'replace' })).status).toBe(400);
  });
});

/** What the summary must say, from the rows alone. */
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

/** Both of the same moment: names are compared in the background. */
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

/** Changes, removes and adds rows in one call; one of the removed rows may come back to its place with other cells. */
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
      cells: { ...good, ...cells },
      ...(at === 0 && edit.comesBack && back && { position: back.position }),
    })),
  };
}

// Controls: without counting again after a repair, without the rows that a changed one repeated, or without looking for the next row of a finding whose
// first row was corrected, the counts differ.
test('the summary equals the rows after any edits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEdit, { minLength: 3, maxLength: 12 }), async (edits) => {
      const id = await payoutOf(
        good,
        { ...good, endToEndId: 'A' },
        { ...good, amount: '2', endToEndId: 'A' },
      );
      for (const edit of edits) {
        const rows = await allRows(app, payer, id);
        const row = 'which' in edit ? rows[edit.which % Math.max(1, rows.length)] : undefined;
        if (edit.kind === 'add') await change(id, { added: [{ cells: { ...good, ...edit.cells } }] });
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
      await app.call((await import('@calmly/contract')).deletePayout, { params: { id } }, payer);
    }),
    { numRuns: 20, seed: 42 },
  );
}, 120_000);
