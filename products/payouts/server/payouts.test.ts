/**
 * Payouts over HTTP: each format once, column mapping, reused files, discarding, refusals with their reasons, interrupted runs, and access. Controls,
 * each tried once, are in the comments at the tests.
 */
import {
  createPayout,
  deletePayout,
  downloadPayoutTemplate,
  getPayout,
  listPayouts,
  mapPayout,
  type PayoutDetails,
  type PayoutField,
  replacePayoutFile,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { sized } from '@calmly/server/test/support/campaign.ts';
import { newBoss, newColleague, noRights } from '@calmly/server/test/support/clients/colleagues.ts';
import { createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import {
  allRows,
  awaitRead,
  emptyPayout,
  templateHeadings,
  uploadPayout,
} from '@calmly/server/test/support/clients/payouts.ts';
import { workbookOf, zipOf } from '@calmly/server/test/support/files/payout-files.ts';
import { strToU8 } from 'fflate';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultBank } from '../../accounts/server/accounts/index.ts';
import { readPayout } from './reading/read-payout.ts';
import { beginRun, Superseded } from './reading/run.ts';

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app);
});
afterAll(() => app.close());

const row = (at: number) =>
  `,Anna Tamm,person,EE382200221020145685,,,,,${at + 1}.00,EUR,Refund ${at},,,,,,T-${at}`;
const csvOf = (rows: number, from = 0) =>
  [templateHeadings, ...Array.from({ length: rows }, (_, at) => row(from + at))].join('\n');

const statusOf = (body: unknown) => (body as { code?: string }).code;

describe('files', () => {
  test('our own template is read exactly as downloaded', async () => {
    for (const format of ['csv', 'xlsx'] as const)
      for (const locale of ['en', 'ru'] as const) {
        const url = `${app.url}/api${downloadPayoutTemplate.path}?format=${format}&locale=${locale}`;
        const answer = await fetch(url, { headers: { authorization: `Bearer ${payer.token}` } });
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const payout = await uploadPayout(app, payer, bytes, `template.${format}`);
        expect(payout).toMatchObject({ status: 'DRAFT', file: { kind: format, layout: 'calmly' } });
        expect(payout.summary).toMatchObject({
          rows: 2,
          faulty: locale === 'ru' ? 2 : 0,
          totals: locale === 'ru' ? [] : [{ currency: 'EUR', rows: 2, amount: '1349.90' }],
        });
      }
  });

  test('a spreadsheet with the amount as a number, whatever sign the others have', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const heads = `<row>${['Name', 'IBAN', 'Amount', 'Currency', 'Text'].map(cell).join('')}</row>`;
    const one = (amount: string) =>
      `<row>${cell('Anna Tamm')}${cell('EE382200221020145685')}${amount}${cell('EUR')}${cell('Rent')}</row>`;
    const bytes = workbookOf({
      rows: `${heads}${one('<c><v>1234.5</v></c>')}${one(cell('7,25'))}${one(cell('8,50'))}`,
    });
    const payout = await uploadPayout(app, payer, bytes, 'rents.xlsx');
    expect(payout.status).toBe('MAPPING');
    const mapped = await map(payout, ['name', 'account', 'amount', 'currency', 'reference']);
    expect(mapped.file?.decimalSign).toBe(',');
    expect((await allRows(app, payer, payout.id)).map(({ amount }) => amount)).toEqual([
      '1234.50',
      '7.25',
      '8.50',
    ]);
  });

  test('pain.001, with its totals checked', async () => {
    const pain = (
      sum: string,
    ) => `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
      <GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-23T10:00:00</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>${sum}</CtrlSum></GrpHdr>
      <PmtInf><PmtInfId>P</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>2099-01-01</Dt></ReqdExctnDt>
      <DbtrAcct><Id><IBAN>${payer.account.iban}</IBAN></Id></DbtrAcct>
      <CdtTrfTxInf><PmtId><EndToEndId>E-1</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">10.50</InstdAmt></Amt>
      <Cdtr><Nm>Anna Tamm</Nm></Cdtr><CdtrAcct><Id><IBAN>EE382200221020145685</IBAN></Id></CdtrAcct>
      <RmtInf><Ustrd>Rent</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`;
    const payout = await uploadPayout(app, payer, pain('10.50'), 'pain.xml');
    expect(payout).toMatchObject({ status: 'DRAFT', file: { kind: 'pain001', message: 'pain.001.001.09' } });
    expect(payout.faults).toEqual([
      { field: 'executionDate', code: 'schedule_too_far', rows: 1, position: 1 },
    ]);
    const refused = await uploadPayout(app, payer, pain('11.50'), 'pain.xml');
    expect(refused).toMatchObject({
      status: 'UNREADABLE',
      refusal: { code: 'control_sum', params: { declared: '11.50', found: '10.5' } },
    });
  });

  test('1C', async () => {
    const text = `1CClientBankExchange
ВерсияФормата=1.03
Кодировка=Windows
СекцияДокумент=Платежное поручение
Номер=17
Сумма=1500.00
Получатель1=Anna Tamm
ПолучательРасчСчет=EE382200221020145685
НазначениеПлатежа=Rent
КонецДокумента
КонецФайла`;
    const payout = await uploadPayout(app, payer, text, '1c.txt');
    expect(payout).toMatchObject({ status: 'DRAFT', file: { kind: '1c', layout: '1c_client_bank' } });
    expect(await allRows(app, payer, payout.id)).toMatchObject([
      { amount: '1500.00', currency: 'EUR', faults: [] },
    ]);
  });

  test('amounts whose decimal sign shows only at the end are checked again', async () => {
    const rows = Array.from({ length: 2_500 }, (_, at) =>
      row(at).replace(/,\d+\.00,/, `,${at < 2_400 ? '1.234' : '"7,25"'},`),
    );
    const payout = await uploadPayout(app, payer, [templateHeadings, ...rows].join('\n'));
    expect(payout).toMatchObject({ status: 'DRAFT', summary: { rows: 2_500, faulty: 0 } });
    expect(payout.results[0]).toMatchObject({ amount: '1234.00' });
  });
});

