/** The demo as its first visitor meets it. */
import {
  allRights,
  companiesFor,
  listAccounts,
  listBeneficiaries,
  listCards,
  listCryptoHistory,
  listCryptoPayees,
  listKeptForms,
  listPayments,
  listPayouts,
  listStandingOrders,
  listTradeOrders,
  listWallets,
  summariseAccounts,
  type Token,
  testToken,
} from '@calmly/contract';
import { parseDecimal } from '@calmly/domain';
import { verifyTrading } from '@calmly/products/crypto/server/trading/index.ts';
import { proveReserves, reserveFaults } from '@calmly/products/crypto/server/wallets/index.ts';
import { verifyBooks } from '@calmly/products/ledger/server/index.ts';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, testConfig, testSecretKeys } from '../../test/support/app.ts';
import { sized } from '../../test/support/campaign.ts';
import { entriesWithoutTransaction } from '../../test/support/clients/ledger.ts';
import { createTestDatabase } from '../../test/support/database.ts';
import { signIn } from '../../test/support/processes/browser.ts';
import { createChains } from '../chains.ts';
import { demoPassword } from './demo-shapes.ts';
import { planCompany, planHistory } from './history.ts';
import { type SeedOptions, seedSandbox } from './index.ts';
import { people } from './people.ts';

const options: SeedOptions = {
  log: pino({ level: 'silent' }),
  seed: 'calmly',
  secretKeys: testSecretKeys,
  chainsIn: (database) => createChains(testConfig, database),
};

let bank: TestApp;
/** The results of two servers that started together. */
let outcomes: boolean[];
beforeAll(async () => {
  bank = await startTestApp();
  outcomes = await Promise.all([1, 2].map(() => seedSandbox(bank.database, options)));
});
afterAll(() => bank.close());

