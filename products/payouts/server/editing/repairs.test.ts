/**
 * Long repairs continue as a job, can be stopped and continue after a crash; every repair can be undone once. This server's jobs run only when a test
 * runs them.
 */
import {
  cancelRepair,
  confirmPayout,
  createPayout,
  type PayoutDetails,
  type PayoutField,
  undoRepair,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { sized } from '@calmly/server/test/support/campaign.ts';
import { createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { payoutEditor } from '@calmly/server/test/support/clients/payout-editor.ts';
import { allRows, templateHeadings } from '@calmly/server/test/support/clients/payouts.ts';
import { iban, pain001File } from '@calmly/server/test/support/files/pain001-files.ts';
import { refusal } from '@calmly/server/test/support/files/payout-rows.ts';
import { sql as query } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultBank } from '../../../accounts/server/accounts/index.ts';
import { readPayout } from '../reading/read-payout.ts';
import { continueRepair } from './repair-rows.ts';

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp();
  payer = await createPayer(app);
});
afterAll(() => app.close());

const work = () => ({
  sql: app.database.sql,
  now: new Date(),
  newId,
  log: pino({ level: 'silent' }),
  actor: { kind: 'system', name: 'test' } as const,
});
const tools = () => ({ database: app.database, bank: defaultBank });

const { change, details, repair } = payoutEditor(
  () => app,
  () => payer,
);

/** A payout with this many rows, already read. */
async function payoutOf(count: number, row = (at: number) => `eur,R ${at}`): Promise<string> {
  const lines = Array.from(
    { length: count },
    (_, at) => `,Anna Tamm,,EE382200221020145685,,,,,1.00,${row(at)},,,,,,`,
  );
  return read([templateHeadings, ...lines, ''].join('\n'), 'payments.csv');
}

async function read(file: string, fileName: string): Promise<string> {
  const content = Buffer.from(file).toString('base64');
  const created = await app.call(
    createPayout,
    { body: { fileName, content } },
    { token: payer.token, idempotencyKey: newId() },
  );
  await readPayout(work(), tools(), created.output.id);
  return created.output.id;
}

const undo = ({ id, version, repairs }: PayoutDetails, which = 0) =>
  app.call(undoRepair, { params: { id }, body: { version, repairId: repairs[which]?.id ?? newId() } }, payer);
const confirm = ({ id, version }: PayoutDetails) =>
  app.call(
    confirmPayout,
    { params: { id }, body: { version, mode: 'READY', payOn: null, skipNameCheck: true } },
    { token: payer.token, idempotencyKey: newId() },
  );
const cellsOf = async (id: string, field: PayoutField) =>
  (await allRows(app, payer, id)).map(({ cells }) => cells[field] ?? '');

/** A database that fails after this many transactions. */
function failingAfter(count: number) {
  let left = count;
  return {
    ...app.database,
    inTransaction: ((run, options) => {
      left -= 1;
      if (left < 0) throw new Error('the process is gone');
      return app.database.inTransaction(run, options);
    }) as TestApp['database']['inTransaction'],
  };
}

describe('a long repair', () => {
  // Control: with the state DRAFT, all three of them are carried out.
  test('continues as a job; meanwhile the payout cannot be changed or confirmed', async () => {
    const id = await payoutOf(5_500);
    const { output } = await repair(id, { repair: 'suggestions' });
    expect(output.payout).toMatchObject({
      status: 'REPAIRING',
      progress: { step: 'repairing', done: 3_000, of: 5_500 },
      repairs: [{ repair: 'suggestions', state: 'RUNNING', rows: 3_000, canUndo: false }],
    });
    const refused = [
      await repair(id, { repair: 'suggestions' }),
      await change(id, { added: [{ cells: {} }] }),
      await confirm(output.payout as PayoutDetails),
    ];
    expect(refused.map(refusal)).toEqual(refused.map(() => [409, 'payout_state']));
    await continueRepair(work(), tools(), output.payout.repairs[0]?.id ?? '');
    expect(await details(id)).toMatchObject({
      status: 'DRAFT',
      progress: null,
      summary: { rows: 5_500, faulty: 0 },
      repairs: [{ state: 'DONE', rows: 5_500, canUndo: true, createdBy: 'Anna Tamm' }],
    });
  });

  // Control: if a part is written without its progress, rows are filled twice or not at all.
  test.each([1, 0, 2].slice(0, sized(1, 3)))(
    'that is interrupted after %i parts continues there, `fill` with the value above',
    async (parts) => {
      const id = await payoutOf(5_500, (at) => (at % 2_500 === 0 ? `EUR,Part ${at / 2_500}` : 'EUR,'));
      const { output } = await repair(id, { repair: 'fill', field: 'reference' });
      const repairId = output.payout.repairs[0]?.id ?? '';
      expect(output.payout.status).toBe('REPAIRING');
      await expect(
        continueRepair(work(), { ...tools(), database: failingAfter(parts) }, repairId),
      ).rejects.toThrow('the process is gone');
      await continueRepair(work(), tools(), repairId);
      // A second run of the same job changes nothing.
      await continueRepair(work(), tools(), repairId);
      expect((await details(id)).repairs).toMatchObject([{ state: 'DONE', rows: 5_497 }]);
      expect(await cellsOf(id, 'reference')).toEqual(
        Array.from({ length: 5_500 }, (_, at) => `Part ${Math.floor(at / 2_500)}`),
      );
    },
  );

  test('can be stopped: what was changed stays, the job does nothing more, and it can be undone', async () => {
    const id = await payoutOf(5_500);
    const { output } = await repair(id, { repair: 'suggestions' });
    const repairId = output.payout.repairs[0]?.id ?? '';
    const stopped = await app.call(cancelRepair, { params: { id } }, payer);
    expect(stopped.output).toMatchObject({
      status: 'DRAFT',
      summary: { rows: 5_500, faulty: 2_500 },
      repairs: [{ state: 'CANCELED', rows: 3_000, canUndo: true }],
    });
    await continueRepair(work(), tools(), repairId);
    expect((await details(id)).summary.faulty).toBe(2_500);
    expect(refusal(await app.call(cancelRepair, { params: { id } }, payer))).toEqual([409, 'payout_state']);
    const undoing = await undo(await details(id));
    expect(undoing.output).toMatchObject({ status: 'REPAIRING', repairs: [{ isUndo: true }, {}] });
    await continueRepair(work(), tools(), undoing.output.repairs[0]?.id ?? '');
    expect(await details(id)).toMatchObject({
      status: 'DRAFT',
      summary: { faulty: 5_500 },
      repairs: [
        { isUndo: true, rows: 3_000 },
        { canUndo: false, rows: 3_000 },
      ],
    });
    expect(new Set(await cellsOf(id, 'currency'))).toEqual(new Set(['eur']));
  });
});

