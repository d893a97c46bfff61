/** Payments to a payee in another currency, over HTTP: quoted, confirmed with one code, converted and paid in one transaction. */

import { randomUUID } from 'node:crypto';
import {
  createPayment,
  createQuote,
  executeExchange,
  listPayments,
  openAccount,
  type PaymentInput,
  previewPayment,
  type QuoteInput,
} from '@calmly/contract';
import { type CurrencyCode, parseDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { RailReport } from '@calmly/providers/rail/rail.ts';
import { startBeside, startTestApp, type TestApp, testClearing } from '@calmly/server/test/support/app.ts';
import {
  createFirm,
  decide,
  type Firm,
  inboxOf,
  moneyOf,
  order,
} from '@calmly/server/test/support/clients/firm.ts';
import { entriesWithoutTransaction } from '@calmly/server/test/support/clients/ledger.ts';
import {
  addPayee,
  awaitPayment,
  codeIn,
  createPayer,
  type Payer,
  readPayment,
} from '@calmly/server/test/support/clients/payments.ts';
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankBalances, verifyBooks } from '../../../../ledger/server/index.ts';
import { applyRailReports, verifySuspense } from '../../clearing/index.ts';

let app: TestApp;
let report: (...reports: RailReport[]) => Promise<void>;
beforeAll(async () => {
  // Other banks say only what these tests report.
  const sandbox = { enabled: true, railDelayMs: 3_600_000, paymentsPerHour: 600, seed: 'tests' };
  app = await startTestApp({ jobs: true, config: { sandbox } });
  const clearing = testClearing(app.database, { sandbox });
  report = (...reports) =>
    app.database.inTransaction((sql) => clearing.sinks.report(systemWork(sql), reports));
});
afterAll(async () => {
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  expect(await verifySuspense(app.database.sql)).toEqual([]);
  expect(await entriesWithoutTransaction(app.database.sql)).toEqual([]);
  await app.close();
});

const minor = (text: string, currency: CurrencyCode) => parseDecimal(text, currency) ?? -1n;

async function quoteOf(payer: Payer, wanted: Partial<QuoteInput> = {}) {
  const body = {
    fromAccount: payer.account.number,
    toCurrency: 'USD',
    amount: '100.00',
    side: 'SELL',
    ...wanted,
  } as const;
  return (await app.call(createQuote, { body }, { token: payer.token })).output;
}

/** A quote and the order that names it. */
async function quoted(payer: Payer, beneficiaryId: string, wanted: Partial<QuoteInput> = {}) {
  const quote = await quoteOf(payer, wanted);
  return { quote, order: { beneficiaryId, amount: quote.sellAmount, quoteId: quote.id } };
}

/** A client with euro, and a payee in dollars at another bank. */
async function euroPayer(fundedMinor = 100_000n) {
  const payer = await createPayer(app, { fundedMinor });
  const payee = await addPayee(app, payer.clientId, { currency: 'USD' });
  return { payer, payee };
}

const problemOf = ({ status, body }: { status: number; body: unknown }) => {
  const { code, detail } = body as { code: string; detail?: Array<{ field: string; code: string }> };
  return code === 'invalid_request' ? [status, detail?.[0]?.field] : [status, code];
};

const expire = (quoteId: string, secondsAgo: number) =>
  query`
    update exchange.quote set expires_at = now() - make_interval(secs => ${secondsAgo}) where id = ${quoteId}
  `.execute(app.database.sql);