describe('the demo', () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await signIn(bank.url, { email: people.anna.profile.email, password: demoPassword }));
  });

  const allPayments = async () => {
    const items = [];
    let cursor: string | null | undefined;
    do {
      const { output } = await bank.call(
        listPayments,
        { query: { limit: 200, cursor: cursor ?? undefined } },
        { token },
      );
      items.push(...output.Items);
      cursor = output.NextCursor;
    } while (cursor !== null);
    return items;
  };

  it('leaves correct books', async () => {
    const report = await verifyBooks(bank.database.sql);
    expect(report.breaches).toEqual([]);
    expect(report.transfers).toBeGreaterThan(500n);
    expect(await entriesWithoutTransaction(bank.database.sql)).toEqual([]);
    expect(await verifyTrading(bank.database.sql)).toEqual([]);
    const { wallets } = createChains(testConfig, bank.database);
    const reserves = await proveReserves(bank.database.sql, wallets.networks);
    expect(reserveFaults(reserves)).toEqual([]);
    expect(reserves.map(({ asset }) => asset)).toEqual(['BTC', 'ETH', 'TON', 'EPI', 'PFE']);
  });

  it('is written once', async () => {
    const before = await verifyBooks(bank.database.sql);
    expect(await seedSandbox(bank.database, options)).toBe(false);
    expect(await verifyBooks(bank.database.sql)).toEqual(before);
    expect((await bank.call(testToken, {}, { token })).status).toBe(200);
  });

  it('has money on every account, and some of it reserved', async () => {
    const { output } = await bank.call(listAccounts, { query: { limit: 10 } }, { token });
    expect(output.Items.map(({ name, currency }) => `${name} ${currency}`)).toEqual([
      'Everyday EUR',
      'Savings EUR',
      'US dollars USD',
      'Pounds sterling GBP',
      'Yen JPY',
    ]);
    for (const { name, available } of output.Items) expect(Number(available), name).toBeGreaterThan(100);
    expect(Number(output.Items[0]?.reserved)).toBeGreaterThan(0);
  });

  it('has payments in every state that a client can see, over the last two years', async () => {
    const payments = await allPayments();
    expect(payments.length).toBeGreaterThan(350);
    expect(new Set(payments.map(({ status }) => status))).toEqual(
      new Set(['EXECUTED', 'REJECTED', 'CANCELED', 'UNDER_REVIEW']),
    );
    expect(new Set(payments.map(({ scheme }) => scheme))).toEqual(
      new Set([
        ...['SEPA', 'SWIFT', 'OWN', 'INTERNAL', 'EXCHANGE', 'CARD_MOVE', 'CARD_FEE'],
        ...['CRYPTO', 'CRYPTO_MOVE', 'TRADE'],
      ]),
    );
    const times = payments.map(({ createdAt }) => Date.parse(createdAt));
    expect(Date.now() - (times[0] ?? 0)).toBeLessThan(86_400_000);
    expect(Date.now() - (times.at(-1) ?? 0)).toBeGreaterThan(2 * 365 * 86_400_000);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('adds up: money in less money out, fees included, is the balance', async () => {
    const sums = new Map<string, bigint>();
    for (const { status, direction, accountId, currency, amount, fee } of await allPayments()) {
      if (status !== 'EXECUTED') continue;
      const minor = (text: string) => parseDecimal(text, currency as 'EUR') ?? 0n;
      const change = direction === 'CREDIT' ? minor(amount) : -minor(amount) - minor(fee);
      sums.set(accountId, (sums.get(accountId) ?? 0n) + change);
    }
    const { output } = await bank.call(listAccounts, { query: { limit: 10 } }, { token });
    for (const { id, booked, currency } of output.Items)
      expect(sums.get(id)).toBe(parseDecimal(booked, currency as 'EUR'));
  });

  it('has a balance line and months that vary', async () => {
    const { output } = await bank.call(
      summariseAccounts,
      { query: { currency: 'EUR', days: 366, months: 12 } },
      { token },
    );
    expect(new Set(output.balances.map(({ balance }) => balance)).size).toBeGreaterThan(60);
    for (const { month, moneyIn, moneyOut } of output.flows.slice(0, -1))
      expect([month, Number(moneyIn) > 3000, Number(moneyOut) > 1000]).toEqual([month, true, true]);
  });

  it('has payees of many countries, a Cyrillic name among them, and hides the deleted one', async () => {
    const { output } = await bank.call(listBeneficiaries, { query: { limit: 50 } }, { token });
    expect(output.Items).toHaveLength(20);
    expect(new Set(output.Items.map(({ country }) => country)).size).toBeGreaterThanOrEqual(8);
    expect(output.Items.map(({ name }) => name)).toContain('Сергей Орлов');
    expect(output.Items.map(({ name }) => name)).not.toContain('Kalev Spordiklubi MTÜ');
  });

  it('has two cards with money, one plastic, and a blocked one', async () => {
    const { output } = await bank.call(listCards, { query: { limit: 10, group: 'MINE' } }, { token });
    expect(output.Items.map(({ name, kind, status, available }) => [name, kind, status, available])).toEqual([
      ['Subscriptions', 'VIRTUAL', 'BLOCKED', '25.00'],
      ['Travel', 'PLASTIC', 'ACTIVE', '350.00'],
      ['Software', 'VIRTUAL', 'ACTIVE', '180.00'],
    ]);
  });

  it('has wallets, deposits, a withdrawal, trades and open orders', async () => {
    const { output } = await bank.call(listWallets, {}, { token });
    expect(
      output.Items.map(({ asset, booked, reserved }) => [asset, Number(booked) > 0, Number(reserved) > 0]),
    ).toEqual([
      ['BTC', true, false],
      ['ETH', true, false],
      ['TON', true, true],
      ['EPI', true, true],
    ]);
    const history = async (type: 'Deposit' | 'Transfer') =>
      (await bank.call(listCryptoHistory, { query: { type } }, { token })).output.Items.map(
        ({ asset, amount, status }) => [asset, Number(amount), status],
      );
    expect(await history('Deposit')).toEqual([
      ['TON', 120, 'CREDITED'],
      ['BTC', 0.085, 'CREDITED'],
      ['EPI', 4200, 'EXECUTED'],
    ]);
    expect(await history('Transfer')).toEqual([['BTC', 0.02, 'CONFIRMED']]);
    const orders = await bank.call(listTradeOrders, { query: { limit: 50 } }, { token });
    expect(
      orders.output.Items.map(({ instrument, operation, status }) => [instrument, operation, status]),
    ).toEqual([
      ['TONEPI', 'SELL', 'PLACED'],
      ['ETHEPI', 'BUY', 'PLACED'],
      ['ETHEPI', 'SELL', 'EXECUTED'],
      ['TONEPI', 'SELL', 'EXECUTED'],
      ['ETHEPI', 'BUY', 'CANCELED'],
      ['ETHEPI', 'BUY', 'EXECUTED'],
      ['TONEPI', 'BUY', 'EXECUTED'],
      ['ETHEPI', 'BUY', 'EXECUTED'],
    ]);
    const payees = await bank.call(listCryptoPayees, { query: {} }, { token });
    expect(payees.output.Items.map(({ label }) => label)).toEqual(['Hardware wallet']);
  });

  it('has scheduled rent and taxes, far enough ahead that days may pass', async () => {
    const { output } = await bank.call(listStandingOrders, { query: { state: 'open' } }, { token });
    expect(output.Items.map(({ amount, frequency }) => [amount, frequency])).toEqual([
      ['1284.00', 'ONCE'],
      ['890.00', 'MONTHLY'],
    ]);
    for (const { nextDates } of output.Items)
      expect(Date.parse(nextDates[0] ?? '') - Date.now()).toBeGreaterThan(39 * 86_400_000);
    const kept = await bank.call(listKeptForms, { query: {} }, { token });
    expect(kept.output.Items.map(({ kind }) => kind).toSorted()).toEqual(['DRAFT', 'TEMPLATE', 'TEMPLATE']);
  });
});

