/** The price list against what is charged. */
import { createQuote, listPrices, openAccount, type PaymentInput, previewPayment } from '@calmly/contract';
import type { ChargeBearer } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  addPayee,
  createPayer,
  hansaIban,
  openAnotherAccount,
  type Payer,
} from '@calmly/server/test/support/clients/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let payer: Payer;
let dollars: Payer;
let payeeIds: { readonly eu: string; readonly inter: string };
beforeAll(async () => {
  app = await startTestApp();
  payer = await createPayer(app, { fundedMinor: 100_000_000n });
  dollars = await createPayer(app, { currency: 'USD', fundedMinor: 100_000_000n });
  const european = await addPayee(app, dollars.clientId, { currency: 'USD' });
  const american = await addPayee(app, dollars.clientId, {
    bankDetails: [{ currency: 'USD', routingNumber: '021000021', accountNumber: '123456789' }],
  });
  payeeIds = { eu: european.id, inter: american.id };
});
afterAll(() => app.close());

const pricesIn = async (currency: string) =>
  (await app.call(listPrices, { query: { currency } }, { token: payer.token })).output.items;

/** The one price of the list that fits. */
async function listed(
  service: string,
  where: { zone?: string; chargeBearer?: ChargeBearer; currency?: string } = {},
) {
  const { zone = null, chargeBearer = null, currency = 'EUR' } = where;
  const found = (await pricesIn(currency)).filter(
    (price) => price.service === service && price.zone === zone && price.chargeBearer === chargeBearer,
  );
  expect(found).toHaveLength(1);
  const [{ rate, minimum, surcharge } = { rate: '', minimum: '', surcharge: '' }] = found;
  return { rate, minimum, surcharge };
}

async function previewOf(by: Payer, order: Partial<PaymentInput>) {
  const body = { debtorAccount: by.account.number, amount: '100.00', chargeBearer: 'SHA', ...order } as const;
  const { output } = await app.call(previewPayment, { body }, { token: by.token });
  if (!output.preview) throw new Error(JSON.stringify(output.refusal));
  return output.preview;
}

const swissIban = 'CH9300762011623852957';

test.each([
  ['eu', hansaIban],
  ['inter', swissIban],
])('SEPA payments to zone %s cost what is listed, instant or not, however large', async (zone, iban) => {
  const { id: beneficiaryId } = await addPayee(app, payer.clientId, { iban });
  const price = await listed('SEPA', { zone });
  expect(price).toEqual({ rate: '0', minimum: '0.20', surcharge: '0.00' });
  expect(await listed('SEPA_INSTANT', { zone })).toEqual(price);
  for (const order of [{ amount: '1.00' }, { amount: '60000.00' }, { instant: true }])
    expect(await previewOf(payer, { beneficiaryId, ...order })).toMatchObject({
      feeRule: price,
      fee: '0.20',
    });
  const before = await payer.balance();
  const { output } = await payer.payWithCode({ beneficiaryId, amount: '60000.00' });
  expect(output.fee).toBe('0.20');
  expect(before.available - (await payer.balance()).available).toBe(6_000_020n);
});

const inEurope = { rate: '0.2', minimum: '11.00' };
const abroad = { rate: '0.3', minimum: '22.00' };

test.each([
  ['eu', 'SHA', { ...inEurope, surcharge: '0.00' }, '11.00', '180.00'],
  ['eu', 'OUR', { ...inEurope, surcharge: '16.50' }, '27.50', '196.50'],
  ['eu', 'BEN', { ...inEurope, surcharge: '0.00' }, '11.00', '180.00'],
  ['inter', 'SHA', { ...abroad, surcharge: '0.00' }, '22.00', '270.00'],
  ['inter', 'OUR', { ...abroad, surcharge: '16.50' }, '38.50', '286.50'],
  ['inter', 'BEN', { ...abroad, surcharge: '0.00' }, '22.00', '270.00'],
] as const)(
  'SWIFT payments to zone %s with %s cost what is listed',
  async (zone, chargeBearer, price, feeOfSmall, feeOfLarge) => {
    expect(await listed('SWIFT', { zone, chargeBearer, currency: 'USD' })).toEqual(price);
    const beneficiaryId = payeeIds[zone];
    for (const [amount, fee] of [
      ['100.00', feeOfSmall],
      ['90000.00', feeOfLarge],
    ] as const)
      expect(await previewOf(dollars, { beneficiaryId, chargeBearer, amount })).toMatchObject({
        scheme: 'SWIFT',
        feeRule: price,
        fee,
      });
  },
);