const map = async (
  payout: Pick<PayoutDetails, 'id' | 'version'>,
  columns: Array<PayoutField | null>,
  headerRow = true,
) => {
  const answer = await mapAnswer(payout, columns, headerRow);
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  return awaitRead(app, payer, payout.id);
};

const mapAnswer = (
  { id, version }: Pick<PayoutDetails, 'id' | 'version'>,
  columns: Array<PayoutField | null>,
  headerRow = true,
) =>
  app.call(
    mapPayout,
    {
      params: { id },
      body: { version, columns, headerRow, encoding: null, delimiter: null, decimalSign: null, sheet: null },
    },
    payer,
  );

describe('the mapping of columns', () => {
  const file = (amount: string) =>
    `Kellele;Kuhu;Palju;Mille eest\nAnna Tamm;EE382200221020145685;${amount};Rent\n`;

  test.each([
    ['every heading names its field', 'Payee name;IBAN;Amount;Currency;Reference', 'DRAFT'],
    ['in Russian, with a mark', 'ФИО;Счёт;Сумма;Валюта;Назначение платежа *', 'DRAFT'],
    ['a heading that may mean something else', 'Payee name;IBAN;Amount;Currency;Text', 'MAPPING'],
    ['a heading that no one knows', 'Payee name;IBAN;Amount;Currency;Noted', 'MAPPING'],
    ['two columns of one field', 'Payee name;IBAN;Amount;Name;Reference', 'MAPPING'],
    ['no name', 'Reference;IBAN;Amount;Currency;Town', 'MAPPING'],
    ['a purpose in words', 'Payee name;IBAN;Amount;Currency;Purpose', 'MAPPING'],
  ] as const)('is asked for unless the headings are exact: %s', async (_case, headings, status) => {
    const text = `${headings}\nAnna Tamm;EE382200221020145685;10.00;EUR;Rent in May\n`;
    expect((await uploadPayout(app, await createPayer(app), text)).status).toBe(status);
  });

  test('is guessed, corrected, and remembered for the next file with these headings', async () => {
    const payout = await uploadPayout(app, payer, file('10,00'));
    expect(payout).toMatchObject({
      status: 'MAPPING',
      summary: { rows: 0 },
      file: {
        header: ['Kellele', 'Kuhu', 'Palju', 'Mille eest'],
        columns: [null, 'account', 'amount', null],
        preview: [['Anna Tamm', 'EE382200221020145685', '10,00', 'Rent']],
      },
    });
    for (const [columns, code] of [
      [['name', 'account', null, 'reference'], 'Choose the columns'],
      [['reference', 'reference', 'amount', 'account'], 'Two columns'],
    ] as const) {
      const refused = await mapAnswer(payout, [...columns]);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(code)]);
    }
    const mapped = await map(payout, ['name', 'account', 'amount', 'reference']);
    expect(mapped).toMatchObject({
      status: 'DRAFT',
      summary: { rows: 1, faulty: 0, totals: [{ amount: '10.00' }] },
    });
    const next = await uploadPayout(app, payer, file('12,00').replace('Kuhu', 'KUHU'));
    expect(next).toMatchObject({ status: 'DRAFT', summary: { totals: [{ amount: '12.00' }] } });
    const other = await createPayer(app);
    expect(await uploadPayout(app, other, file('12,00'))).toMatchObject({ status: 'MAPPING' });
  });

  // Control, tried once: without `currencyOf` the rows have no currency.
  test('the currency in the heading of the amounts is that of the rows', async () => {
    const inCurrency = async (heading: string) => {
      const text = `Name;IBAN;${heading};Reference\nAnna Tamm;EE382200221020145685;10,00;Rent\n`;
      const payout = await uploadPayout(app, payer, text);
      return map(payout, ['name', 'account', 'amount', 'reference']);
    };
    const euros = await inCurrency('Сумма, евро');
    expect(euros).toMatchObject({ columns: expect.arrayContaining(['currency']), summary: { faulty: 0 } });
    const dollars = await inCurrency('Amount (USD)');
    expect(dollars.faults[0]).toMatchObject({ field: 'currency', code: 'no_account_in_currency' });
    const [first] = await allRows(app, payer, dollars.id);
    expect(first?.cells).toMatchObject({ amount: '10,00', currency: 'USD' });
  });

  test('can be corrected after the check, as long as no row was changed', async () => {
    const payout = await uploadPayout(app, payer, csvOf(1));
    const columns = payout.file?.columns ?? [];
    const wrong = columns.map((field) => (field === 'reference' ? null : field));
    const mapped = await map(payout, wrong);
    expect(mapped.faults.map(({ code }) => code)).toEqual(['reference_missing']);
    expect((await mapAnswer(payout, columns)).body).toMatchObject({ code: 'payout_changed' });
  });
});

