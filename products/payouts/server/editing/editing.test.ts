/** Rows are corrected: by hand, by two people at a time, and many at once. Controls, each tried once, are in the comments at the tests. */
import type { PayoutRow } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { goodRow, payoutEditor } from '@calmly/server/test/support/clients/payout-editor.ts';
import { allRows, templateHeadings, uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app);
});
afterAll(() => app.close());

const {
  change: sendChange,
  details,
  payoutOf,
  repair,
} = payoutEditor(
  () => app,
  () => payer,
);
const change = async (...input: Parameters<typeof sendChange>) => (await sendChange(...input)).output;

const codesOf = (rows: readonly PayoutRow[]) =>
  rows.map(({ faults, warnings }) =>
    [...faults, ...warnings]
      .map(({ code }) => code)
      .filter((code) => code !== 'first_payment' && code !== 'name_not_checked'),
  );

describe('by hand', () => {
  test('a change is checked, and undone by the reverse change', async () => {
    const id = await payoutOf(goodRow);
    const [row] = await allRows(app, payer, id);
    const wrong = await change(id, {
      changed: [{ position: 1, version: row?.version ?? 0, cells: { amount: '1O', currency: '' } }],
    });
    expect(codesOf(wrong.rows)).toEqual([['amount_letters']]);
    expect(wrong.rows[0]?.cells).not.toHaveProperty('currency');
    const back = await change(id, {
      changed: [{ position: 1, version: 2, cells: { amount: '10.00', currency: 'EUR' } }],
    });
    expect(back.rows).toMatchObject([{ version: 3, cells: goodRow, faults: [], amount: '10.00' }]);
    expect(back.payout.summary).toMatchObject({
      rows: 1,
      faulty: 0,
      totals: [{ amount: '10.00', fees: '0.20' }],
    });
  });

  test('a removed row comes back to its place; another takes the end', async () => {
    const id = await payoutOf(goodRow, { ...goodRow, amount: '2' }, { ...goodRow, amount: '3' });
    await change(id, { removed: [{ position: 2, version: 1 }] });
    expect((await allRows(app, payer, id)).map(({ position }) => position)).toEqual([1, 3]);
    const added = await change(id, {
      added: [
        { position: 2, cells: { ...goodRow, amount: '2' } },
        { cells: goodRow },
        { position: 3, cells: goodRow },
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

  test('rows without a position come after those that name one in the same call', async () => {
    const id = await payoutOf(goodRow, goodRow, goodRow);
    const added = [{ position: 4, cells: goodRow }, { cells: { ...goodRow, amount: '5' } }];
    expect((await sendChange(id, { added })).status).toBe(200);
    expect((await allRows(app, payer, id)).map(({ position, amount }) => [position, amount])).toEqual([
      [1, '10.00'],
      [2, '10.00'],
      [3, '10.00'],
      [4, '10.00'],
      [5, '5.00'],
    ]);
  });

  // Control: without the keys from before the change, row 3 keeps its remark about row 1.
  test('remarks on repeats move with the rows that they name', async () => {
    const repeated = { ...goodRow, endToEndId: 'A' };
    const id = await payoutOf(repeated, { ...goodRow, amount: '2', endToEndId: 'B' }, repeated);
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

  // Control: without the comparison of versions the later change silently wins.
  test('when two people change a row, the second gets a conflict and the current row', async () => {
    const id = await payoutOf(goodRow, goodRow, goodRow);
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
    const id = await payoutOf(...Array.from({ length: 20 }, () => goodRow));
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        change(id, { changed: [{ position: at + 1, version: 1, cells: { amount: `${at + 1}` } }] }),
      ),
    );
    expect((await details(id)).summary.totals).toMatchObject([{ rows: 20, amount: '210.00' }]);
  });

  // Control: without the hint nothing arrives.
  test('a change reaches the other person’s browser', async () => {
    const id = await payoutOf(goodRow);
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

  test('the file no longer describes the rows once one was changed', async () => {
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
      { ...goodRow, amount: '18.4O', currency: 'eur' },
      { ...goodRow, executionDate: '03/04/2099' },
      goodRow,
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
    const id = await payoutOf({ ...goodRow, currency: 'eur' });
    await app.database.inTransaction(async (sql) => {
      await query`select from payouts.payout where id = ${id} for update`.execute(sql);
      expect((await repair(id, { repair: 'suggestions', preview: true })).status).toBe(200);
    });
  });

  test('characters, find and replace, fill, removal', async () => {
    const id = await payoutOf(
      { ...goodRow, reference: 'Аренда ★' },
      { ...goodRow, name: 'Anna TAMM', executionDate: '2026-12-31' },
      { ...goodRow, amount: 'x' },
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
    const id = await payoutOf(goodRow);
    const refused = await repair(id, { repair: 'suggestions', version: 1 });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'payout_changed' }]);
    expect((await repair(id, { repair: 'fill' })).status).toBe(400);
    expect((await repair(id, { repair: 'replace' })).status).toBe(400);
  });
});
