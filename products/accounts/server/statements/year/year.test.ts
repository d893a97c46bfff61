/** The year overview over HTTP: its sums are those of the statements, on the screen and in every file. */

import { createHash } from 'node:crypto';
import {
  getStatement,
  getYearOverview,
  type Statement,
  verifyFile,
  type YearAccount,
  type YearFormat,
  type YearOverview,
} from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addCard } from '@calmly/server/test/support/cards.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { dayNow, onOneDay } from '@calmly/server/test/support/days.ts';
import { pdfText } from '@calmly/server/test/support/files/pdf-text.ts';
import { newTrader, place } from '@calmly/server/test/support/trading.ts';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankAccount, postAll } from '../../../../ledger/server/index.ts';
import type { AccountRecord } from '../../accounts/index.ts';

let app: TestApp;
let payer: Payer;
const timeZone = 'Europe/Vilnius';
const yearOf = (day: string) => Number(day.slice(0, 4));
/** Stays a past year throughout the run. The current year depends on the day and the time zone, so tests determine it when they need it. */
const past = yearOf(dayNow(timeZone)) - 1;

beforeAll(async () => {
  app = await startTestApp();
  payer = await createPayer(app, { fundedMinor: 0n, firstName: 'Анна', lastName: 'Тамм' });
  await bookYears(payer.account);
});
afterAll(() => app.close());

/** Credits, payments and their fees around the ends of years and the clock changes in Vilnius. */
async function bookYears(account: AccountRecord): Promise<void> {
  const times = [
    // 23:30 on 31 December and 00:30 on 1 January there.
    [`${past - 1}-12-31T21:30Z`, 50_000n, 'payment'],
    [`${past - 1}-12-31T22:30Z`, 1_000n, 'payment'],
    // The night before the clocks go forward, and the last half hour of March.
    [`${past}-03-30T00:30Z`, -700n, 'payment'],
    [`${past}-03-30T00:30Z`, -45n, 'fee'],
    [`${past}-03-31T20:30Z`, -300n, 'payment'],
    [`${past}-03-31T20:30Z`, -30n, 'fee'],
    // 00:30 on 1 April.
    [`${past}-03-31T21:30Z`, -500n, 'payment'],
    [`${past}-03-31T21:30Z`, -25n, 'fee'],
    // A refunded fee.
    [`${past}-07-01T12:00Z`, 25n, 'fee'],
    // In October the clocks go back: 23:30 on the 31st.
    [`${past}-10-31T21:30Z`, -10n, 'payment'],
    [`${past}-12-31T21:59Z`, -20n, 'payment'],
    [`${past}-12-31T22:00Z`, -40n, 'payment'],
    [`${past}-12-31T22:00Z`, -4n, 'fee'],
  ] as const;
  await app.database.inTransaction(async (sql) => {
    const bank = await bankAccount(sql, 'custody', account.currency);
    await postAll(
      sql,
      times.map(([at, minor, code]) => {
        const [debitAccountId, creditAccountId] = minor > 0n ? [bank, account.id] : [account.id, bank];
        const amountMinor = minor < 0n ? -minor : minor;
        return { id: newId(), debitAccountId, creditAccountId, amountMinor, code, at: new Date(at) };
      }),
    );
    // As if the account had been opened before all of these.
    await sql
      .updateTable('accounts.account' as never)
      .set({ created_at: new Date(`${past - 2}-05-20T10:00Z`) } as never)
      .where('id' as never, '=', account.id as never)
      .execute();
  });
}

const overviewOf = async (token: string, query: object): Promise<YearOverview> =>
  (await app.call(getYearOverview, { query: { timeZone, ...query } as never }, { token })).output;

const statementOf = async (
  token: string,
  id: string,
  from: string,
  to: string,
  zone = timeZone,
): Promise<Statement> =>
  (
    await app.call(
      getStatement,
      { params: { id }, query: { from, to, timeZone: zone, limit: 500 } },
      { token },
    )
  ).output;

const fetched = (token: string, format: YearFormat, query: Record<string, string> = {}) =>
  fetch(
    `${app.url}/api/statements/year/file?${new URLSearchParams({ year: String(past), timeZone, locale: 'en', format, ...query })}`,
    { headers: { authorization: `Bearer ${token}` } },
  );

const cents = (text: string): bigint => BigInt(text.replace('.', ''));
const feesIn = ({ lines }: Statement): string =>
  formatDecimal(
    lines.filter(({ isFee }) => isFee).reduce((sum, { amount }) => sum - cents(amount), 0n),
    'EUR',
  );

/** A statement's figures, under the overview's names. */
const sumsOf = (statement: Statement) => ({
  openingBalance: statement.openingBalance,
  moneyIn: statement.moneyIn,
  moneyOut: statement.moneyOut,
  fees: feesIn(statement),
  closingBalance: statement.closingBalance,
});

