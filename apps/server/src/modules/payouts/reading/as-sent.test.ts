/** Files as banks, vendors and clients really send them, over HTTP: each row has what its cells say. */
import { mapPayout, type PayoutDetails, type PayoutField, type PayoutRow } from '@calmly/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { createPayer, type Payer } from '../../../../test/support/clients/payments.ts';
import { allRows, awaitRead, uploadPayout } from '../../../../test/support/clients/payouts.ts';

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

/** What is read of a file whose columns are taken as they were suggested. */
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