test('a client with euro only pays a payee in dollars, with one code, and both amounts are shown', async () => {
  const { payer, payee } = await euroPayer();
  const { quote, order } = await quoted(payer, payee.id);
  expect(quote).toMatchObject({ toAccountId: null, sellCurrency: 'EUR', buyCurrency: 'USD', margin: '0.4' });
  const { output } = await app.call(
    previewPayment,
    { body: { debtorAccount: payer.account.number, chargeBearer: 'SHA', ...order } },
    { token: payer.token },
  );
  const figures = { currency: 'EUR', sent: quote.buyAmount, sentCurrency: 'USD' };
  expect(output.preview).toMatchObject({
    scheme: 'SWIFT',
    amount: '100.00',
    fee: '10.00',
    total: '110.00',
    ...figures,
  });

  const nostro = (await bankBalances(app.database.sql, 'nostro')).get('USD') ?? 0n;
  const idempotencyKey = newId();
  const asked = await payer.pay(order, { idempotencyKey });
  expect([asked.status, JSON.stringify(asked.body)]).toEqual([
    203,
    expect.stringMatching(/\(100\.00\s€\) to Hansa GmbH/),
  ]);
  const sent = await payer.pay(order, { idempotencyKey, code: codeIn(asked.body) });
  expect([sent.status, sent.output.converted]).toEqual([201, { amount: quote.buyAmount, currency: 'USD' }]);
  expect(await payer.balance()).toMatchObject({ posted: 100_000n, reserved: 11_000n });

  const repeated = await payer.pay(order, { idempotencyKey });
  expect(repeated.output.id).toBe(sent.output.id);
  const again = await payer.pay(order);
  expect(problemOf(again)).toEqual([409, 'quote_used']);

  await report({ paymentId: sent.output.id, outcome: 'settled', at: new Date() });
  const payment = await readPayment(app, payer, sent.output.id);
  expect(payment).toMatchObject({
    status: 'EXECUTED',
    amount: '100.00',
    fee: '10.00',
    ...figures,
    conversion: {
      rate: quote.rate,
      counterAmount: quote.buyAmount,
      counterCurrency: 'USD',
      counterPaymentId: null,
    },
  });
  expect(await payer.balance()).toMatchObject({ posted: 89_000n, reserved: 0n });
  const bought = minor(quote.buyAmount, 'USD');
  expect((await bankBalances(app.database.sql, 'nostro')).get('USD')).toBe(nostro + bought);
  const { output: page } = await app.call(listPayments, { query: {} }, { token: payer.token });
  expect(page.Items[0]?.converted).toEqual({ amount: quote.buyAmount, currency: 'USD' });
});

test('a client with pounds pays exactly so many euro, by SEPA', async () => {
  const payer = await createPayer(app, { currency: 'GBP' });
  const payee = await addPayee(app, payer.clientId);
  const { quote, order } = await quoted(payer, payee.id, {
    toCurrency: 'EUR',
    amount: '250.00',
    side: 'BUY',
  });
  expect(quote).toMatchObject({ buyAmount: '250.00', sellCurrency: 'GBP' });
  const { output } = await payer.payWithCode(order);
  expect(output).toMatchObject({ scheme: 'SEPA', converted: { amount: '250.00', currency: 'EUR' } });
  await report({ paymentId: output.id, outcome: 'settled', at: new Date() });
  const { fee } = await readPayment(app, payer, output.id);
  const left = 100_000n - minor(quote.sellAmount, 'GBP') - minor(fee, 'GBP');
  expect(await payer.balance()).toMatchObject({ posted: left, reserved: 0n });
});

test('the limit of an instant payment is one of euro, whatever is sold for them', async () => {
  const payer = await createPayer(app, { currency: 'GBP', fundedMinor: 20_000_000n });
  const payee = await addPayee(app, payer.clientId);
  const pay = async (amount: string) => {
    const { order } = await quoted(payer, payee.id, { toCurrency: 'EUR', amount, side: 'BUY' });
    return payer.pay({ ...order, instant: true });
  };
  expect((await pay('100000.00')).status).toBe(203);
  const above = await pay('100000.01');
  expect([above.status, above.text]).toEqual([400, expect.stringMatching(/limited to 100\s000\.00\s€/)]);
});

test('inside the bank the payee has the converted money at once and sees only their own currency', async () => {
  const payer = await createPayer(app, { currency: 'USD' });
  const friend = await createPayer(app, { fundedMinor: 0n, firstName: 'Boris' });
  const payee = await addPayee(app, payer.clientId, { iban: friend.account.iban ?? '', name: 'Boris Tamm' });
  const { quote, order } = await quoted(payer, payee.id, { toCurrency: 'EUR' });
  const { output } = await payer.payWithCode(order);
  expect(output).toMatchObject({ scheme: 'INTERNAL', status: 'EXECUTED' });
  expect(await payer.balance()).toMatchObject({ posted: 90_000n, reserved: 0n });
  expect(await friend.balance()).toMatchObject({ posted: minor(quote.buyAmount, 'EUR') });
  const { output: page } = await app.call(listPayments, { query: {} }, { token: friend.token });
  expect(page.Items[0]).toMatchObject({ amount: quote.buyAmount, currency: 'EUR', converted: null });
});

