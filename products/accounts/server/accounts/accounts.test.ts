/** Accounts over HTTP, on the real app, database and ledger; every test has its own client. */
import { randomUUID } from 'node:crypto';
import {
  downloadRequisites,
  getAccount,
  getAccountBalances,
  listAccounts,
  summariseAccounts,
} from '@calmly/contract';
import { type CurrencyCode, checkIban, convertAtReference, formatDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { createSandboxPrices } from '@calmly/providers/price/index.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { onOneDay } from '@calmly/server/test/support/days.ts';
import { pdfText } from '@calmly/server/test/support/files/pdf-text.ts';
import { signIn } from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPersonClient } from '../../../identity/server/index.ts';
import { bankAccount, post, reserve } from '../../../ledger/server/index.ts';
import {
  defaultBank,
  findAccounts,
  findAccountsByNumberOrIban,
  openAccounts,
  requireAccount,
} from './index.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

async function newClient(...currencies: CurrencyCode[]) {
  const password = 'more-payments-less-stress';
  const email = `${randomUUID()}@demo.calmly.example`;
  const { clientId, accounts } = await bank.database.inTransaction(async (sql) => {
    const work = { sql, now: new Date(), newId };
    const client = await createPersonClient(work, { email, password, firstName: 'Anna', lastName: 'Tamm' });
    const openings = currencies.map((currency) => ({
      clientId: client.clientId,
      currency,
      name: `My ${currency}`,
      withIban: currency !== 'JPY',
    }));
    return { ...client, accounts: await openAccounts(work, defaultBank, openings) };
  });
  const { token } = await signIn(bank.url, { email, password });
  const account = (currency: CurrencyCode) => {
    const found = accounts.find((opened) => opened.currency === currency);
    if (!found) throw new Error(`no account in ${currency}`);
    return found;
  };
  return { clientId, token, account };
}

/** Books money in (or, if negative, out) at a moment. */
async function book(account: { id: string; currency: CurrencyCode }, amountMinor: bigint, at: Date) {
  const verdicts = await bank.database.inTransaction(async (sql) => {
    const nostro = await bankAccount(sql, 'nostro', account.currency);
    const [debitAccountId, creditAccountId] = amountMinor > 0n ? [nostro, account.id] : [account.id, nostro];
    const magnitude = amountMinor > 0n ? amountMinor : -amountMinor;
    return post(sql, [
      { id: newId(), debitAccountId, creditAccountId, amountMinor: magnitude, code: 'test', at },
    ]);
  });
  expect(verdicts).toEqual([{ ok: true }]);
}

it('lists accounts with the details for payers and the balances of the ledger', async () => {
  const { token, account } = await newClient('EUR', 'USD', 'JPY');
  await book(account('EUR'), 123_456n, new Date());
  await bank.database.inTransaction((sql) =>
    reserve(sql, [{ id: newId(), accountId: account('EUR').id, amountMinor: 3_456n }]),
  );
  const { output } = await bank.call(listAccounts, { query: { limit: 10 } }, { token });
  expect(output.NextCursor).toBeNull();
  const [euro, dollar, yen] = output.Items;
  expect(euro).toMatchObject({
    name: 'My EUR',
    holder: 'Anna Tamm',
    available: '1200.00',
    booked: '1234.56',
    reserved: '34.56',
    bic: 'CALMLT21XXX',
    bankName: 'Calmly',
    correspondentBank: null,
    status: 'ACTIVE',
  });
  expect(checkIban(euro?.iban ?? '')).toMatchObject({ ok: true, country: 'LT' });
  expect(euro?.iban).toContain(euro?.number);
  expect(dollar).toMatchObject({ available: '0.00', correspondentBic: 'CITIUS33XXX' });
  expect(yen).toMatchObject({ iban: null, available: '0' });
});

it('pages accounts oldest first and filters by currency', async () => {
  const { token } = await newClient('EUR', 'USD', 'GBP');
  const first = await bank.call(listAccounts, { query: { limit: 2 } }, { token });
  const cursor = first.output.NextCursor ?? undefined;
  const second = await bank.call(listAccounts, { query: { limit: 2, cursor } }, { token });
  expect([...first.output.Items, ...second.output.Items].map(({ currency }) => currency)).toEqual([
    'EUR',
    'USD',
    'GBP',
  ]);
  expect(second.output.NextCursor).toBeNull();
  const pounds = await bank.call(listAccounts, { query: { limit: 2, currency: 'GBP' } }, { token });
  expect(pounds.output.Items.map(({ name }) => name)).toEqual(['My GBP']);
});