async function expectStatements(token: string, account: YearAccount, zone = timeZone): Promise<void> {
  for (const { from, to, ...sums } of account.months)
    expect([from, sums]).toEqual([from, sumsOf(await statementOf(token, account.id, from, to, zone))]);
}

test.each([timeZone, 'America/New_York', 'Asia/Kathmandu', 'UTC'])(
  'every month and the year are those of the statements, with days of %s',
  (zone) => onOneDay((today) => expectYearsAsStatements(zone, yearOf(today)), zone)(),
);

async function expectYearsAsStatements(zone: string, running: number): Promise<void> {
  for (const year of [past - 1, past, running]) {
    const { accounts, from, to } = await overviewOf(payer.token, { year, timeZone: zone });
    const [account] = accounts;
    if (!account) throw new Error('there is an account');
    expect(account.months).toHaveLength(year === running ? Number(to.slice(5, 7)) : 12);
    await expectStatements(payer.token, account, zone);
    const { openingBalance, moneyIn, moneyOut, fees, closingBalance } = account;
    expect({ openingBalance, moneyIn, moneyOut, fees, closingBalance }).toEqual(
      sumsOf(await statementOf(payer.token, account.id, from, to, zone)),
    );
  }
}

test('each month opens with the closing balance of the one before, and the next year with that of the last', async () => {
  const before = await overviewOf(payer.token, { year: past - 1 });
  const year = await overviewOf(payer.token, { year: past });
  const months = [...(before.accounts[0]?.months ?? []), ...(year.accounts[0]?.months ?? [])];
  expect(months.length).toBe(24);
  months.slice(1).forEach(({ openingBalance }, at) => {
    expect(openingBalance).toBe(months[at]?.closingBalance);
  });
  expect(year.accounts[0]).toMatchObject({ moneyIn: '10.25', moneyOut: '16.30', fees: '0.75' });
});

test('movements by kind add up to money in and out; fees are those of the months', async () => {
  const { accounts, totals } = await overviewOf(payer.token, { year: past });
  for (const { kinds } of [...accounts, ...totals])
    expect(kinds).toEqual([
      { kind: 'PAYMENT', moneyIn: '10.00', moneyOut: '15.30' },
      { kind: 'FEE', moneyIn: '0.25', moneyOut: '1.00' },
    ]);
});

test(
  'a wallet’s sales count as trades',
  onOneDay(async (today) => {
    const trader = await newTrader(app, { BTC: '1', EPI: '1000' });
    const maker = await newTrader(app, { BTC: '1', EPI: '100000' });
    await place(app, maker, { operation: 'BUY', amount: '0.5', price: '60000' });
    await place(app, trader, { operation: 'SELL', amount: '0.5', price: '60000' });
    const { accounts } = await overviewOf(trader.token, { year: yearOf(today) });
    const wallet = accounts.find(({ currency }) => currency === 'BTC');
    expect(wallet?.kinds.find(({ kind }) => kind === 'TRADE')).toMatchObject({
      moneyIn: expect.stringMatching(/^0\.0+$/),
      moneyOut: expect.stringMatching(/^0\.50*$/),
    });
  }, timeZone),
);

test('an account has no months before it was opened, and none in the years before', async () => {
  const first = await overviewOf(payer.token, { year: past - 2 });
  expect(first.accounts[0]?.months.map(({ from }) => from.slice(5, 7))).toEqual([
    '05',
    '06',
    '07',
    '08',
    '09',
    '10',
    '11',
    '12',
  ]);
  expect(first.firstYear).toBe(past - 2);
  expect((await overviewOf(payer.token, { year: past - 3 })).accounts).toEqual([]);
});

test(
  'the running year ends today; a later one, and one long ago, are refused by field',
  onOneDay(async (today) => {
    const { isRunning, to } = await overviewOf(payer.token, { year: yearOf(today) });
    expect([isRunning, to]).toEqual([true, today]);
    expect((await overviewOf(payer.token, { year: past })).isRunning).toBe(false);
    for (const year of [yearOf(today) + 1, yearOf(today) - 51]) {
      const answer = await fetched(payer.token, 'csv', { year: String(year) });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('"year"')]);
    }
  }, timeZone),
);

