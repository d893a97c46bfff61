/**
 * Exchange rates of real sources, through the calls of clients. Controls, tried once: without the limit of age an old rate is quoted; without the limit of a jump the
 * tenfold rate is quoted; without the check of the clock a rate of tomorrow is quoted.
 */
import { type CallInput, createQuote, listAccounts, openAccount, summariseAccounts } from '@calmly/contract';
import { type CurrencyCode, parseDecimal } from '@calmly/domain';
import type { PricesConfig } from '@calmly/platform/config/prices.ts';
import { newId } from '@calmly/platform/ids.ts';
import { bankAccount, post } from '@calmly/products/ledger/server/index.ts';
import { createApp } from '@calmly/server/src/app.ts';
import type { AppConfig } from '@calmly/server/src/composition.ts';
import { createCall, startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { opsWith } from '@calmly/server/test/support/processes/ops.ts';
import { type RateSources, startRateSources } from '@calmly/server/test/support/processes/rate-sources.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const closing: Array<() => Promise<unknown>> = [];
let sources: RateSources;
beforeEach(async () => {
  sources = await startRateSources();
  closing.push(sources.close);
});
afterEach(async () => {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
});

const day = 86_400_000;
/** A bank that reads its rates anew for almost every call, unless `memoryMs` is given. */
const pricesConfig = ({ memoryMs = 20 } = {}): PricesConfig => ({
  http: {
    reference: { url: sources.referenceUrl, pollMs: 60, maxAgeMs: 7 * day, timeoutMs: 200 },
    market: {
      url: sources.marketUrl,
      authorization: sources.authorization,
      pollMs: 60,
      maxAgeMs: 120_000,
      timeoutMs: 200,
    },
    mostJumpPercent: 10,
    memoryMs,
  },
  service: undefined,
});

async function startBank(options?: { readonly memoryMs: number }): Promise<TestApp> {
  const bank = await startTestApp({ config: { prices: pricesConfig(options) } });
  closing.push(bank.close);
  return bank;
}

/** Another server on the same database. */
async function startBeside(
  { database }: Pick<TestApp, 'database'>,
  config: Partial<AppConfig> = { prices: pricesConfig() },
): Promise<Pick<TestApp, 'call'>> {
  const app = await createApp({
    database,
    log: pino({ level: 'silent' }),
    config: { ...testConfig, ...config },
  });
  closing.push(() => app.close());
  return { call: createCall(await app.listen({ host: '127.0.0.1', port: 0 })) };
}

interface Trader {
  readonly client: SignedIn;
  readonly numbers: Readonly<Record<string, string>>;
}

async function newTrader(bank: TestApp, ...currencies: CurrencyCode[]): Promise<Trader> {
  const client = await newClient(bank);
  const numbers: Record<string, string> = {};
  for (const currency of currencies) {
    const { output } = await bank.call(
      openAccount,
      { body: { currency, name: `My ${currency}` } },
      { token: client.token, idempotencyKey: currency },
    );
    numbers[currency] = output.number;
    await bank.database.inTransaction(async (sql) => {
      const debitAccountId = await bankAccount(sql, 'nostro', currency);
      const amountMinor = parseDecimal('100', currency) ?? 0n;
      const transfer = { id: newId(), debitAccountId, creditAccountId: output.id, amountMinor, code: 'test' };
      await post(sql, [{ ...transfer, at: new Date() }]);
    });
  }
  return { client, numbers };
}

const quote = (
  { call }: Pick<TestApp, 'call'>,
  { client, numbers }: Trader,
  [from, to]: readonly [string, string],
  headers: Record<string, string> = {},
) => {
  const body = {
    fromAccount: numbers[from] ?? '',
    toAccount: numbers[to] ?? '',
    amount: '10',
    side: 'SELL',
  } as const;
  return call(createQuote, { body } as CallInput<typeof createQuote>, { token: client.token, headers });
};

const summary = ({ call }: Pick<TestApp, 'call'>, { client }: Trader, currency = 'EUR') =>
  call(summariseAccounts, { query: { currency, days: 30, months: 1 } }, { token: client.token });

/** The middle of the market between euro and dollar; undefined while there is none. */
const midRate = async (bank: Pick<TestApp, 'call'>, trader: Trader, to = 'USD') => {
  const { status, output } = await quote(bank, trader, ['EUR', to]).then((answer) => ({
    status: answer.status,
    output: answer.status < 300 ? answer.output : undefined,
  }));
  return status < 300 ? output?.midRate : undefined;
};

it('quotes at the market’s rates and values at those of the central bank, exactly', async () => {
  const bank = await startBank();
  const trader = await newTrader(bank, 'EUR', 'USD', 'JPY', 'KWD');
  // 1 / 0.8630 and 156.5 / 0.8630, seven digits.
  expect(
    await until(
      () => midRate(bank, trader),
      (rate) => rate !== undefined,
    ),
  ).toBe('1.158748');
  expect(await midRate(bank, trader, 'JPY')).toBe('181.3441');
  // 0.30706 / 0.8630: written with an exponent.
  expect(await midRate(bank, trader, 'KWD')).toBe('0.3558053');
  const { output } = await summary(bank, trader);
  // 100 + 100/1.1584 + 100/181.30 + 100/0.355805…: the central bank has no dinar.
  expect(output).toMatchObject({ total: '467.93', ratesAsOf: sources.day });
  const own = await newTrader(bank, 'EUR');
  expect((await summary(bank, own)).output).toMatchObject({ total: '100.00', ratesAsOf: null });
  expect(sources.paths).toContain('/ecb.xml');
});

it('has its rates at once after a restart and on a second server, also while the sources are away', async () => {
  const bank = await startBank();
  const trader = await newTrader(bank, 'EUR', 'USD');
  await until(
    () => midRate(bank, trader),
    (rate) => rate !== undefined,
  );
  await until(
    () => summary(bank, trader),
    ({ status }) => status === 200,
  );
  sources.fault = (_path, response) => Boolean(response.writeHead(503).end());
  const { call } = await startBeside(bank);
  expect(await midRate({ call }, trader)).toBe('1.158748');
  expect((await summary({ call }, trader)).status).toBe(200);
});

it('gives every caller its last rates while they cannot be read from the database', async () => {
  // Long enough for all of them to wait for one reading.
  const bank = await startBank({ memoryMs: 1_000 });
  const trader = await newTrader(bank, 'EUR', 'USD');
  await until(
    () => midRate(bank, trader),
    (rate) => rate !== undefined,
  );
  sources.fault = (_path, response) => Boolean(response.writeHead(503).end());
  const holder = await bank.database.pool.connect();
  await holder.query('begin; lock table price.rate in access exclusive mode');
  const asked: Array<ReturnType<typeof midRate>> = [];
  const ask = (count: number) => asked.push(...Array.from({ length: count }, () => midRate(bank, trader)));
  await until(
    () => {
      ask(1);
      // Not a connection of the bank: those that wait may hold them all.
      return holder.query(`select from pg_locks where not granted and relation = 'price.rate'::regclass`);
    },
    ({ rows }) => rows.length > 0,
  );
  ask(5);
  // By now the five have arrived and wait for the same reading.
  await bank.call(listAccounts, { query: {} }, { token: trader.client.token });
  await holder.query('alter table price.rate rename to away; commit');
  holder.release();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['1.158748']));
});