describe('money that does not arrive', () => {
  test('is there again to the cent when the payment never left', async () => {
    const { payer, payee } = await euroPayer();
    const { order } = await quoted(payer, payee.id);
    const { output } = await payer.payWithCode(order);
    await report({ paymentId: output.id, outcome: 'rejected', reason: 'account_closed', at: new Date() });
    expect(await payer.balance()).toEqual({ posted: 100_000n, reserved: 0n, available: 100_000n });
  });

  test('comes back at the middle of the market when their bank returns it', async () => {
    const { payer, payee } = await euroPayer();
    const { quote, order } = await quoted(payer, payee.id);
    const { output } = await payer.payWithCode(order);
    const amountMinor = minor(quote.buyAmount, 'USD');
    const railReference = newId();
    const back = {
      paymentId: output.id,
      at: new Date(),
      outcome: 'returned',
      reason: 'account_closed',
    } as const;
    // Without a price nothing is booked, and the rail's next try finds the payment as it was.
    const price = () => Promise.reject(new Problem('price_unavailable'));
    const parts = { rail: { submit: () => Promise.resolve() }, conversions: { price } };
    const unpriced = app.database.inTransaction((sql) =>
      applyRailReports(parts, systemWork(sql), [{ ...back, railReference, amountMinor }]),
    );
    await expect(unpriced).rejects.toThrow('price_unavailable');
    expect(await readPayment(app, payer, output.id)).toMatchObject({ returned: null, returnPart: null });
    await report({ ...back, railReference, amountMinor });
    await report({ ...back, railReference, amountMinor });
    const { posted } = await payer.balance();
    // Told again it needs no price. Control: with every return priced, it is refused like the first.
    await app.database.inTransaction((sql) =>
      applyRailReports(parts, systemWork(sql), [{ ...back, railReference, amountMinor }]),
    );
    expect(await payer.balance()).toMatchObject({ posted });
    // 100 EUR less the margin of one conversion, give or take what the market moves in ten seconds; the fee is spent.
    const returnedMinor = posted - 89_000n;
    expect(returnedMinor).toBeGreaterThan(9_930n);
    expect(returnedMinor).toBeLessThan(9_990n);
    const { returned } = await readPayment(app, payer, output.id);
    const credit = await readPayment(app, payer, returned?.creditId ?? '');
    expect(credit).toMatchObject({
      direction: 'CREDIT',
      currency: 'EUR',
      converted: { amount: quote.buyAmount, currency: 'USD' },
      conversion: { counterAmount: quote.buyAmount, counterCurrency: 'USD' },
    });
    expect(minor(credit.amount, 'EUR')).toBe(returnedMinor);
  });

  test('waits in suspense when it is less than a cent of the account’s currency', async () => {
    const { payer, payee } = await euroPayer();
    const { order } = await quoted(payer, payee.id);
    const { output } = await payer.payWithCode(order);
    const back = { outcome: 'returned', reason: 'account_closed', railReference: newId() } as const;
    await report({ ...back, paymentId: output.id, at: new Date(), amountMinor: 1n });
    expect(await payer.balance()).toMatchObject({ posted: 89_000n });
    const { returned } = await readPayment(app, payer, output.id);
    expect(returned).toMatchObject({ creditId: null, reason: 'account_closed' });
    const { out } = await ops(app, 'list');
    expect(out).toMatch(/0\.01\sUSD.*the account is in another currency/);
  });
});