it("never shows another client's accounts", async () => {
  const owner = await newClient('EUR');
  const stranger = await newClient();
  const { id, number, iban } = owner.account('EUR');
  const { output } = await bank.call(listAccounts, { query: { limit: 10 } }, { token: stranger.token });
  expect(output.Items).toEqual([]);
  const { sql } = bank.database;
  await expect(requireAccount(sql, { clientId: stranger.clientId, id })).rejects.toThrow('not_found');
  expect(await findAccounts(sql, [{ clientId: stranger.clientId, numberOrIban: number }])).toEqual([
    undefined,
  ]);
  const found = await findAccounts(sql, [
    { clientId: owner.clientId, numberOrIban: 'nothing' },
    { clientId: owner.clientId, numberOrIban: ` ${iban?.toLowerCase().replace(/(.{4})/g, '$1 ')}` },
    { clientId: owner.clientId, numberOrIban: number },
  ]);
  expect(found.map((account) => account?.id)).toEqual([undefined, id, id]);
  expect(await findAccountsByNumberOrIban(sql, [number])).toMatchObject([{ holder: 'Anna Tamm' }]);
});

it(
  'sums balances in the requested currency, with the balance line and monthly totals',
  onOneDay(async () => {
    const { token, account } = await newClient('EUR', 'USD');
    const now = new Date();
    const month = (offset: number, day: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, day, 12));
    await book(account('EUR'), 100_000n, month(-2, 3));
    await book(account('EUR'), -20_000n, month(-1, 5));
    await book(account('USD'), 50_000n, month(-1, 6));
    await book(account('EUR'), 700n, now);

    // The seed of the test app.
    const { rates, asOf } = await createSandboxPrices('tests').referenceRates(now);
    const euro = (minor: bigint) => formatDecimal(minor, 'EUR');
    const dollars = convertAtReference(50_000n, 'USD', 'EUR', rates) ?? 0n;
    const { output } = await bank.call(
      summariseAccounts,
      { query: { currency: 'EUR', days: 90, months: 3 } },
      { token },
    );
    expect(output.total).toBe(euro(80_700n + dollars));
    expect(output.change).toBe('7.00');
    expect(output.ratesAsOf).toBe(asOf.toISOString().slice(0, 10));
    expect(output.changeSince).toBe(month(0, 1).toISOString().slice(0, 10));
    expect(output.balances).toHaveLength(90);
    expect(output.balances.at(-1)).toEqual({ date: now.toISOString().slice(0, 10), balance: output.total });
    const dayOf = (at: Date) => output.balances.find(({ date }) => date === at.toISOString().slice(0, 10));
    expect(dayOf(month(-1, 4))?.balance ?? '1000.00').toBe('1000.00');
    expect(dayOf(month(-1, 5))?.balance).toBe('800.00');
    expect(dayOf(month(-1, 6))?.balance).toBe(euro(80_000n + dollars));
    expect(output.flows.map(({ moneyIn, moneyOut }) => [moneyIn, moneyOut])).toEqual([
      ['1000.00', '0.00'],
      [euro(dollars), '200.00'],
      ['7.00', '0.00'],
    ]);

    const yen = await bank.call(
      summariseAccounts,
      { query: { currency: 'JPY', days: 366, months: 12 } },
      { token },
    );
    expect(yen.output.total).toMatch(/^\d+$/);
    expect(yen.output.balances.length).toBeLessThanOrEqual(90);
    expect(yen.output.flows).toHaveLength(12);
  }),
);

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('uses the days and months of %s', (timeZone) =>
  onOneDay(
    onOneDay(async () => {
      const { token, account } = await newClient('EUR');
      const now = new Date();
      // Noon in UTC: the next morning in Kiritimati, one in the morning in Pago Pago. Also on the day before a month began in UTC.
      const noon = (day: number, offset = 0) =>
        new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, day, 12));
      const [monthEnd, yesterday] = [noon(0, -1), noon(now.getUTCDate() - 1)];
      await book(account('EUR'), 100_000n, monthEnd);
      await book(account('EUR'), 5_000n, yesterday);
      const { output } = await bank.call(
        summariseAccounts,
        { query: { currency: 'EUR', days: 7, months: 12, timeZone } },
        { token },
      );
      // Swedish formats days like ISO 8601.
      const dayOf = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone });
      expect(output.balances.at(-1)?.date).toBe(dayOf(now));
      expect(output.changeSince).toBe(`${dayOf(now).slice(0, 7)}-01`);
      expect(output.balances.map(({ date, balance }) => [date, balance])).toEqual(
        output.balances.map(({ date }) => [date, date < dayOf(yesterday) ? '1000.00' : '1050.00']),
      );
      const monthOf = (at: Date) => dayOf(at).slice(0, 7);
      const inOf = new Map(output.flows.map(({ month, moneyIn }) => [month, moneyIn]));
      expect(output.flows.at(-1)?.month).toBe(monthOf(now));
      expect(inOf.get(monthOf(monthEnd))).toBe('1000.00');
      expect(inOf.get(monthOf(yesterday))).toBe('50.00');
      expect(
        (await bank.call(summariseAccounts, { query: { timeZone: 'Mars/Olympus' } }, { token })).status,
      ).toBe(400);
    }),
    timeZone,
  )(),
);