test.each([
  ['EUR', '10.00', '20.00', '15.00'],
  ['GBP', '8.50', '17.00', '12.50'],
  ['CHF', '9.50', '19.00', '14.00'],
  ['PLN', '42.00', '84.00', '63.00'],
  ['CZK', '250.00', '500.00', '375.00'],
  ['SEK', '110.00', '220.00', '165.00'],
  ['JPY', '1700', '3400', '2500'],
  ['KWD', '3.300', '6.600', '5.000'],
])('the minimums and the surcharge of SWIFT in %s', async (currency, europe, other, surcharge) => {
  const found = await Promise.all(
    (['eu', 'inter'] as const).map((zone) => listed('SWIFT', { zone, chargeBearer: 'OUR', currency })),
  );
  expect(found).toEqual([
    { rate: '0.2', minimum: europe, surcharge },
    { rate: '0.3', minimum: other, surcharge },
  ]);
});

test('what is listed as free takes nothing', async () => {
  const free = { rate: '0', minimum: '0.00', surcharge: '0.00' };
  const savings = await openAnotherAccount(app, payer.clientId);
  const other = await createPayer(app, { fundedMinor: 5_000n });
  const inside = {
    OWN_ACCOUNTS: { creditorAccount: savings.number },
    CALMLY_CLIENTS: { creditorAccount: other.account.number, creditorName: 'Anna Tamm' },
  };
  for (const [service, order] of Object.entries(inside)) {
    expect(await listed(service)).toEqual(free);
    expect(await previewOf(payer, order)).toMatchObject({ feeRule: null, fee: '0.00' });
  }
  for (const zone of ['eu', 'inter'])
    for (const service of ['SEPA_INCOMING', 'SWIFT_INCOMING'])
      expect(await listed(service, { zone })).toEqual(free);
  for (const service of ['ACCOUNT', 'IBAN']) expect(await listed(service)).toEqual(free);
  expect(await other.balance()).toMatchObject({ posted: 5_000n });
});

test('the margin of an exchange is the one that is listed', async () => {
  const opening = { body: { currency: 'USD', name: 'Dollars' } } as const;
  const options = { token: payer.token, idempotencyKey: newId() };
  const { output: account } = await app.call(openAccount, opening, options);
  const body = {
    fromAccount: payer.account.number,
    toAccount: account.number,
    amount: '1000.00',
    side: 'SELL',
  } as const;
  const { output } = await app.call(createQuote, { body }, { token: payer.token });
  expect(await listed('EXCHANGE')).toMatchObject({ rate: '0.4' });
  expect(output.margin).toBe('0.4');
  expect(Number(output.cost)).toBeCloseTo(4, 1);
});

test('lists cards, and no SEPA for a currency that SEPA does not carry', async () => {
  expect(await listed('VIRTUAL_CARD_INDIVIDUAL')).toMatchObject({ minimum: '5.00' });
  expect(await listed('VIRTUAL_CARD_COMPANY')).toMatchObject({ minimum: '10.00' });
  expect(await listed('CARD_TOP_UP')).toMatchObject({ rate: '1.5' });
  const services = new Set((await pricesIn('JPY')).map(({ service }) => service));
  expect([services.has('SWIFT'), services.has('SEPA'), services.has('SEPA_INCOMING')]).toEqual([
    true,
    false,
    false,
  ]);
});