it('refuses a quote at an old rate, and totals that need one, in both languages', async () => {
  // A market rate of this week would do for the totals.
  sources.market.timestamp -= 8 * 86_400;
  sources.day = new Date(Date.now() - 9 * day).toISOString().slice(0, 10);
  const bank = await startBank();
  const trader = await newTrader(bank, 'EUR', 'USD');
  await until(
    () =>
      query<{ count: number }>`select count(distinct source)::int as count from price.rate`.execute(
        bank.database.sql,
      ),
    ({ rows }) => rows[0]?.count === 2,
  );
  const refused = await quote(bank, trader, ['EUR', 'USD']);
  expect([refused.status, problemOf(refused)]).toEqual([503, 'price_unavailable']);
  expect(refused.text).toContain('Rates aren’t available right now. Try again');
  const russian = await quote(bank, trader, ['EUR', 'USD'], { 'accept-language': 'ru' });
  expect(russian.text).toContain('Курсы сейчас недоступны. Попробуйте');
  expect(problemOf(await summary(bank, trader))).toBe('rates_unavailable');
  expect((await summary(bank, await newTrader(bank, 'EUR'))).output.total).toBe('100.00');
  sources.move({});
  sources.day = new Date().toISOString().slice(0, 10);
  expect(
    await until(
      () => midRate(bank, trader),
      (rate) => rate !== undefined,
    ),
  ).toBe('1.158748');
  await until(
    () => summary(bank, trader),
    ({ status }) => status === 200,
  );
});