// Control: without the condition on CANCELED the discarded payout is named.
test('the same bytes are recognised, unless their payout was discarded', async () => {
  const member = await createPayer(app);
  const first = await uploadPayout(app, member, csvOf(1, 900));
  const second = await uploadPayout(app, member, csvOf(1, 900));
  expect([first.sameFileAs, second.sameFileAs]).toEqual([null, first.id]);
  const elsewhere = await uploadPayout(app, payer, csvOf(1, 900));
  expect(elsewhere.sameFileAs).toBeNull();
  await app.call(deletePayout, { params: { id: second.id } }, member);
  await app.call(deletePayout, { params: { id: first.id } }, member);
  expect((await uploadPayout(app, member, csvOf(1, 900))).sameFileAs).toBeNull();
  const finished = await app.call(listPayouts, { query: { state: 'finished' } }, member);
  expect(finished.output.Items.map(({ status, summary }) => [status, summary.rows])).toEqual([
    ['CANCELED', 0],
    ['CANCELED', 0],
  ]);
});

test('the same key uploads once', async () => {
  const body = { fileName: 'a.csv', content: Buffer.from(csvOf(1, 1_000)).toString('base64') };
  const options = { token: payer.token, idempotencyKey: newId() };
  const [first, second] = [
    await app.call(createPayout, { body }, options),
    await app.call(createPayout, { body }, options),
  ];
  expect(second.text).toBe(first.text);
  expect(second.headers.get('idempotent-replay')).toBe('true');
});

test('a corrected file replaces all rows; an outdated version is refused', async () => {
  const payout = await uploadPayout(app, payer, csvOf(3));
  const body = {
    fileName: 'b.csv',
    content: Buffer.from(csvOf(2)).toString('base64'),
    version: payout.version,
  };
  const replaced = await app.call(replacePayoutFile, { params: { id: payout.id }, body }, payer);
  expect(replaced.output).toMatchObject({ status: 'READING', results: [], fileName: 'b.csv' });
  expect(await awaitRead(app, payer, payout.id)).toMatchObject({ summary: { rows: 2 } });
  const again = await app.call(replacePayoutFile, { params: { id: payout.id }, body }, payer);
  expect([again.status, statusOf(again.body)]).toEqual([409, 'payout_changed']);
});

