/** All search boxes follow the same rules: payments, payees and requests for money, over HTTP. */
import { createMoneyRequest, listMoneyRequests, listPayments } from '@calmly/contract';
import { parseDecimal } from '@calmly/domain';
import { bookIncomingCredits } from '@calmly/products/payments/server/clearing/index.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addPayees, company, germanIban, namesOf } from '@calmly/server/test/support/clients/payees.ts';
import { createPayer, type Payer, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';

/** Each is a payee, has paid, and received a request for money. */
const people: Readonly<Record<string, string>> = {
  'Müller & Söhne': '1000.00',
  'Mueller Bau': '12.50',
  'Großmann Weiß': '934567.80',
  'Åse Ødegård': '20.00',
  'Юлия Щербакова': '30.00',
  'Дмитрий Горький': '31.00',
  'Sergey Ivanov': '32.00',
  'Łódź 100%': '33.00',
};

let app: TestApp;
let anna: Payer;
beforeAll(async () => {
  app = await startTestApp();
  anna = await createPayer(app, { fundedMinor: 0n });
  const entries = Object.entries(people);
  await addPayees(app, anna.clientId, ...entries.map(([name], at) => company(name, germanIban(at + 1))));
  await systemWork(app.database, async (work) => {
    await bookIncomingCredits(
      work,
      entries.map(([debtorName, amount], at) => ({
        railReference: newId(),
        scheme: 'SEPA' as const,
        creditorAccount: anna.account.number,
        currency: 'EUR' as const,
        amountMinor: parseDecimal(amount, 'EUR') ?? 0n,
        debtorName,
        debtorAccount: germanIban(at + 1),
        debtorCountry: 'DE',
        reference: 'Invoice',
        endToEndId: `E-${at}`,
        at: new Date(),
      })),
    );
  });
  for (const [payerName, amount] of entries)
    await app.call(
      createMoneyRequest,
      {
        body: {
          creditorAccount: anna.account.number,
          amount,
          payerName,
          details: 'Invoice',
          documentIds: [],
        },
      },
      { token: anna.token, idempotencyKey: newId() },
    );
});
afterAll(() => app.close());

const payersOf = async (search: string) =>
  (await app.call(listPayments, { query: { search, limit: 50 } }, { token: anna.token })).output.Items.map(
    ({ counterpartyName }) => counterpartyName,
  );
const debtorsOf = async (search: string) =>
  (
    await app.call(listMoneyRequests, { query: { search, limit: 50 } }, { token: anna.token })
  ).output.Items.map(({ payerName }) => payerName);

test.each<[search: string, ...found: string[]]>([
  ['müller', 'Müller & Söhne', 'Mueller Bau'],
  ['MULLER', 'Müller & Söhne'],
  ['mueller', 'Müller & Söhne', 'Mueller Bau'],
  ['soehne', 'Müller & Söhne'],
  ['sohne', 'Müller & Söhne'],
  ['grossmann weiss', 'Großmann Weiß'],
  ['großmann', 'Großmann Weiß'],
  ['aase', 'Åse Ødegård'],
  ['ase odegard', 'Åse Ødegård'],
  ['Юлия', 'Юлия Щербакова'],
  ['yuliya', 'Юлия Щербакова'],
  ['iuliia shcherbakova', 'Юлия Щербакова'],
  ['ЩЕРБАКОВА', 'Юлия Щербакова'],
  ['dmitry', 'Дмитрий Горький'],
  ['dmitrii gor', 'Дмитрий Горький'],
  ['Сергей Иванов', 'Sergey Ivanov'],
  ['иванов', 'Sergey Ivanov'],
  ['lodz', 'Łódź 100%'],
  ['100%', 'Łódź 100%'],
  ['１００％', 'Łódź 100%'],
  ['%', 'Łódź 100%'],
  ['_'],
  ['\\'],
  ['нет такого'],
  ["'; drop schema payments cascade; --"],
])('%s finds %s', async (search, ...found) => {
  for (const find of [payersOf, debtorsOf, (text: string) => namesOf(app, anna.token, { search: text })])
    expect((await find(search)).sort()).toEqual(found.sort());
});

test.each([
  ['1 000.00', 'Müller & Söhne'],
  ['1,000.00', 'Müller & Söhne'],
  ['1.000,00', 'Müller & Söhne'],
  ['1\u00a0000,00\u00a0€', 'Müller & Söhne'],
  // Bare digits may be part of another payment's number.
  ['1000 eur', 'Müller & Söhne'],
  ['12,5', 'Mueller Bau'],
  ['-12.50 EUR', 'Mueller Bau'],
  ['934 567.80', 'Großmann Weiß'],
])('the amount %s finds the payment and the request of %s', async (search, found) => {
  expect(await payersOf(search)).toEqual([found]);
  expect(await debtorsOf(search)).toEqual([found]);
});

test('the facts of a payee are not searched as one text', async () => {
  expect(await namesOf(app, anna.token, { search: 'baude' })).toEqual([]);
});