test(
  'totals by currency are the sums of the accounts; cards are only for members who may see them',
  onOneDay(async (today) => {
    const firm = await createFirm(app);
    await addCard(app.database, { clientId: firm.companyId, holderId: firm.boris.personId });
    const boris = await overviewOf(firm.boris.companyToken, { year: yearOf(today) });
    expect(boris.accounts.map(({ kind }) => kind)).toEqual(['ACCOUNT', 'CARD']);
    for (const total of boris.totals) {
      const own = boris.accounts.filter(({ currency }) => currency === total.currency);
      expect(total.accounts).toBe(own.length);
      for (const key of ['openingBalance', 'moneyIn', 'moneyOut', 'fees', 'closingBalance'] as const) {
        expect(cents(total[key])).toBe(own.reduce((sum, each) => sum + cents(each[key]), 0n));
        for (const month of total.months)
          expect(cents(month[key])).toBe(
            own
              .flatMap(({ months }) => months.filter(({ from }) => from === month.from))
              .reduce((sum, each) => sum + cents(each[key]), 0n),
          );
      }
    }
    const clara = await overviewOf(firm.clara.companyToken, { year: yearOf(today) });
    expect(clara.accounts.map(({ kind }) => kind)).toEqual(['ACCOUNT']);
    const [, card] = boris.accounts;
    const one = { year: String(yearOf(today)), account: card?.id ?? '' };
    expect((await fetched(firm.boris.companyToken, 'csv', one)).status).toBe(200);
    expect((await fetched(firm.clara.companyToken, 'csv', one)).status).toBe(404);
    // Another client's account does not exist.
    expect((await fetched(payer.token, 'csv', one)).status).toBe(404);
  }, timeZone),
);

test(
  'the profit of a wallet is that of its statement, and the overview adds them up',
  onOneDay(async (today) => {
    const maker = await newTrader(app, { BTC: '10', EPI: '100000' });
    const anna = await newTrader(app, { BTC: '0', EPI: '100000' });
    await place(app, maker, { operation: 'SELL', amount: '1', price: '60000' });
    await place(app, anna, { operation: 'BUY', amount: '1', price: '60000' });
    await place(app, maker, { operation: 'BUY', amount: '0.5', price: '64000' });
    await place(app, anna, { operation: 'SELL', amount: '0.5', price: '64000' });
    const year = await overviewOf(anna.token, { year: yearOf(today) });
    const wallet = year.accounts.find(({ currency }) => currency === 'BTC');
    const { profit } = await statementOf(anna.token, anna.wallets.BTC ?? '', year.from, year.to);
    expect(profit).not.toBeNull();
    expect(wallet?.profit).toEqual(profit);
    expect(year.realised).toEqual({ currency: 'EPI', amount: profit?.realised });
    const pdf = await textOf(await fetched(anna.token, 'pdf', { year: String(yearOf(today)) }));
    expect(pdf).toContain('Realised: ');
  }, timeZone),
);

const textOf = async (answer: Response): Promise<string> => {
  return pdfText(new Uint8Array(await answer.arrayBuffer()));
};

test('CSV and XLSX have a row for each month and one for the year, with the sums of the screen', async () => {
  const [account] = (await overviewOf(payer.token, { year: past })).accounts;
  const rows = [...(account?.months ?? []), account].map((sums) => [
    sums?.openingBalance,
    sums?.moneyIn,
    sums?.moneyOut,
    sums?.fees,
    sums?.closingBalance,
  ]);
  const kinds = (account?.kinds ?? []).map(({ moneyIn, moneyOut }) => ['', moneyIn, moneyOut, '', '']);
  expect(kinds).toHaveLength(2);
  const csv = (await (await fetched(payer.token, 'csv')).text()).trim().split('\r\n').slice(1);
  expect(
    csv.map((line) =>
      line
        .split(',')
        .map((cell) => cell.slice(1, -1))
        .slice(7, 12),
    ),
  ).toEqual([...rows, ...kinds]);
  const [, ...sheet] = await readSheet(Buffer.from(await (await fetched(payer.token, 'xlsx')).arrayBuffer()));
  expect(
    sheet.slice(0, rows.length).map((cells) => cells.slice(7, 12).map((cell) => Number(cell).toFixed(2))),
  ).toEqual(rows);
});

test('the PDF names holder, months and sums in both languages, and can be verified', async () => {
  for (const [locale, words] of [
    [
      'en',
      ['Year overview', 'Анна Тамм', 'January', 'December', 'Closing balance', '493.95', 'By type, EUR'],
    ],
    [
      'ru',
      [
        'Сводка за год',
        'Анна Тамм',
        'Январь',
        'Декабрь',
        'Исходящий остаток',
        '493.95',
        'По видам операций, EUR',
      ],
    ],
  ] as const) {
    const answer = await fetched(payer.token, 'pdf', { locale });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const text = await pdfText(bytes);
    for (const word of words) expect(text.replaceAll('\u00a0', ' ')).toContain(word);
    expect((await app.call(verifyFile, { params: { sha256 } }, {})).output.isIssued).toBe(true);
  }
});

test(
  'the PDF of the current year says that it is not over',
  onOneDay(async (today) => {
    const pdf = await fetched(payer.token, 'pdf', { year: today.slice(0, 4) });
    expect(await textOf(pdf)).toContain('So far: ');
  }, timeZone),
);
