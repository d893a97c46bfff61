/** Outcomes of a payout over HTTP: pain.002, filter by outcome, notices, renaming, and reused files. */
import {
  cancelPayment,
  createPayout,
  downloadPayoutResults,
  findPayoutRows,
  getPayout,
  type PayoutDetails,
  renamePayout,
  replacePayoutFile,
  uploadPayoutFile,
} from '@calmly/contract';
import { node } from '@calmly/platform/files/xml-write.ts';
import { newId } from '@calmly/platform/ids.ts';
import { all, find, textAt } from '@calmly/platform/iso20022/fields.ts';
import { startTestApp, type TestApp, testPayments } from '@calmly/server/test/support/app.ts';
import { createPayer, type Payer, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import {
  allRows,
  awaitRead,
  emptyPayout,
  uploadPayout,
} from '@calmly/server/test/support/clients/payouts.ts';
import { onOneDay } from '@calmly/server/test/support/days.ts';
import { iban, pain001File } from '@calmly/server/test/support/files/pain001-files.ts';
import { faultsOf } from '@calmly/server/test/support/files/pain002-shape.ts';
import {
  anna,
  closed,
  confirmWithCode,
  fileOf,
  hansa,
  paid,
  paidPayout,
  refusal,
  rowOf,
} from '@calmly/server/test/support/files/payout-rows.ts';
import { readXml } from '@calmly/server/test/support/files/read-xml.ts';
import { holdWrites } from '@calmly/server/test/support/held-writes.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

async function reportOf({ token }: Payer, { id }: PayoutDetails) {
  const options = { params: { id }, query: { format: 'pain002', locale: 'en' } } as const;
  const { text } = await app.call(downloadPayoutResults, options, { token });
  expect(faultsOf(text)).toEqual([]);
  const report = find(readXml(Buffer.from(text)).root, 'CstmrPmtStsRpt');
  return {
    group: find(report, 'OrgnlGrpInfAndSts')?.children.map(({ name, text: said }) => [name, said]),
    blocks: all(report, 'OrgnlPmtInfAndSts').map((block) => [
      [textAt(block, 'OrgnlPmtInfId'), textAt(block, 'PmtInfSts')],
      ...all(block, 'TxInfAndSts').map((row) => [
        textAt(row, 'OrgnlInstrId'),
        textAt(row, 'OrgnlEndToEndId'),
        textAt(row, 'TxSts'),
        textAt(row, 'StsRsnInf/Rsn/Cd'),
        all(find(row, 'StsRsnInf'), 'AddtlInf')
          .map(({ text: line }) => line)
          .join(' '),
      ]),
    ]),
  };
}

test(
  'a pain.001 is answered by its own ids, row by row, with reasons',
  onOneDay(async (today) => {
    const payer = await createPayer(app, { fundedMinor: 1_000_000n });
    const of = (id: string, transactions: Parameters<typeof pain001File>[1][number]['transactions']) => ({
      id,
      executionDate: today,
      debtorAccount: payer.account.iban ?? '',
      transactions: transactions.map((each) => ({ ...each, remittance: [node('Ustrd', 'Wages')] })),
    });
    const file = pain001File('09', [
      of('WAGES & MORE', [
        { amount: '100.00', endToEndId: 'E-1', instructionId: 'I<1>', account: iban(hansa) },
        { amount: '50.00', endToEndId: 'E-2', account: iban(closed) },
      ]),
      of('SUPPLIERS', [
        { amount: '20.00', endToEndId: 'NOTPROVIDED', account: iban(hansa) },
        { amount: '30.00', endToEndId: 'E-4', account: iban('DE00') },
        { amount: '40.00', endToEndId: 'E-1', account: iban(hansa) },
      ]),
      of('REFUNDS', [{ amount: '60.00', endToEndId: 'E-6', account: iban(hansa) }]),
      of('CLOSED', [{ amount: '70.00', endToEndId: 'E-7', account: iban(closed) }]),
    ]);
    const payout = await uploadPayout(app, payer, file, 'wages.xml');
    expect(payout).toMatchObject({ status: 'DRAFT', summary: { rows: 7, faulty: 2 } });
    const group = (status: string) => [
      ['OrgnlMsgId', 'MESSAGE-1'],
      ['OrgnlMsgNmId', 'pain.001.001.09'],
      ['OrgnlCreDtTm', '2026-11-21T10:00:00'],
      ['OrgnlNbOfTxs', '7'],
      ['OrgnlCtrlSum', '370.00'],
      ['GrpSts', status],
    ];
    expect(await reportOf(payer, payout)).toEqual({ group: group('ACTC'), blocks: [] });
    expect((await confirmWithCode(app, payer, payout, { mode: 'READY' })).status).toBe(200);
    await paid(app, payer, payout);
    const report = await reportOf(payer, payout);
    expect(report.group).toEqual(group('PART'));
    expect(report.blocks).toEqual([
      [
        ['WAGES & MORE', 'PART'],
        ['I<1>', 'E-1', 'ACSC', null, ''],
        [null, 'E-2', 'RJCT', 'AC04', ''],
      ],
      [
        ['SUPPLIERS', 'PART'],
        [null, 'NOTPROVIDED', 'ACSC', null, ''],
        [null, 'E-4', 'RJCT', 'AC01', expect.stringMatching(/IBAN|account/)],
        [null, 'E-1', 'RJCT', 'DU04', 'Row 1 has the same ID. Give each payment its own.'],
      ],
      [
        ['REFUNDS', 'ACSC'],
        [null, 'E-6', 'ACSC', null, ''],
      ],
      [
        ['CLOSED', 'RJCT'],
        [null, 'E-7', 'RJCT', 'AC04', ''],
      ],
    ]);
  }),
);

test('another file is answered by the payout’s number and the positions of its rows', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const payout = await paidPayout(
    app,
    payer,
    rowOf('Anna Tamm', anna, '10.00', 'Wages', 'W-1'),
    rowOf('Hansa GmbH', hansa, '20.00'),
  );
  expect(await reportOf(payer, payout)).toEqual({
    group: [
      ['OrgnlMsgId', payout.number],
      ['OrgnlMsgNmId', 'NOTPROVIDED'],
      ['GrpSts', 'ACSC'],
    ],
    blocks: [
      [
        [payout.number, 'ACSC'],
        ['1', 'W-1', 'ACSC', null, ''],
        ['2', null, 'ACSC', null, ''],
      ],
    ],
  });
});