type Fault = NonNullable<RateSources['fault']>;
const answering =
  (text: string): Fault =>
  (_path, response) =>
    Boolean(response.end(text));
const latest = (fields: object) =>
  JSON.stringify({
    timestamp: Math.floor(Date.now() / 1000) + 30,
    base: 'USD',
    rates: { EUR: 0.9, GBP: 0.8 },
    ...fields,
  });
const ecb = (inner: string) =>
  `<E xmlns="e"><Cube><Cube time="${new Date().toISOString().slice(0, 10)}">${inner}</Cube></Cube></E>`;

describe('a source', () => {
  let bank: TestApp;
  let trader: Trader;
  let own: RateSources;
  beforeAll(async () => {
    own = await startRateSources();
    sources = own;
    bank = await startTestApp({ config: { prices: pricesConfig() } });
    trader = await newTrader(bank, 'EUR', 'USD');
    await until(
      () => midRate(bank, trader),
      (rate) => rate !== undefined,
    );
    await until(
      () => summary(bank, trader),
      ({ status }) => status === 200,
    );
  });
  beforeEach(() => {
    sources = own;
  });
  afterAll(async () => {
    await bank.close();
    await own.close();
  });

  it.each<[string, Fault]>([
    ['does not answer in time', () => true],
    ['hangs up', (_path, response) => Boolean(response.socket?.destroy())],
    ['fails', (_path, response) => Boolean(response.writeHead(500).end('oops'))],
    [
      'sends elsewhere',
      (_path, response) => Boolean(response.writeHead(302, { location: '/latest.json' }).end()),
    ],
    ['answers nothing', answering('')],
    ['answers a page', answering('<!doctype html><html><body>Sign in</body></html>')],
    ['answers too much', answering(latest({ more: 'x'.repeat(1_100_000) }))],
    ['answers XML that explodes', answering('<!DOCTYPE a [<!ENTITY b "b">]><Cube>&b;</Cube>')],
    ['answers no rates', answering(latest({ rates: {} }))],
    ['knows no euro', answering(latest({ rates: { GBP: 0.8 } }))],
    ['writes rates as words', answering(latest({ rates: { EUR: 'many', GBP: 'few' } }))],
    ['writes impossible rates', answering(latest({ rates: { EUR: 0, GBP: -1 } }))],
    ['has infinite rates', answering(latest({ rates: { EUR: 0.9 } }).replace('0.9', '1e999'))],
    ['is ahead of our clock', answering(latest({ timestamp: Math.floor(Date.now() / 1000) + 3600 }))],
    ['answers an older rate', answering(latest({ timestamp: Math.floor(Date.now() / 1000) - 60 }))],
    [
      'names a currency twice',
      answering(ecb('<Cube currency="USD" rate="1.2"/><Cube currency="USD" rate="1.3"/>')),
    ],
    [
      'names no day',
      answering('<E xmlns="e"><Cube><Cube><Cube currency="USD" rate="1.2"/></Cube></Cube></E>'),
    ],
  ])('that %s leaves the rates as they are, and new ones are taken afterwards', async (_name, fault) => {
    const rate = await midRate(bank, trader);
    const before = (await summary(bank, trader)).output.total;
    sources.fault = fault;
    sources.paths.length = 0;
    await until(
      () => sources.paths.filter((path) => path === '/latest.json').length,
      (count) => count >= 2,
    );
    await until(
      () => sources.paths.filter((path) => path === '/ecb.xml').length,
      (count) => count >= 2,
    );
    expect(await midRate(bank, trader)).toBe(rate);
    expect((await summary(bank, trader)).output.total).toBe(before);
    sources.fault = undefined;
    // Back and forth.
    const [euro, next] = rate === '1.158748' ? ['0.8640', '1.157407'] : ['0.8630', '1.158748'];
    sources.move({ EUR: euro });
    expect(
      await until(
        () => midRate(bank, trader),
        (found) => found !== rate,
      ),
    ).toBe(next);
  });
});

