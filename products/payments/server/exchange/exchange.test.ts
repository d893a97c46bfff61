/** Exchanges over HTTP, on the real app, books and database. */
import { randomUUID } from 'node:crypto';
import {
  closeAccount,
  createQuote,
  executeExchange,
  getPayment,
  listActivity,
  listPayments,
  openAccount,
  type QuoteInput,
  summariseAccounts,
} from '@calmly/contract';
import { type CurrencyCode, formatDecimal, parseDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import {
  callWithCode,
  newBoss,
  newColleague,
  noRights,
  problemOf,
} from '@calmly/server/test/support/clients/colleagues.ts';
import { entriesWithoutTransaction } from '@calmly/server/test/support/clients/ledger.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balances, bankAccount, closeAccounts, post, verifyBooks } from '../../../ledger/server/index.ts';
import { createExchangeModule } from './index.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

interface Trader {
  readonly client: SignedIn;
  readonly accounts: Readonly<Record<string, { readonly id: string; readonly number: string }>>;
}

/** A client with accounts in these currencies, each funded as said in minor units. */
async function newTrader(funds: Partial<Record<CurrencyCode, bigint>>): Promise<Trader> {
  const client = await newClient(bank);
  const accounts: Record<string, { id: string; number: string }> = {};
  for (const [currency, minor] of Object.entries(funds) as Array<[CurrencyCode, bigint]>) {
    const { output } = await bank.call(
      openAccount,
      { body: { currency, name: `My ${currency}` } },
      { token: client.token, idempotencyKey: currency },
    );
    accounts[currency] = output;
    if (minor > 0n) await fund(output.id, currency, minor);
  }
  return { client, accounts };
}

const fund = (id: string, currency: CurrencyCode, amountMinor: bigint) =>
  bank.database.inTransaction(async (sql) => {
    const debitAccountId = await bankAccount(sql, 'nostro', currency);
    const transfer = { id: newId(), debitAccountId, creditAccountId: id, amountMinor, code: 'test' };
    return post(sql, [{ ...transfer, at: new Date() }]);
  });

const quote = (
  { client, accounts }: Trader,
  [from, to]: readonly [string, string],
  rest: Pick<QuoteInput, 'amount' | 'side'>,
) =>
  bank.call(
    createQuote,
    {
      body: {
        fromAccount: accounts[from]?.number ?? from,
        toAccount: accounts[to]?.number ?? to,
        ...rest,
      },
    },
    { token: client.token },
  );

const execute = (
  { client }: Pick<Trader, 'client'>,
  quoteId: string,
  idempotencyKey: string = randomUUID(),
) => bank.call(executeExchange, { body: { quoteId } }, { token: client.token, idempotencyKey });

async function balanceOf({ accounts }: Trader, currency: string): Promise<bigint> {
  const id = accounts[currency]?.id ?? '';
  return (await balances(bank.database.sql, [id])).get(id)?.availableMinor ?? -1n;
}

it('exchanges euro for yen at the quoted price, and shows it on both sides', async () => {
  const trader = await newTrader({ EUR: 50_000n, JPY: 0n });
  const { token } = trader.client;
  const quoted = (await quote(trader, ['EUR', 'JPY'], { amount: '100.00', side: 'SELL' })).output;
  expect(quoted).toMatchObject({
    sellAmount: '100.00',
    sellCurrency: 'EUR',
    buyCurrency: 'JPY',
    margin: '0.4',
  });
  expect(quoted.expiresInSeconds).toBeGreaterThan(25);
  expect(quoted.buyAmount).toMatch(/^\d+$/);
  // The price can be checked by hand: cut to whole yen, and the margin is what it costs.
  const [whole = '', fraction = ''] = quoted.rate.split('.');
  const bought = (100n * BigInt(whole + fraction)) / 10n ** BigInt(fraction.length);
  expect(`${bought}`).toBe(quoted.buyAmount);
  // Both are cut to seven digits, the last of which is the fourth decimal here.
  expect(Math.abs(Number(quoted.rate) - 0.996 * Number(quoted.midRate))).toBeLessThan(0.0001);
  expect(Number(quoted.cost)).toBeGreaterThan(0.39);

  const { status, output: done } = await execute(trader, quoted.id);
  expect(status).toBe(201);
  expect(done).toMatchObject({ rate: quoted.rate, sellAmount: '100.00', buyAmount: quoted.buyAmount });
  expect(await balanceOf(trader, 'EUR')).toBe(40_000n);
  expect(await balanceOf(trader, 'JPY')).toBe(BigInt(quoted.buyAmount));

  const read = async (id: string) => (await bank.call(getPayment, { params: { id } }, { token })).output;
  const [debit, credit] = [await read(done.debitPaymentId), await read(done.creditPaymentId)];
  expect(debit).toMatchObject({
    direction: 'DEBIT',
    scheme: 'EXCHANGE',
    status: 'EXECUTED',
    amount: '100.00',
    currency: 'EUR',
    fee: '0.00',
    reference: 'EUR/JPY',
    canCancel: false,
    conversion: {
      rate: quoted.rate,
      counterAmount: quoted.buyAmount,
      counterCurrency: 'JPY',
      counterPaymentId: credit.id,
    },
  });
  expect(credit).toMatchObject({
    direction: 'CREDIT',
    amount: quoted.buyAmount,
    currency: 'JPY',
    conversion: { counterAmount: '100.00', counterCurrency: 'EUR', counterPaymentId: debit.id },
  });
  expect(debit.timeline.map(({ status: step }) => step).at(-1)).toBe('EXECUTED');
  const { output } = await bank.call(listPayments, { query: { limit: 10 } }, { token });
  expect(output.Items.map(({ id }) => id).sort()).toEqual([debit.id, credit.id].sort());
});

it('computes the amount to sell from the amount to buy, in currencies of every exponent', async () => {
  const trader = await newTrader({ EUR: 1_000_000n, JPY: 1_000_000n, KWD: 1_000_000n });
  for (const [pair, amount] of [
    [['EUR', 'KWD'], '12.345'],
    [['JPY', 'EUR'], '10.01'],
    [['KWD', 'JPY'], '777'],
  ] as const) {
    const { output } = await quote(trader, pair, { amount, side: 'BUY' });
    const before = [await balanceOf(trader, pair[0]), await balanceOf(trader, pair[1])];
    await execute(trader, output.id);
    const [sold = 0n, bought = 0n] = [
      (before[0] ?? 0n) - (await balanceOf(trader, pair[0])),
      (await balanceOf(trader, pair[1])) - (before[1] ?? 0n),
    ];
    expect([formatDecimal(sold, pair[0]), formatDecimal(bought, pair[1])]).toEqual([
      output.sellAmount,
      output.buyAmount,
    ]);
    expect(output.buyAmount).toBe(amount);
  }
});

it('executes once: the same key again, another key, and twenty concurrent calls', async () => {
  const trader = await newTrader({ EUR: 50_000n, USD: 0n });
  const { id } = (await quote(trader, ['EUR', 'USD'], { amount: '10.00', side: 'SELL' })).output;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) => execute(trader, id, place % 2 === 0 ? 'same' : randomUUID())),
  );
  const done = answers.filter(({ status }) => status === 201);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(problemOf))).toEqual(new Set(['quote_used']));
  expect(await balanceOf(trader, 'EUR')).toBe(49_000n);
});