test('both reports give the same reason, without screening results', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const { token } = payer;
  const listed = 'Blocked Trading House Ltd';
  const payout = await uploadPayout(
    app,
    payer,
    fileOf(rowOf('Gone GmbH', closed, '10.00'), rowOf(listed, hansa, '20.00'), rowOf(listed, hansa, '30.00')),
  );
  expect((await confirmWithCode(app, payer, payout)).status).toBe(200);
  const read = () => allRows(app, payer, payout.id);
  const statuses = async () => (await read()).map(({ status }) => status);
  await expect.poll(statuses).toEqual(['REJECTED', 'HOLD_AML', 'HOLD_AML']);
  const [, canceled = '', stopped = ''] = (await read()).map(({ paymentId }) => paymentId ?? '');
  await app.call(cancelPayment, { params: { id: canceled } }, { token });
  const desk = testPayments(app.database).desk?.find(({ kind }) => kind === 'payment');
  await systemWork(app.database, (work) => desk?.decide(work, stopped, 'reject', {}) ?? Promise.reject());
  expect(await statuses()).toEqual(['REJECTED', 'CANCELED', 'AML_REJECTED']);

  const { blocks } = await reportOf(payer, payout);
  expect(blocks[0]?.slice(1).map((row) => row[3])).toEqual(['AC04', 'DS02', 'AG01']);
  expect(await reasonsIn(payer, payout, 'en')).toEqual([
    'The payee’s bank has closed this account.',
    'Cancelled at your request.',
    'We can’t carry out this payment.',
  ]);
  expect(await reasonsIn(payer, payout, 'ru')).toEqual([
    'Этот счёт закрыт в банке получателя.',
    'Отменён по вашей просьбе.',
    'Мы не можем провести этот платёж.',
  ]);
});

/** The reasons in a payout's results as CSV. */
async function reasonsIn({ token }: Payer, { id }: PayoutDetails, locale: 'en' | 'ru') {
  const options = { params: { id }, query: { format: 'csv', locale } } as const;
  const { text } = await app.call(downloadPayoutResults, options, { token });
  const [, ...lines] = text.trim().split('\r\n');
  return lines.map((line) => line.split('","')[8]);
}

test('a pain.002 says ACCP while the payout waits for its day', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const payout = await uploadPayout(app, payer, fileOf(rowOf('Hansa GmbH', hansa, '20.00')));
  const payOn = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  expect((await confirmWithCode(app, payer, payout, { payOn })).status).toBe(200);
  const { group, blocks } = await reportOf(payer, payout);
  expect(group?.at(-1)).toEqual(['GrpSts', 'ACCP']);
  expect(blocks).toEqual([
    [
      [payout.number, 'ACCP'],
      ['1', null, 'PDNG', null, ''],
    ],
  ]);
});

test('rows are found by their outcome', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const { id } = await paidPayout(
    app,
    payer,
    rowOf('Anna Tamm', anna, '10.00'),
    rowOf('Wrong account', 'DE00', '10.00'),
    rowOf('Gone GmbH', closed, '10.00'),
    rowOf('Hansa GmbH', hansa, '10.00'),
    rowOf('Hansa GmbH', hansa, '11.00'),
  );
  const found = async (outcome: 'paid' | 'pending' | 'failed' | 'left_out', search?: string) => {
    const filter = { params: { id }, query: { outcome, ...(search && { search }) } };
    return (await app.call(findPayoutRows, filter, { token: payer.token })).output.runs;
  };
  expect(await found('paid')).toEqual([
    [1, 1],
    [4, 5],
  ]);
  expect(await found('paid', 'hansa')).toEqual([[4, 5]]);
  expect(await found('pending')).toEqual([]);
  expect(await found('failed')).toEqual([[3, 3]]);
  expect(await found('left_out')).toEqual([[2, 2]]);
});