describe('undo', () => {
  // Control: without the comparison of cells, the change of row 2 is lost.
  test('brings back the cells, once; rows changed since are left and named', async () => {
    const id = await payoutOf(3);
    await repair(id, { repair: 'suggestions' });
    await change(id, {
      changed: [
        { position: 1, version: 2, cells: { reference: 'Another cell' } },
        { position: 2, version: 2, cells: { currency: 'USD' } },
      ],
      removed: [{ position: 3, version: 2 }],
    });
    const undone = await undo(await details(id));
    expect(undone.output.repairs).toMatchObject([
      { isUndo: true, rows: 1, left: 2, leftPositions: [2, 3], canUndo: false },
      { canUndo: false },
    ]);
    expect([await cellsOf(id, 'currency'), await cellsOf(id, 'reference')]).toEqual([
      ['eur', 'USD'],
      ['Another cell', 'R 1'],
    ]);
    expect(refusal(await undo(await details(id), 1))).toEqual([409, 'repair_undone']);
    expect(refusal(await undo(await details(id), 0))).toEqual([409, 'repair_undone']);
  });

  test('brings back removed rows to their places, with faults that only the reader could see', async () => {
    const id = await payoutOf(4, (at) => (at % 2 === 0 ? 'eur,Rent' : 'EUR,Rent'));
    const before = await allRows(app, payer, id);
    await repair(id, { repair: 'remove_faulty' });
    expect((await details(id)).summary).toMatchObject({ rows: 2, faulty: 0 });
    const undone = await undo(await details(id));
    expect(undone.output).toMatchObject({ summary: { rows: 4, faulty: 2 } });
    expect(await allRows(app, payer, id)).toEqual(before);
  });

  test('brings a removed row back with the ids that its pain.001 gave it', async () => {
    const transactions = [
      { endToEndId: 'E-1', instructionId: 'I-1' },
      { endToEndId: 'E-2', instructionId: 'I-2', account: iban('EE00') },
    ];
    const id = await read(pain001File('09', [{ id: 'P-1', transactions }]), 'payments.xml');
    const ids = async () =>
      (
        await query`select original from payouts.row where payout_id = ${id} order by position`.execute(
          app.database.sql,
        )
      ).rows;
    const before = await ids();
    expect(before[1]).toEqual({ original: { payment: 'P-1', instruction: 'I-2', endToEnd: 'E-2' } });
    await repair(id, { repair: 'remove_faulty' });
    expect(await ids()).toEqual([]);
    expect((await undo(await details(id))).output).toMatchObject({ summary: { rows: 2, faulty: 2 } });
    expect(await ids()).toEqual(before);
  });

  test('of the oldest repair that is kept brings its cells back', async () => {
    const id = await payoutOf(2);
    await repair(id, { repair: 'suggestions' });
    for (let count = 0; count < 9; count += 1)
      await repair(id, { repair: 'fill', field: 'reference', replacement: `${count}`, overwrite: true });
    const whole = await details(id);
    expect(whole.repairs).toHaveLength(10);
    const undone = await undo(whole, 9);
    expect(undone.status).toBe(200);
    expect(undone.output.repairs[0]).toMatchObject({ isUndo: true, rows: 2, left: 0 });
    expect(await cellsOf(id, 'currency')).toEqual(['eur', 'eur']);
    // The next one deletes the oldest.
    await repair(id, { repair: 'fill', field: 'reference', replacement: 'x', overwrite: true });
    expect((await details(id)).repairs).toHaveLength(10);
  });

  test('of a repair of another payout is refused; the last ten repairs are kept', async () => {
    const [mine, other] = [await payoutOf(2), await payoutOf(2)];
    await repair(mine, { repair: 'suggestions' });
    const { repairs } = await details(mine);
    const wrong = { ...(await details(other)), repairs };
    expect(refusal(await undo(wrong))).toEqual([409, 'repair_undone']);
    for (let count = 0; count < 12; count += 1)
      await repair(mine, { repair: 'fill', field: 'reference', replacement: `${count}`, overwrite: true });
    expect((await details(mine)).repairs).toHaveLength(10);
    const kept = await query<{ count: number }>`select count(*)::int as count from payouts.repaired_row
      join payouts.repair on repair.id = repair_id where payout_id = ${mine}`.execute(app.database.sql);
    expect(kept.rows).toEqual([{ count: 20 }]);
  });
});