describe('the demo company', () => {
  /** Signs in and acts for the company; returns the answer of the list of companies. */
  const enter = async (name: string) => {
    const email = `${name}@demo.calmly.example`;
    const { browser, clientId } = await signIn(bank.url, { email, password: demoPassword });
    const { output: entries } = await bank.call(
      companiesFor,
      { params: { id: clientId }, query: { limit: 10 } },
      { token: browser.token ?? '' },
    );
    const reply = await browser.send('POST', `/oauth/changetoken/${entries[0]?.id}`);
    return { entries, token: (reply.body as Token).access_token };
  };

  it('has two administrators, one member who requests, one who approves and one who reads for a while', async () => {
    const none = Object.fromEntries(Object.keys(allRights).map((right) => [right, false]));
    const held = {
      boris: allRights,
      maria: allRights,
      clara: {
        ...none,
        ...{ can_request_trans: true, can_create_benef: true, can_view_documents: true },
        ...{ can_plast_view: true, can_plast_perform: true },
      },
      toomas: { ...none, can_approve: true },
      peeter: { ...none, can_view_documents: true, can_view_statements: true },
    };
    for (const [name, rights] of Object.entries(held)) {
      const { entries } = await enter(name);
      expect([name, entries]).toMatchObject([
        name,
        [{ companyName: 'Northwind Trading OU', state: 'ACTIVE', rights }],
      ]);
      expect(entries).toHaveLength(1);
    }
  });

  it('has a year of trade, payees and money in euros and dollars', async () => {
    const { token } = await enter('clara');
    const accounts = await bank.call(listAccounts, { query: { limit: 10 } }, { token });
    expect(accounts.output.Items.map(({ name, currency }) => `${name} ${currency}`)).toEqual([
      'Operating EUR',
      'Tax reserve EUR',
      'US dollars USD',
    ]);
    for (const { name, available } of accounts.output.Items)
      expect(Number(available), name).toBeGreaterThan(1000);
    const payments = await bank.call(listPayments, { query: { limit: 200 } }, { token });
    expect(payments.output.Items.length).toBeGreaterThan(120);
    const payees = await bank.call(listBeneficiaries, { query: { limit: 50 } }, { token });
    expect(payees.output.Items).toHaveLength(10);
  });

  it('has three cards with people', async () => {
    const { token } = await enter('boris');
    const { output } = await bank.call(listCards, { query: { limit: 10, group: 'ALL' } }, { token });
    expect(output.Items.map(({ name, holder }) => [name, holder.name])).toEqual([
      ['Advertising', 'Clara Weber'],
      ['Fuel', 'Maria Kask'],
      ['Fairs', 'Boris Sokolov'],
    ]);
    expect(output.Counts).toEqual({ mine: 1, team: 2, closed: 0 });
  });

  it('has paid salaries confidentially: Boris sees them, Clara one line', async () => {
    const seen = async (name: string) => {
      const { token } = await enter(name);
      const payouts = await bank.call(listPayouts, { query: { state: 'finished' } }, { token });
      const payments = await bank.call(listPayments, { query: { limit: 200 } }, { token });
      return {
        payouts: payouts.output.Items,
        lines: payments.output.Items.flatMap(({ amount, counterpartyName }) =>
          /^(Confidential payout|Liina Mets|Jaan Tamme)/.test(counterpartyName)
            ? `${counterpartyName} ${amount}`
            : [],
        ),
      };
    };
    const [boris, clara] = [await seen('boris'), await seen('clara')];
    const [payout] = boris.payouts;
    expect(boris.payouts).toMatchObject([
      { status: 'DONE', confidential: true, name: expect.stringMatching(/^Salaries, /) },
    ]);
    expect(payout?.summary).toMatchObject({ rows: 8, paid: 8, pending: 0, failed: 0 });
    expect(boris.lines).toEqual(['Jaan Tamme 2020.00', 'Liina Mets 2140.00']);
    expect(clara.payouts).toMatchObject([{ number: payout?.number, name: '' }]);
    expect(clara.lines).toEqual([
      `Confidential payout ${payout?.number} ${payout?.summary.totals[0]?.amount}`,
    ]);
  });
});

it('is written once by two servers that start together', () => {
  expect(outcomes.toSorted()).toEqual([false, true]);
});

const times = [
  '2028-02-29T12:00:00Z',
  '2026-01-01T00:00:00Z',
  '2026-02-25T00:30:00Z',
  '2026-03-31T23:59:59Z',
];
it.each(times.slice(0, sized(2, times.length)))('can be written at any time, such as %s', async (time) => {
  const { database, close } = await createTestDatabase();
  expect(await seedSandbox(database, { ...options, now: new Date(time) })).toBe(true);
  expect((await verifyBooks(database.sql)).breaches).toEqual([]);
  await close();
});

it.each([
  ['people', planHistory],
  ['company', planCompany],
])('plans the same history of the %s for the same seed', (_whose, plan) => {
  const now = new Date('2026-11-21T10:00:00Z');
  expect(plan('calmly', now)).toEqual(plan('calmly', now));
  expect(plan('other', now)).not.toEqual(plan('calmly', now));
});