it('refuses an expired quote, and another client’s', async () => {
  const trader = await newTrader({ EUR: 50_000n, USD: 0n });
  const { id } = (await quote(trader, ['EUR', 'USD'], { amount: '10.00', side: 'SELL' })).output;
  const stranger = await newTrader({ EUR: 50_000n });
  expect((await execute(stranger, id)).status).toBe(404);
  await query`update exchange.quote set expires_at = now() where id = ${id}`.execute(bank.database.sql);
  const late = await execute(trader, id);
  expect([late.status, problemOf(late)]).toEqual([409, 'quote_expired']);
  expect(await balanceOf(trader, 'EUR')).toBe(50_000n);
});

describe('quotes of the past', () => {
  /** Three quotes: executed, over for too long, over for not so long. */
  async function oldQuotes(tooLong: string, notSoLong: string) {
    const trader = await newTrader({ EUR: 50_000n, USD: 0n });
    const make = async () =>
      (await quote(trader, ['EUR', 'USD'], { amount: '10.00', side: 'SELL' })).output.id;
    const [executed, over, justOver] = [await make(), await make(), await make()];
    await execute(trader, executed);
    const age = (id: string, by: string) =>
      query`update exchange.quote set expires_at = now() - ${by}::interval where id = ${id}`.execute(
        bank.database.sql,
      );
    await age(executed, tooLong);
    await age(over, tooLong);
    await age(justOver, notSoLong);
    const outcomes = async () =>
      Promise.all([executed, over, justOver].map(async (id) => problemOf(await execute(trader, id))));
    return { trader, outcomes };
  }

  it('are purged a day after they ended, except those that were executed', async () => {
    const { outcomes } = await oldQuotes('25 hours', '23 hours');
    const { purges = [] } = createExchangeModule({
      prices: { marketRates: () => Promise.reject() } as never,
    });
    for (const purge of purges) await purge.deleteSome(bank.database.sql, 100);
    expect(await outcomes()).toEqual(['quote_used', 'not_found', 'quote_expired']);
  });

  it('are forgotten with the next quote after an hour, except those that were executed', async () => {
    const { trader, outcomes } = await oldQuotes('61 minutes', '59 minutes');
    const stranger = await oldQuotes('61 minutes', '59 minutes');
    await quote(trader, ['EUR', 'USD'], { amount: '1.00', side: 'SELL' });
    expect(await outcomes()).toEqual(['quote_used', 'not_found', 'quote_expired']);
    expect(await stranger.outcomes()).toEqual(['quote_used', 'quote_expired', 'quote_expired']);
  });
});

