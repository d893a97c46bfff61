/** Card payments outside the cards' screen: in the list, the search, the export, the confirmation and the dashboard's sums. */
import { writeFile } from 'node:fs/promises';
import { exportPayments, getPayment, listPayments, summariseAccounts } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addCard, paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { newClient, type Person, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { pdfText } from '@calmly/server/test/support/files/pdf-text.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let anna: Person & SignedIn;
/** A purchase in Kyoto, a refund of a part of it, and one in Tallinn. */
let kyoto: string;
let refunded: string;

beforeAll(async () => {
  app = await startTestApp();
  anna = await newClient(app);
  const { card } = await addCard(app.database, { clientId: anna.clientId, holderId: anna.personId });
  const processor = processorOf(app.database);
  const inn = { name: 'Kamo River Inn', city: 'Kyoto', country: 'JP', mcc: '7011' };
  const abroad = { currency: 'JPY', merchant: inn } as const;
  const paid = paymentWith(card);
  const asked = await processor.decide(paid.ask('1600', { ...abroad, cardAmount: '10.00' }));
  await processor.take(paid.clear('1600', { ...abroad, cardAmount: '10.00' }));
  const refund = await processor.take(paid.refund('400', { ...abroad, cardAmount: '2.50' }));
  const near = paymentWith(card);
  await processor.decide(near.ask('4.00'));
  await processor.take(near.clear('4.00'));
  kyoto = asked.transactionId ?? '';
  refunded = refund.transactionId ?? '';
});
afterAll(() => app.close());

const found = async (query: object) =>
  (await app.call(listPayments, { query }, anna)).output.Items.map(
    ({ counterpartyName, direction, amount }) => `${direction} ${amount} ${counterpartyName}`,
  );

test('they are found by their merchant and by their kind', async () => {
  expect(await found({ search: 'kamo' })).toEqual([
    'CREDIT 2.50 Kamo River Inn',
    'DEBIT 10.00 Kamo River Inn',
  ]);
  expect(await found({ search: 'Tallinn' })).toEqual(['DEBIT 4.00 Rimi']);
  expect(await found({ scheme: 'CARD' })).toHaveLength(3);
  expect((await app.call(getPayment, { params: { id: kyoto } }, anna)).output).toMatchObject({
    scheme: 'CARD',
    creditorName: 'Kamo River Inn',
    creditorAccount: '',
    debtorAccount: '•••• 4471',
    counterpartyCountry: 'JP',
    sent: '1600',
    sentCurrency: 'JPY',
  });
});

test('the export names merchant, card, city and both amounts', async () => {
  const query = { format: 'csv', locale: 'en', timeZone: 'UTC', search: 'kamo' } as const;
  const lines = (await app.call(exportPayments, { query }, anna)).text.trim().split(/\r?\n/);
  expect(lines).toHaveLength(3);
  for (const part of ['Kamo River Inn', '-10.00', 'Kyoto', 'Card payment', '•••• 4471', '1600', 'JPY'])
    expect(lines[2]).toContain(part);
  const file = await app.call(exportPayments, { query: { ...query, format: 'xlsx' } }, anna);
  expect(file.status).toBe(200);
});

test('the confirmation names the merchant with its place, the card, and both amounts with the rate', async () => {
  const pdf = async (id: string, locale: 'en' | 'ru') => {
    const response = await fetch(
      `${app.url}/api/transactions/confirmation/${id}?locale=${locale}&timeZone=UTC`,
      {
        headers: { authorization: `Bearer ${anna.token}` },
      },
    );
    return Buffer.from(await response.arrayBuffer());
  };
  const english = await pdf(kyoto, 'en');
  if (process.env.KEEP_PDF) await writeFile(process.env.KEEP_PDF, english);
  const text = await pdfText(english);
  for (const part of [
    'Merchant',
    'Kamo River Inn',
    'Kyoto, Japan',
    'Card',
    'Travel •••• 4471',
    'Taken from the card',
    '1 600',
    'The merchant charged',
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/\b(From|To|Reference|Sent)\b/);
  const russian = await pdfText(await pdf(refunded, 'ru'));
  for (const part of ['Магазин', 'Kyoto, Япония', 'Возвращено магазином', 'Зачислено на карту'])
    expect(russian).toContain(part);
});

test('purchases count as money out, refunds as money in', async () => {
  // The card was funded with 100.00 from outside.
  const query = { currency: 'EUR', days: 30, months: 2 };
  const { flows } = (await app.call(summariseAccounts, { query }, anna)).output;
  expect(flows.at(-1)).toMatchObject({ moneyOut: '14.00', moneyIn: '102.50' });
});
