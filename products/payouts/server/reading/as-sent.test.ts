/** Files as banks, vendors and clients really send them, over HTTP: each row has the meaning of its cells. */
import { mapPayout, type PayoutDetails, type PayoutField, type PayoutRow } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { allRows, awaitRead, uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import { workbookOf } from '@calmly/server/test/support/files/payout-files.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app);
});
afterAll(() => app.close());

const berlin = 'DE89370400440532013000';

/** Maps as suggested, or as given. */
function map({ id, version, file }: PayoutDetails, columns = file?.columns ?? []) {
  const read = { headerRow: true, encoding: null, delimiter: null, decimalSign: null, sheet: null };
  return app.call(mapPayout, { params: { id }, body: { version, columns, ...read } }, payer);
}

/** The rows of a file whose columns are assigned as suggested. */
async function rowsOf(content: string | Uint8Array, name = 'file.csv'): Promise<PayoutRow[]> {
  const read = await uploadPayout(app, payer, content, name);
  if (read.status === 'MAPPING') await map(read);
  await awaitRead(app, payer, read.id);
  return allRows(app, payer, read.id);
}

const codesOf = ({ faults }: PayoutRow) => faults.map(({ field, code }) => [field, code]);

test('an amount that names another currency than its row is an error', async () => {
  const [row] = await rowsOf(
    `beneficiary_name;iban;amount;currency;label;reference\nB C;${berlin};5.50 USD;EUR;x;R1\n`,
  );
  expect(row && codesOf(row)).toEqual([['amount', 'amount_other_currency']]);
});

// Control: if a currency in the heading is ignored although a column has currencies, 10 euros are paid.
test('a heading of amounts in one currency and a cell that names another contradict each other', async () => {
  const [first, second] = await rowsOf(
    `Name;IBAN;Amount (USD);Currency;Reference\nAnna Tamm;${berlin};10,00;EUR;Rent\nHansa GmbH;${berlin};20,00;;Rent\n`,
  );
  expect(first && codesOf(first)).toEqual([['amount', 'amount_other_currency']]);
  expect(first?.cells).toMatchObject({ amount: '10,00 USD', currency: 'EUR' });
  expect(second?.cells).toMatchObject({ amount: '20,00', currency: 'USD' });
});

test.each([
  ['given and family name', 'First name,Last name', 'Berta,Kask', 'Berta Kask'],
  ['family name first', 'Surname,Given name', 'Kask,Berta', 'Berta Kask'],
  ['with the patronymic', 'Фамилия,Имя,Отчество', 'Иванова,Анна,Петровна', 'Анна Петровна Иванова'],
  ['one part is empty', 'First name,Last name', ',Kask OÜ', 'Kask OÜ'],
])('a name may be in several columns: %s', async (_what, headings, cells, name) => {
  const [row] = await rowsOf(`${headings},IBAN,Amount,Currency,Reference\n${cells},${berlin},1.00,EUR,x\n`);
  expect(row?.cells.name).toBe(name);
  expect(row && codesOf(row)).toEqual([]);
});

test('other columns may not have the same meaning', async () => {
  const read = await uploadPayout(app, payer, `Who,Too,What,IBAN,Sum\nA,B,C,${berlin},1.00\n`, 'file.csv');
  const columns: PayoutField[] = ['name', 'name', 'reference', 'account', 'amount'];
  const refused = await map(read, columns.with(1, 'reference'));
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Two columns')]);
  await map(read, columns);
  await awaitRead(app, payer, read.id);
  const [row] = await allRows(app, payer, read.id);
  expect(row?.cells).toMatchObject({ name: 'A B', reference: 'C' });
});

test('a recipient id of Wise is left aside where name and IBAN are there', async () => {
  const wise = (id: string, account: string) =>
    rowsOf(
      'recipientId,name,account,sourceCurrency,targetCurrency,amountCurrency,amount,paymentReference,receiverType,recipientEmail\n' +
        `${id},B C,${account},EUR,EUR,target,1.00,x,PERSON,a@example.com\n`,
    );
  const [right] = await wise('148563324', berlin);
  expect(right && codesOf(right)).toEqual([]);
  expect(right?.amount).toBe('1.00');
  const [withoutAccount] = await wise('148563324', '');
  expect(withoutAccount && codesOf(withoutAccount)).toEqual([['payeeId', 'payee_id_unknown']]);
});

/** The day after this many days, in ISO 8601 and as a number of days since the last day of 1899. */
function dayIn(days: number) {
  const time = Math.floor(Date.now() / 86_400_000 + days) * 86_400_000;
  return { iso: new Date(time).toISOString().slice(0, 10), serial: time / 86_400_000 + 25_569 };
}

test.each([
  ['counted from 1900', 0, ''],
  ['counted from 1904', 1_462, '<workbookPr date1904="1"/>'],
])('a day that a spreadsheet holds as a plain number is a day: %s', async (_what, later, workbookPr) => {
  const { iso, serial } = dayIn(40);
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const head = ['Name', 'IBAN', 'Amount', 'Currency', 'Reference', 'Payment date'].map(cell).join('');
  const row = `${['B C', berlin].map(cell).join('')}<c><v>46349</v></c>${['EUR', 'x'].map(cell).join('')}<c><v>${serial - later}</v></c>`;
  const [read] = await rowsOf(
    workbookOf({ rows: `<row>${head}</row><row>${row}</row>`, workbookPr }),
    'file.xlsx',
  );
  expect(read?.cells).toMatchObject({ amount: '46349', executionDate: iso });
  expect(read && codesOf(read)).toEqual([]);
});

test('the same number in a text file is a day too, and other numbers are none', async () => {
  const { iso, serial } = dayIn(40);
  const rows = await rowsOf(
    [
      'Name,IBAN,Amount,Currency,Reference,Payment date',
      ...[serial, 20_500, 99_999].map((day) => `B C,${berlin},1.00,EUR,x,${day}`),
    ].join('\n'),
  );
  expect(rows.map(({ cells }) => cells.executionDate)).toEqual([iso, '20500', '99999']);
  expect(rows.map(codesOf)).toEqual([
    [],
    [['executionDate', 'date_unreadable']],
    [['executionDate', 'date_unreadable']],
  ]);
});

test('a purpose in words becomes the reference', async () => {
  const [row] = await rowsOf(`Name,IBAN,Amount,Currency,Purpose\nB C,${berlin},1.00,EUR,Rent of May\n`);
  expect(row?.cells.reference).toBe('Rent of May');
  expect(row && codesOf(row)).toEqual([]);
});