it('executes no quote that is for a payment', async () => {
  const trader = await newTrader({ EUR: 50_000n, USD: 0n });
  const body = {
    fromAccount: trader.accounts.EUR?.number ?? '',
    toCurrency: 'USD',
    amount: '10.00',
  } as const;
  const { output } = await bank.call(
    createQuote,
    { body: { ...body, side: 'SELL' } },
    { token: trader.client.token },
  );
  expect((await execute(trader, output.id)).status).toBe(404);
  expect(await balanceOf(trader, 'EUR')).toBe(50_000n);
});

it('appears in the activity with who exchanged', async () => {
  const trader = await newTrader({ JPY: 50_000n, EUR: 0n });
  const { token } = trader.client;
  const { output } = await quote(trader, ['JPY', 'EUR'], { amount: '50000', side: 'SELL' });
  // What it costs is yen, which have no decimals.
  expect(output.cost).toMatch(/^\d+$/);
  const { debitPaymentId } = (await execute(trader, output.id)).output;
  const { Items } = (await bank.call(listActivity, { query: { limit: 5 } }, { token })).output;
  const line = Items.find(({ subject }) => subject?.id === debitPaymentId);
  expect(line).toMatchObject({ amount: '50000', currency: 'JPY', person: { name: expect.any(String) } });
});

it('never sells more than the balance under concurrent exchanges', async () => {
  const trader = await newTrader({ EUR: 10_000n, USD: 0n, JPY: 0n });
  const quotes = await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      quote(trader, ['EUR', place % 2 === 0 ? 'USD' : 'JPY'], { amount: '30.00', side: 'SELL' }),
    ),
  );
  const answers = await Promise.all(quotes.map(({ output }) => execute(trader, output.id)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(problemOf))).toEqual(new Set(['insufficient_balance']));
  expect(refused[0]?.text).toContain('10.00');
  expect(await balanceOf(trader, 'EUR')).toBe(1_000n);
  // Neither leg of a refused one is in the books: what was bought is what the three that went say.
  for (const currency of ['USD', 'JPY'] as const) {
    const bought = answers
      .flatMap((answer) =>
        answer.status === 201 && answer.output.buyCurrency === currency ? answer.output.buyAmount : [],
      )
      .reduce((sum, amount) => sum + (parseDecimal(amount, currency) ?? 0n), 0n);
    expect(await balanceOf(trader, currency)).toBe(bought);
  }
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  expect(await entriesWithoutTransaction(bank.database.sql)).toEqual([]);
});

it('neither sells from nor buys to an account that was closed meanwhile', async () => {
  const trader = await newTrader({ EUR: 10_000n, USD: 0n });
  const { id } = (await quote(trader, ['EUR', 'USD'], { amount: '30.00', side: 'SELL' })).output;
  await bank.database.inTransaction((sql) => closeAccounts(sql, [trader.accounts.USD?.id ?? ''], new Date()));
  const refused = await execute(trader, id);
  expect([refused.status, problemOf(refused)]).toEqual([409, 'account_closed']);
  expect(await balanceOf(trader, 'EUR')).toBe(10_000n);
});