describe('a quote', () => {
  test('pays once, however many try at the same moment on two servers', async () => {
    const { payer, payee } = await euroPayer();
    await query`update beneficiaries.bank_detail set trusted = true where beneficiary_id = ${payee.id}`.execute(
      app.database.sql,
    );
    const beside = await startBeside(app);
    const { order } = await quoted(payer, payee.id, { amount: '20.00' });
    const body = {
      debtorAccount: payer.account.number,
      reference: 'Invoice 7',
      chargeBearer: 'SHA',
      ...order,
    } as PaymentInput;
    const tries = await Promise.all(
      [app, beside, app, beside, app, beside].map((server) =>
        server.call(createPayment, { body }, { token: payer.token, idempotencyKey: newId() }),
      ),
    );
    await beside.close();
    const statuses = tries.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await payer.balance()).toMatchObject({ available: 97_000n });
  });

  test('that has expired is refused, but a code that was requested in time still confirms it', async () => {
    const { payer, payee } = await euroPayer();
    const { quote, order } = await quoted(payer, payee.id);
    const idempotencyKey = newId();
    const asked = await payer.pay(order, { idempotencyKey });
    await expire(quote.id, 60);
    expect(problemOf(await payer.pay(order))).toEqual([409, 'quote_expired']);
    // Another server confirms it: nothing about the quote is kept in memory.
    const beside = await startBeside(app);
    const body = {
      debtorAccount: payer.account.number,
      reference: 'Invoice 7',
      chargeBearer: 'SHA',
      ...order,
    } as const;
    const options = { token: payer.token, idempotencyKey, code: codeIn(asked.body) };
    const confirmed = await beside.call(createPayment, { body }, options);
    await beside.close();
    expect(confirmed.status).toBe(201);
  });

  test('that has expired is not kept for a confirmation by which the bank would lose', async () => {
    const { payer, payee } = await euroPayer();
    const confirmAfter = async (percent: string) => {
      const { quote, order } = await quoted(payer, payee.id);
      // As if the market had moved since, by more or less than the bank's margin.
      await query`
        update exchange.quote set buy_minor = round(buy_minor * ${percent}::numeric / 100) where id = ${quote.id}
      `.execute(app.database.sql);
      const idempotencyKey = newId();
      const asked = await payer.pay(order, { idempotencyKey });
      await expire(quote.id, 60);
      return payer.pay(order, { idempotencyKey, code: codeIn(asked.body) });
    };
    expect(problemOf(await confirmAfter('101'))).toEqual([409, 'quote_expired']);
    // The controls: one by which only the client waits for nothing, and one that the margin still covers.
    expect((await confirmAfter('99')).status).toBe(201);
    expect((await confirmAfter('100.2')).status).toBe(201);
  });

  test('is honoured no longer than the code lives', async () => {
    const { payer, payee } = await euroPayer();
    const { quote, order } = await quoted(payer, payee.id);
    const idempotencyKey = newId();
    const asked = await payer.pay(order, { idempotencyKey });
    await expire(quote.id, 301);
    const late = await payer.pay(order, { idempotencyKey, code: codeIn(asked.body) });
    expect(problemOf(late)).toEqual([409, 'quote_expired']);
  });

  test('is of one account, one client, one amount and one currency', async () => {
    const { payer, payee } = await euroPayer();
    const { quote, order } = await quoted(payer, payee.id);
    const other = await euroPayer();
    expect(problemOf(await other.payer.pay({ ...order, beneficiaryId: other.payee.id }))).toEqual([
      404,
      'not_found',
    ]);
    expect(problemOf(await payer.pay({ ...order, amount: '90.00' }))).toEqual([400, 'Amount']);
    const euroPayee = await addPayee(app, payer.clientId, { name: 'Nord AG' });
    expect(problemOf(await payer.pay({ ...order, beneficiaryId: euroPayee.id }))).toEqual([
      400,
      'BeneficiaryId',
    ]);
    const { quoteId: _none, ...without } = order;
    expect(problemOf(await payer.pay(without))).toEqual([400, 'BeneficiaryId']);
    expect(problemOf(await payer.pay({ ...order, chargeBearer: 'BEN' }))).toEqual([400, 'ChargeBearer']);
    // It does not serve an exchange, nor the other way round.
    const exchanged = await app.call(
      executeExchange,
      { body: { quoteId: quote.id } },
      { token: payer.token, idempotencyKey: randomUUID() },
    );
    expect(exchanged.status).toBe(404);
    const { output: dollars } = await app.call(
      openAccount,
      { body: { currency: 'USD', name: 'Dollars' } },
      { token: payer.token, idempotencyKey: randomUUID() },
    );
    const own = await app.call(
      createQuote,
      {
        body: {
          fromAccount: payer.account.number,
          toAccount: dollars.number,
          amount: '100.00',
          side: 'SELL',
        },
      },
      { token: payer.token },
    );
    expect(problemOf(await payer.pay({ ...order, quoteId: own.output.id }))).toEqual([400, 'QuoteId']);
  });

  test('stays unused when the money for the fee is just missing', async () => {
    const { payer, payee } = await euroPayer(10_999n);
    const { order } = await quoted(payer, payee.id);
    expect(problemOf(await payer.pay(order))).toEqual([422, 'insufficient_funds']);
    const { order: less } = await quoted(payer, payee.id, { amount: '99.99' });
    expect((await payer.payWithCode(less)).status).toBe(201);
    expect(await payer.balance()).toMatchObject({ available: 0n });
  });

  test('names either an account or a currency', async () => {
    const { payer } = await euroPayer();
    const fromAccount = payer.account.number;
    for (const target of [
      {},
      { toAccount: fromAccount, toCurrency: 'USD' },
      { toCurrency: 'EUR' },
      { toCurrency: 'XXX' },
    ]) {
      const body = { fromAccount, amount: '1.00', side: 'SELL', ...target } as const;
      expect((await app.call(createQuote, { body }, { token: payer.token })).status).toBe(400);
    }
  });
});