it('holds a rate that jumps until staff accepts it, or the source is back', async () => {
  const bank = await startBank();
  const trader = await newTrader(bank, 'EUR', 'USD', 'JPY');
  await until(
    () => midRate(bank, trader, 'JPY'),
    (rate) => rate !== undefined,
  );
  const ops = (...parameters: string[]) =>
    opsWith({ PRICES: 'http', PRICES_MARKET_URL: sources.marketUrl }, bank, ...parameters);
  const held = async () => {
    const { rows } = await query<{
      id: string;
      rate: string;
    }>`select id, rate::text from price.held_rate`.execute(bank.database.sql);
    return rows;
  };
  sources.move({ JPY: '1565', EUR: '0.8640' });
  await until(held, ({ length }) => length === 1);
  // The dollar moves on, the yen does not.
  expect(
    await until(
      () => midRate(bank, trader),
      (rate) => rate !== '1.158748',
    ),
  ).toBe('1.157407');
  expect(await midRate(bank, trader, 'JPY')).toBe('181.3441');
  sources.move({ JPY: '156.6' });
  await until(held, ({ length }) => length === 0);
  expect(
    await until(
      () => midRate(bank, trader, 'JPY'),
      (rate) => rate !== '181.3441',
    ),
  ).toBe('181.25');

  sources.move({ JPY: '130' });
  const [{ id } = { id: '' }] = await until(held, ({ length }) => length === 1);
  sources.move({ JPY: '131' });
  await until(held, ([one]) => one?.rate.startsWith('151.6') === true);
  const list = await ops();
  expect(list.out).toMatch(new RegExp(`${id} {2}held-rate .*JPY: the market rate 151.6`));
  expect((await ops('show', id)).out).toContain('compare it with another source first');
  const rejected = await ops('reject', id, '--as', 'Rita', '--reason', 'wrong');
  expect([rejected.code, rejected.error]).toEqual([1, expect.stringContaining('A held rate is not used')]);
  expect(await midRate(bank, trader, 'JPY')).toBe('181.25');
  expect(await ops('approve', id, '--as', 'Rita')).toMatchObject({ code: 0 });
  expect(
    await until(
      () => midRate(bank, trader, 'JPY'),
      (rate) => rate !== '181.25',
    ),
  ).toBe('151.6203');
  expect((await ops('approve', id, '--as', 'Rita')).code).toBe(1);
  const { rows } = await query`select from platform.audit where action = 'prices.rate_accepted'`.execute(
    bank.database.sql,
  );
  expect(rows).toHaveLength(1);
});

it('two servers ask each source as often as one', async () => {
  const bank = await startBank();
  await startBeside(bank);
  const startedMs = performance.now();
  sources.paths.length = 0;
  await until(
    () => sources.paths.length,
    (count) => count >= 20,
  );
  const rounds = (performance.now() - startedMs) / 60;
  expect(sources.paths.length).toBeLessThanOrEqual(2 * (rounds + 2));
});

it('has no rates without a sandbox and without a source', async () => {
  const bank = await startTestApp();
  closing.push(bank.close);
  const trader = await newTrader(bank, 'EUR', 'USD');
  const real = await startBeside(bank, { sandbox: { ...testConfig.sandbox, enabled: false } });
  expect(problemOf(await quote(real, trader, ['EUR', 'USD']))).toBe('price_unavailable');
  expect(problemOf(await summary(real, trader))).toBe('rates_unavailable');
});