test.each<[string, string | Uint8Array, object]>([
  ['an empty file', ' \n', { code: 'empty' }],
  ['a PDF', '%PDF-1.7 x', { code: 'unknown_format', params: { found: 'pdf' } }],
  [
    'a quote that is never closed',
    `${templateHeadings}\n,"Anna`,
    { code: 'unclosed_quote', params: { line: '2' } },
  ],
  [
    'a spreadsheet with a formula',
    workbookOf({ rows: '<row><c r="A1"><f>1+1</f><v>2</v></c></row>' }),
    { code: 'formula', params: { cell: 'A1' } },
  ],
  [
    'a spreadsheet with macros',
    workbookOf({ rows: '', parts: { 'xl/vbaProject.bin': strToU8('x') } }),
    { code: 'macros' },
  ],
  [
    'a zip that is no spreadsheet',
    zipOf({ 'a.txt': 'a' }),
    { code: 'unknown_format', params: { found: 'zip' } },
  ],
  ['an XML bomb', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Document/>', { code: 'xml' }],
])('%s is refused with its reason', async (_what, content, refusal) => {
  const payout = await uploadPayout(app, payer, content, 'file');
  expect(payout).toMatchObject({ status: 'UNREADABLE', summary: { rows: 0 }, refusal });
});

// Control: without the comparison of the run's number, the first of two runs continues writing.
describe('a run that ends in the middle', () => {
  const work = () => ({
    sql: app.database.sql,
    now: new Date(),
    newId,
    log: pino({ level: 'silent' }),
    actor: { kind: 'system', name: 'test' } as const,
  });

  /** A database that fails after this many transactions. */
  const failingAfter = (count: number) => {
    let left = count;
    return {
      ...app.database,
      inTransaction: ((run, options) => {
        left -= 1;
        if (left < 0) throw new Error('the process is gone');
        return app.database.inTransaction(run, options);
      }) as TestApp['database']['inTransaction'],
    };
  };

  /** As if it was just uploaded and not read by any job. */
  const unread = (id: string) =>
    app.database.pool.query(`update payouts.payout set status = 'READING' where id = $1`, [id]);

  let long: string;
  beforeAll(async () => {
    long = (await uploadPayout(app, payer, csvOf(4_500))).id;
  });

  test.each([4, 1, 2, 3].slice(0, sized(2, 4)))(
    'after %i transactions is begun again; no row is lost or doubled',
    async (transactions) => {
      await unread(long);
      await expect(
        readPayout(work(), { database: failingAfter(transactions), bank: defaultBank }, long),
      ).rejects.toThrow('the process is gone');
      await readPayout(work(), { database: app.database, bank: defaultBank }, long);
      const payout = await awaitRead(app, payer, long);
      expect(payout).toMatchObject({ status: 'DRAFT', summary: { rows: 4_500, faulty: 0 } });
      expect((await allRows(app, payer, long)).map(({ position }) => position)).toEqual(
        Array.from({ length: 4_500 }, (_, at) => at + 1),
      );
    },
  );

  test('and lives on beside the next one writes nothing more', async () => {
    const { id } = await uploadPayout(app, payer, csvOf(10));
    await unread(id);
    const [first, second] = [
      await beginRun(work(), app.database, id),
      await beginRun(work(), app.database, id),
    ];
    const progress = { step: 'reading', done: 1, of: 2 } as const;
    await expect(first?.write([], progress)).rejects.toThrow(Superseded);
    await second?.write([], progress);
    await readPayout(work(), { database: app.database, bank: defaultBank }, id);
    expect(await awaitRead(app, payer, id)).toMatchObject({
      status: 'DRAFT',
      summary: { rows: 10, faulty: 0 },
    });
  });
});

describe('access', () => {
  test('members of a company with the right share its payouts; others see nothing', async () => {
    const boss = await newBoss(app);
    const maria = await newColleague(app, boss, { rights: { ...noRights, can_request_trans: true } });
    const clerk = await newColleague(app, boss, { rights: noRights });
    const payout = await emptyPayout(app, boss);
    const ask = (token: string) => app.call(getPayout, { params: { id: payout.id } }, { token });
    expect((await ask(maria.token)).output).toMatchObject({ id: payout.id, createdBy: 'Boris Sokolov' });
    expect((await ask(clerk.token)).status).toBe(403);
    expect((await ask(payer.token)).status).toBe(404);
  });

  test('a client has a maximum number of unfinished payouts', async () => {
    const member = await createPayer(app);
    for (let count = 0; count < 50; count += 1) await emptyPayout(app, member);
    const refused = await app.call(
      createPayout,
      { body: {} },
      { token: member.token, idempotencyKey: newId() },
    );
    expect([refused.status, statusOf(refused.body)]).toEqual([409, 'too_many_payouts']);
  });

  test('no one, if payouts are off', async () => {
    const off = await startTestApp({ config: { payouts: false } });
    const member = await createPayer(off);
    const answer = await off.call(listPayouts, {}, member);
    expect([answer.status, statusOf(answer.body)]).toEqual([404, 'not_found']);
    await off.close();
  });
});