it('counts as neither money in nor money out', async () => {
  const trader = await newTrader({ EUR: 10_000n, USD: 0n });
  const summary = async () =>
    (
      await bank.call(
        summariseAccounts,
        { query: { currency: 'EUR', days: 7, months: 1 } },
        { token: trader.client.token },
      )
    ).output.flows;
  const before = await summary();
  const { id } = (await quote(trader, ['EUR', 'USD'], { amount: '30.00', side: 'SELL' })).output;
  expect((await execute(trader, id)).status).toBe(201);
  expect(await summary()).toEqual(before);
});

it('reports what is wrong with a quote request', async () => {
  const trader = await newTrader({ EUR: 10_000n, JPY: 0n });
  const second = await bank.call(
    openAccount,
    { body: { currency: 'EUR', name: 'Second' } },
    { token: trader.client.token, idempotencyKey: 'second' },
  );
  const { output: closed } = await bank.call(
    openAccount,
    { body: { currency: 'USD', name: 'Closed' } },
    { token: trader.client.token, idempotencyKey: 'closed' },
  );
  const params = { id: closed.id };
  expect((await callWithCode(bank, trader.client, closeAccount, { params })).status).toBe(200);
  const stranger = await newTrader({ USD: 0n });
  const number = (currency: string) => trader.accounts[currency]?.number ?? '';
  const cases = [
    [['EUR', 'JPY'], '0.00', 'SELL', 'Amount'],
    [['EUR', 'JPY'], '1.001', 'SELL', 'Amount'],
    [['EUR', 'JPY'], '1.5', 'BUY', 'Amount'],
    [['JPY', 'EUR'], '1', 'SELL', 'Amount'],
    [['EUR', 'JPY'], '90000000.00', 'SELL', 'Amount'],
    [['EUR', number('EUR')], '1.00', 'SELL', 'ToAccount'],
    [['EUR', second.output.number], '1.00', 'SELL', 'ToAccount'],
    [['EUR', stranger.accounts.USD?.number ?? ''], '1.00', 'SELL', 'ToAccount'],
    [['EUR', closed.number], '1.00', 'SELL', 'ToAccount'],
    [[closed.number, 'EUR'], '1.00', 'SELL', 'FromAccount'],
    [['nothing', 'JPY'], '1.00', 'SELL', 'FromAccount'],
  ] as const;
  for (const [pair, amount, side, field] of cases) {
    const { status, body } = await quote(trader, pair, { amount, side });
    expect([status, (body as { detail: Array<{ field: string }> }).detail[0]?.field]).toEqual([400, field]);
  }
});

it('says up to which amount one can exchange', async () => {
  const { accounts, client } = await newTrader({ EUR: 10_000n, JPY: 0n });
  const ask = async (amount: string, locale: 'en' | 'ru') => {
    const { body } = await bank.call(
      createQuote,
      {
        body: {
          fromAccount: accounts.EUR?.number ?? '',
          toAccount: accounts.JPY?.number ?? '',
          amount,
          side: 'SELL',
        },
      },
      { token: client.token, headers: { 'accept-language': locale } },
    );
    return (body as { detail: Array<{ message: string }> }).detail[0]?.message.replaceAll('\u{a0}', ' ');
  };
  expect(await ask('1000000.01', 'en')).toBe('You can exchange up to 1 000 000.00 € at a time.');
  expect(await ask(`${'9'.repeat(30)}.00`, 'ru')).toBe(
    'За один раз можно обменять не больше 1 000 000.00 €.',
  );
});

it('needs the right to order payments in a company', async () => {
  const boss = await newBoss(bank);
  const clara = await newColleague(bank, boss, { rights: { ...noRights, can_create_benef: true } });
  const body = { fromAccount: '1', toAccount: '2', amount: '1.00', side: 'SELL' } as const;
  const asked = await bank.call(createQuote, { body }, { token: clara.token });
  const sent = await execute({ client: clara }, newId());
  expect([problemOf(asked), problemOf(sent)]).toEqual(['payment_right_missing', 'payment_right_missing']);
});