test('a payout can be renamed at any time, and is otherwise unchanged', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const other = await createPayer(app);
  const payout = await paidPayout(app, payer, rowOf('Hansa GmbH', hansa, '10.00'));
  const rename = (name: string, { token } = payer) =>
    app.call(renamePayout, { params: { id: payout.id }, body: { name } }, { token });
  expect((await rename('Wages, November')).output).toMatchObject({ name: 'Wages, November', status: 'DONE' });
  expect(refusal(await rename('Mine', other))).toEqual([404, 'not_found']);
});

test('a payee that another payout has saved meanwhile is not saved twice', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const drafts = [1, 2].map((at) => uploadPayout(app, payer, fileOf(rowOf('Hansa GmbH', hansa, `${at}.00`))));
  for (const draft of await Promise.all(drafts))
    expect((await confirmWithCode(app, payer, draft)).status).toBe(200);
});

// Controls: without the check at upload, the three uploads succeed; without the check or the lock at confirmation, both drafts are paid.
test('a file that was paid is refused wherever it is uploaded or confirmed again, unless it is meant', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const { token } = payer;
  await paidPayout(app, payer, rowOf('Hansa GmbH', hansa, '1.00'));
  const file = fileOf(rowOf('Hansa GmbH', hansa, '10.00', newId()));
  const drafts = [await uploadPayout(app, payer, file), await uploadPayout(app, payer, file)] as const;
  expect(drafts.map(({ sameFileAs }) => sameFileAs)).toEqual([null, drafts[0].id]);

  const writes = await holdWrites(app.database, 'update on payouts.payout');
  const confirming = Promise.all(drafts.map((draft) => confirmWithCode(app, payer, draft)));
  await writes.untilBlocked(2);
  await writes.release();
  const confirmed = await confirming;
  expect(confirmed.map((each) => refusal(each)).sort()).toEqual([
    [200, undefined],
    [409, 'payout_file_repeated'],
  ]);
  const at = confirmed.findIndex(({ status }) => status === 200);
  const [first, second] = at === 0 ? drafts : [drafts[1], drafts[0]];
  const read = async (id: string) => (await app.call(getPayout, { params: { id } }, { token })).output;
  expect(await read(second.id)).toMatchObject({ status: 'DRAFT', filePaidAs: first.id });
  // While the first one is being paid, the warnings of the second change.
  await paid(app, payer, first);
  const meantSecond = await confirmWithCode(app, payer, second, { allowRepeat: true });
  expect([meantSecond.status, meantSecond.body]).toMatchObject([200, {}]);

  const content = Buffer.from(file).toString('base64');
  const create = (allowRepeat?: boolean) =>
    app.call(
      createPayout,
      { body: { fileName: 'a.csv', content, ...(allowRepeat && { allowRepeat }) } },
      { token, idempotencyKey: newId() },
    );
  const refused = await create();
  expect(refusal(refused)).toEqual([409, 'payout_file_repeated']);
  // Both are confirmed now, so the newer one is named.
  expect(refused.body).toMatchObject({
    link: `/payments/payouts/${drafts[1].id}`,
    detail: expect.stringContaining(drafts[1].number),
  });
  const empty = await emptyPayout(app, payer);
  const into = { params: { id: empty.id } };
  const replaced = await app.call(
    replacePayoutFile,
    { ...into, body: { fileName: 'a.csv', content, version: empty.version } },
    { token },
  );
  expect(refusal(replaced)).toEqual([409, 'payout_file_repeated']);
  const stream = (more = '') =>
    fetch(
      `${app.url}/api${uploadPayoutFile.path.replace('{id}', empty.id)}?fileName=a.csv&version=${empty.version}${more}`,
      {
        method: 'PUT',
        body: file,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      },
    );
  expect((await stream()).status).toBe(409);
  expect(
    await query`select from payouts.file_part where created_at > now() - interval '1 hour' and not exists (
    select from payouts.payout where payout.upload_id = file_part.upload_id)`.execute(app.database.sql),
  ).toMatchObject({ rows: [] });
  expect((await stream('&allowRepeat=true')).status).toBe(200);
  const meant = await awaitRead(app, payer, empty.id);
  expect(meant).toMatchObject({ status: 'DRAFT', filePaidAs: null });
  expect((await confirmWithCode(app, payer, meant)).status).toBe(200);
  expect((await create(true)).status).toBe(201);
  expect(await allRows(app, payer, meant.id)).toHaveLength(1);
});