describe('in a company', () => {
  /** Clara orders; the quote promises `percent` of what it should. */
  async function ordered(firm: Firm, percent = '100') {
    const payee = await addPayee(app, firm.companyId, { currency: 'USD', name: 'Dollar Inc' });
    const body = {
      fromAccount: firm.account.number,
      toCurrency: 'USD',
      amount: '100.00',
      side: 'SELL',
    } as const;
    const { output: quote } = await app.call(createQuote, { body }, { token: firm.clara.companyToken });
    await query`
      update exchange.quote set buy_minor = round(buy_minor * ${percent}::numeric / 100) where id = ${quote.id}
    `.execute(app.database.sql);
    const { output } = await order(app, { ...firm, payeeId: payee.id }, firm.clara, { quoteId: quote.id });
    return { quote, placed: output };
  }

  test('the approver sees both amounts, and the payment goes as it was ordered', async () => {
    const firm = await createFirm(app);
    const { quote, placed } = await ordered(firm);
    expect(placed).toMatchObject({
      status: 'CREATED',
      converted: { amount: quote.buyAmount, currency: 'USD' },
    });
    const waiting = await inboxOf(app, firm.boris);
    expect(waiting[0]?.facts).toMatchObject({ sent: quote.buyAmount, sentCurrency: 'USD', rate: quote.rate });
    expect(await decide(app, firm.boris.token, waiting)).toEqual(['APPROVED']);
    const token = firm.clara.companyToken;
    await awaitPayment(app, { token }, placed.id, ({ status }) => status === 'PENDING_FINANCE_INSTITUTION');
    await report({ paymentId: placed.id, outcome: 'settled', at: new Date() });
    expect(await moneyOf(app, firm)).toMatchObject({ posted: 10_000_000n - 11_000n, reserved: 0n });
  });

  test('an approval carries out a rate at which the client would get 0.7 % more today', async () => {
    const firm = await createFirm(app);
    // Compared with what a client gets today, so less the margin: against the middle of the market it is 1.1 %.
    await ordered(firm, '99.3');
    expect(await decide(app, firm.boris.token, await inboxOf(app, firm.boris))).toEqual(['APPROVED']);
  });

  test('an approval is refused once the market has moved away; the payment goes on waiting', async () => {
    // By little more than the bank's margin, and by much.
    const nearer = await createFirm(app);
    await ordered(nearer, '100.8');
    expect(await decide(app, nearer.boris.token, await inboxOf(app, nearer.boris))).toEqual(['rate_moved']);
    const firm = await createFirm(app);
    const { placed } = await ordered(firm, '103');
    const waiting = await inboxOf(app, firm.boris);
    expect(await decide(app, firm.boris.token, waiting)).toEqual(['rate_moved']);
    expect((await readPayment(app, { token: firm.clara.companyToken }, placed.id)).status).toBe('CREATED');
    expect(await decide(app, firm.boris.token, waiting, 'REJECT')).toEqual(['REJECTED']);
    expect(await moneyOf(app, firm)).toMatchObject({ posted: 10_000_000n, reserved: 0n });
  });
});
