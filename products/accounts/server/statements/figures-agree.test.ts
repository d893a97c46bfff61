/**
 * One client with every kind of movement, in currencies with two, no and three decimals. All figures that they or their accountant can read agree to
 * the minor unit: balance, statement in its formats, year overview, sums and export of the list, details of each payment.
 * Controls, tried once: sums and an export that count a fee borne by the payee twice; a filter by a currency that omits the cards; camt.053 without
 * the code of a return, without a conversion, and with another bank's IBAN as written; a card's debt repaid under the payment that freed or brought
 * the money.
 */
import {
  createQuote,
  executeExchange,
  exportPayments,
  getAccount,
  getPayment,
  getStatement,
  getYearOverview,
  listPayments,
  listStatementAccounts,
  openAccount,
  type PaymentInput,
  type PaymentSums,
  type QuoteInput,
  type StatementAccount,
  summarisePayments,
} from '@calmly/contract';
import { type CurrencyCode, isFinal, parseDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp, testClearing } from '@calmly/server/test/support/app.ts';
import { paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  type Payer,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { dayNow } from '@calmly/server/test/support/days.ts';
import { issue, topUp } from '@calmly/server/test/support/issued-cards.ts';
import { createHolder, move } from '@calmly/server/test/support/wallets.ts';
import { parseCamt053 } from 'camt-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let payer: Payer;
const timeZone = 'Europe/Vilnius';
beforeAll(async () => {
  app = await startTestApp({ jobs: true, pollMs: 50 });
  payer = await createHolder(app, { fundedMinor: 5_000_000n });
  await moveEverything();
});
afterAll(() => app.close());

const open = async (currency: CurrencyCode): Promise<string> =>
  (
    await app.call(
      openAccount,
      { body: { currency, name: currency } },
      { token: payer.token, idempotencyKey: newId() },
    )
  ).output.number;

const quoted = async (body: Partial<QuoteInput>) =>
  (
    await app.call(
      createQuote,
      { body: { fromAccount: payer.account.number, side: 'SELL', ...body } as QuoteInput },
      payer,
    )
  ).output;

async function exchange(toAccount: string, amount: string, from: Partial<QuoteInput> = {}): Promise<void> {
  const { id: quoteId } = await quoted({ toAccount, amount, ...from });
  const { status } = await app.call(
    executeExchange,
    { body: { quoteId } },
    { token: payer.token, idempotencyKey: newId() },
  );
  expect(status).toBeLessThan(300);
}

async function pay(input: Partial<PaymentInput>, from = payer): Promise<string> {
  const { status, output } = await from.payWithCode(input);
  expect(status).toBe(201);
  await awaitPayment(app, from, output.id, (payment) => isFinal(payment.status));
  return output.id;
}

async function moveEverything(): Promise<void> {
  const accounts = { USD: await open('USD'), JPY: await open('JPY'), KWD: await open('KWD') };
  for (const number of Object.values(accounts)) await exchange(number, '1000.00');
  await exchange(accounts.JPY, '10.123', { fromAccount: accounts.KWD });

  const payeeIn = async (currency: CurrencyCode, iban = 'DE89370400440532013000') =>
    (await addPayee(app, payer.clientId, { trusted: true, currency, iban })).id;
  await pay({ beneficiaryId: await payeeIn('EUR'), amount: '40.01' });
  const dollars = await payeeIn('USD');
  for (const chargeBearer of ['SHA', 'OUR', 'BEN'] as const)
    await pay({ debtorAccount: accounts.USD, beneficiaryId: dollars, amount: '100.37', chargeBearer });
  const dinars = { debtorAccount: accounts.KWD, beneficiaryId: await payeeIn('KWD'), amount: '50.111' };
  await pay({ ...dinars, chargeBearer: 'BEN' });
  const quote = await quoted({ toCurrency: 'USD', amount: '77.77', side: 'BUY' });
  await pay({ beneficiaryId: dollars, amount: quote.sellAmount, quoteId: quote.id });
  await pay({ beneficiaryId: await payeeIn('EUR', 'DE48200505500000000041'), amount: '33.33' });
  const back = await pay({ beneficiaryId: await payeeIn('EUR', 'DE80200505500000000047'), amount: '22.22' });
  await awaitPayment(app, payer, back, ({ returned }) => returned !== null);

  const other = await createPayer(app, { firstName: 'Boris' });
  await pay({ creditorAccount: other.account.number, amount: '12.34' });
  await pay({ creditorAccount: payer.account.number, amount: '5.55' }, other);
  await pay({ debtorAccount: accounts.USD, creditorAccount: await open('USD'), amount: '200.00' });
  await systemWork(app.database, async (work) => {
    const credit = {
      railReference: newId(),
      scheme: 'SWIFT',
      creditorAccount: accounts.KWD,
      currency: 'KWD',
      amountMinor: 1_001n,
      debtorName: 'Gulf',
      debtorAccount: 'de89 3704 0044 0532 0130 00',
      debtorCountry: 'DE',
      reference: 'Rent',
      endToEndId: 'E-1',
      at: work.now,
    } as const;
    expect(await testClearing(app.database).sinks.credit(work, [credit])).toEqual(['booked']);
  });
  await move(app, payer, 'Deposit', '100.00');
  await move(app, payer, 'Transfer', '25.00');

  const card = await issue(app, payer);
  expect((await topUp(app, payer, card.id, '200.00')).status).toBeLessThan(300);
  const processor = processorOf(app.database);
  const [bought, held] = [paymentWith(card), paymentWith(card)];
  await processor.decide(bought.ask('30.00'));
  await processor.decide(held.ask('19.99'));
  await processor.take(bought.clear('12.00', { isFinal: false }));
  await processor.take(bought.clear('14.50'));
  await processor.take(bought.refund('7.00'));
  await collectMoreThanIsThere(processor);
}

/** Merchants collect more than a card has, twice: first released money repays the bank, then a top-up does. */
async function collectMoreThanIsThere({ decide, take }: ReturnType<typeof processorOf>): Promise<void> {
  const card = await issue(app, payer);
  await topUp(app, payer, card.id, '50.00');
  const [dinner, hotel, flight, coffee] = [
    paymentWith(card),
    paymentWith(card),
    paymentWith(card),
    paymentWith(card),
  ];
  await decide(dinner.ask('20.00'));
  await decide(hotel.ask('30.00'));
  await take(dinner.clear('35.00'));
  await take(hotel.reverse());
  await take(flight.clear('60.00', { channel: 'OFFLINE' }));
  await topUp(app, payer, card.id, '70.00');
  await decide(coffee.ask('5.00'));
  await take(coffee.clear('5.00'));
}

/** With its sign. */
function minorOf(text: string, currency: string): bigint {
  const minor = parseDecimal(text.replace('-', ''), currency as CurrencyCode);
  if (minor === undefined) throw new Error(`not an amount: ${text} ${currency}`);
  return text.startsWith('-') ? -minor : minor;
}
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

const periodNow = () => ({ from: `${dayNow(timeZone).slice(0, 4)}-01-01`, to: dayNow(timeZone), timeZone });
const statedAccounts = async (): Promise<readonly StatementAccount[]> =>
  (await app.call(listStatementAccounts, {}, payer)).output.accounts;
const statementOf = async (id: string) =>
  (await app.call(getStatement, { params: { id }, query: { ...periodNow(), limit: 500 } }, payer)).output;

async function fileOf(id: string, format: string): Promise<string> {
  const query = new URLSearchParams({ ...periodNow(), format, locale: 'en' });
  const answer = await fetch(`${app.url}/api/statements/file/${id}?${query}`, {
    headers: { authorization: `Bearer ${payer.token}` },
  });
  return answer.text();
}

/** An account's gain according to the sums of the list. */
const gainOf = (sums: PaymentSums | undefined): bigint =>
  sums === undefined
    ? 0n
    : total(
        [sums.in, sums.ownIn, `-${sums.out}`, `-${sums.ownOut}`, `-${sums.fees}`].map((text) =>
          minorOf(text, sums.currency),
        ),
      );
const sumsOf = async (query: { accountId: string; status?: string }) =>
  (await app.call(summarisePayments, { query }, payer)).output.Currencies[0];

test('balance, statement, year overview and sums of the list agree for every account', async () => {
  const accounts = await statedAccounts();
  expect(accounts.map(({ kind, currency }) => `${kind} ${currency}`).toSorted()).toEqual(
    ['EUR', 'JPY', 'KWD', 'USD', 'USD']
      .map((currency) => `ACCOUNT ${currency}`)
      .concat('CARD EUR', 'CARD EUR', 'WALLET EPI'),
  );
  const year = { year: Number(periodNow().from.slice(0, 4)), timeZone };
  const overview = (await app.call(getYearOverview, { query: year }, payer)).output;
  for (const { id, kind, currency, balance } of accounts) {
    const { lines, closingBalance, moneyIn, moneyOut } = await statementOf(id);
    expect([id, closingBalance]).toEqual([id, balance]);
    const [amounts, fees] = [lines, lines.filter(({ isFee }) => isFee)].map((some) =>
      total(some.map(({ amount }) => minorOf(amount, currency))),
    );
    expect(amounts).toBe(minorOf(balance, currency));
    const ofYear = overview.accounts.find((each) => each.id === id);
    expect(ofYear).toMatchObject({ moneyIn, moneyOut, closingBalance });
    expect(minorOf(ofYear?.fees ?? '', currency)).toBe(-(fees ?? 0n));
    const [booked, all] = [
      await sumsOf({ accountId: id, status: 'EXECUTED' }),
      await sumsOf({ accountId: id }),
    ];
    expect([id, gainOf(booked)]).toEqual([id, minorOf(balance, currency)]);
    expect(minorOf(booked?.fees ?? '0', currency)).toBe(-(fees ?? 0n));
    if (kind !== 'ACCOUNT') continue;
    const { available } = (await app.call(getAccount, { params: { id } }, payer)).output;
    expect(gainOf(all)).toBe(minorOf(available, currency));
  }
});

test('the sums of a currency are the same whether others are listed or not', async () => {
  const { Currencies } = (await app.call(summarisePayments, { query: {} }, payer)).output;
  expect(Currencies).toHaveLength(5);
  for (const sums of Currencies) {
    const query = { currency: sums.currency };
    expect((await app.call(summarisePayments, { query }, payer)).output.Currencies).toEqual([sums]);
    const { output } = await app.call(listPayments, { query: { ...query, limit: 200 } }, payer);
    expect(output.Items).toHaveLength(sums.count);
  }
});

test('the details of every payment match the movements in the statement’s lines', async () => {
  const statements = await Promise.all((await statedAccounts()).map(({ id }) => statementOf(id)));
  const { output } = await app.call(listPayments, { query: { limit: 200 } }, payer);
  for (const { id, currency, direction, status } of output.Items) {
    const lines = statements.flatMap((each) => each.lines).filter(({ paymentId }) => paymentId === id);
    const details = (await app.call(getPayment, { params: { id } }, payer)).output;
    const moved = status === 'EXECUTED' ? minorOf(details.total, currency) : 0n;
    expect([id, total(lines.map(({ amount }) => minorOf(amount, currency)))]).toEqual([
      id,
      direction === 'CREDIT' ? moved : -moved,
    ]);
  }
});

test('amounts less fees of the exported list are the balances, line by line', async () => {
  const { text } = await app.call(
    exportPayments,
    { query: { format: 'csv', locale: 'en', timeZone } },
    payer,
  );
  const [headings = [], ...rows] = text
    .trim()
    .split('\r\n')
    .map((row) => row.slice(1, -1).split('","'));
  const cell = (row: readonly string[], heading: string) => row[headings.indexOf(heading)] ?? '';
  const booked = rows.filter((row) => cell(row, 'Balance after') !== '').toReversed();
  expect(booked.length).toBeGreaterThan(25);
  for (const [name, own] of Map.groupBy(
    booked,
    (row) => `${cell(row, 'Account number')} ${cell(row, 'Currency')}`,
  )) {
    const currency = name.slice(-3);
    const [amounts, fees] = ['Amount', 'Fee'].map((heading) =>
      total(own.map((row) => minorOf(cell(row, heading), currency))),
    );
    expect([name, (amounts ?? 0n) - (fees ?? 0n)]).toEqual([
      name,
      minorOf(cell(own.at(-1) ?? [], 'Balance after'), currency),
    ]);
  }
});

test('camt.053 has the entries of the statement; it names returns, conversions and IBANs as programs read them', async () => {
  for (const { id, currency, kind } of await statedAccounts()) {
    if (kind === 'WALLET') continue;
    const { lines } = await statementOf(id);
    const { statements } = await parseCamt053(await fileOf(id, 'camt053'));
    expect(
      statements[0]?.transactions?.map(({ creditDebitIndicator, amount }) =>
        minorOf(`${creditDebitIndicator === 'DBIT' ? '-' : ''}${amount.value}`, currency),
      ) ?? [],
    ).toEqual(lines.map(({ amount }) => minorOf(amount, currency)));
  }
  const [main, ...others] = await Promise.all(
    (await statedAccounts()).filter(({ kind }) => kind === 'ACCOUNT').map(({ id }) => fileOf(id, 'camt053')),
  );
  const returned = main?.split('<Ntry>').filter((entry) => entry.includes('RRTN')) ?? [];
  expect(returned).toHaveLength(1);
  for (const part of ['<CdtDbtInd>CRDT</CdtDbtInd>', '<Cd>ICDT</Cd>', '<RtrInf>', '<Cd>MS02</Cd>'])
    expect(returned[0]).toContain(part);
  expect(main?.match(/<TxAmt>\s*<Amt Ccy="USD">77\.77<\/Amt>\s*<CcyXchg>\s*<SrcCcy>EUR/)).not.toBeNull();
  expect(others.join()).toContain('<IBAN>DE89370400440532013000</IBAN>');
  expect([main, ...others].join()).not.toMatch(/<IBAN>[^<]*[\sa-z]/);
});