it('returns zeros for a client without accounts and refuses an unknown currency', async () => {
  const { token } = await newClient();
  const empty = await bank.call(
    summariseAccounts,
    { query: { currency: 'EUR', days: 7, months: 1 } },
    { token },
  );
  expect(empty.output).toMatchObject({ total: '0.00', change: '0.00' });
  for (const currency of ['BTC', 'XXX']) {
    const refused = await bank.call(
      summariseAccounts,
      { query: { currency, days: 7, months: 1 } },
      { token },
    );
    expect(refused.status).toBe(400);
  }
});

it('draws the balance line of one account in its own currency; a closed one keeps its past, a stranger’s is not found', async () => {
  const { token, account } = await newClient('USD', 'JPY');
  const { id } = account('USD');
  const day = 86_400_000;
  await book(account('USD'), 5_000n, new Date(Date.now() - 3 * day));
  await book(account('USD'), -2_000n, new Date(Date.now() - day));
  const line = (whose: string, query: object = {}) =>
    bank.call(getAccountBalances, { params: { id: whose }, query }, { token });
  const { currency, balances } = (await line(id, { days: 7 })).output;
  expect(currency).toBe('USD');
  expect(balances.map(({ balance }) => balance)).toEqual([
    ...['0.00', '0.00', '0.00', '50.00', '50.00', '30.00', '30.00'],
  ]);
  expect((await line(account('JPY').id, { days: 366 })).output.balances).toHaveLength(74);
  expect((await line(account('JPY').id)).output.balances.at(-1)?.balance).toBe('0');
  await query`update accounts.account set status = 'CLOSED', closed_at = now() where id = ${id}`.execute(
    bank.database.sql,
  );
  expect((await bank.call(getAccount, { params: { id } }, { token })).output).toMatchObject({
    status: 'CLOSED',
    booked: '30.00',
  });
  expect((await line(id)).output.balances.at(-1)?.balance).toBe('30.00');
  const stranger = await newClient('USD');
  expect((await bank.call(getAccount, { params: { id } }, stranger)).status).toBe(404);
  expect((await bank.call(getAccountBalances, { params: { id }, query: {} }, stranger)).status).toBe(404);
});

it('prints the details for payers: the IBAN if there is one, and the correspondent of another currency', async () => {
  const { token, account } = await newClient('EUR', 'USD', 'JPY');
  const textOf = async ({ id }: { id: string }) => {
    const path = downloadRequisites.path.replace('{id}', id);
    const answer = await fetch(`${bank.url}/api${path}?locale=en`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return pdfText(await answer.bytes());
  };
  const euro = await textOf(account('EUR'));
  const iban = account('EUR').iban?.replaceAll(/(.{4})(?=.)/g, '$1 ') ?? '';
  for (const words of ['Anna Tamm', iban, 'EUR', 'CALMLT21XXX']) expect(euro).toContain(words);
  for (const words of ['Correspondent', 'Account number']) expect(euro).not.toContain(words);
  const dollar = await textOf(account('USD'));
  for (const words of ['USD', 'CALMLT21XXX', 'Citibank N.A., New York', 'CITIUS33XXX'])
    expect(dollar).toContain(words);
  // Without an IBAN, the payer gets the number.
  expect(await textOf(account('JPY'))).toContain(account('JPY').number);
});
