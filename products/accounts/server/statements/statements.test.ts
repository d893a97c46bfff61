/** Statements over HTTP, in every format, read by parsers that were not written here. */
import {
  createQuote,
  executeExchange,
  getStatement,
  listStatementMonths,
  openAccount,
  type Statement,
  type StatementFormat,
} from '@calmly/contract';
import { formatDecimal, isFinal, parseDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  type Payer,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { dayNow } from '@calmly/server/test/support/days.ts';
import { pdfText } from '@calmly/server/test/support/files/pdf-text.ts';
import { parseCamt053 } from 'camt-parser';
import { read as readMt940 } from 'mt940-js';
import mt940js from 'mt940js';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankAccount, postAll } from '../../../ledger/server/index.ts';
import { bookIncomingCredits } from '../../../payments/server/clearing/index.ts';
import type { AccountRecord } from '../accounts/index.ts';

let app: TestApp;
let payer: Payer;
const timeZone = 'Europe/Vilnius';
const today = dayNow(timeZone);
/** Ends today, although midnight may have passed since the file began. */
const year = {
  get from() {
    return addDays(dayNow(timeZone), -365);
  },
  get to() {
    return dayNow(timeZone);
  },
};

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app, { fundedMinor: 100_000n, firstName: 'Анна', lastName: 'Тамм' });
  const hansa = await addPayee(app, payer.clientId, { trusted: true, name: 'Hansa & Söhne <GmbH>' });
  const { output } = await payer.payWithCode({
    beneficiaryId: hansa.id,
    amount: '40.00',
    reference: 'Invoice 7',
  });
  await awaitPayment(app, payer, output.id, ({ status }) => isFinal(status));
});
afterAll(() => app.close());

const statementOf = async (of: Payer, query: object = year): Promise<Statement> =>
  (
    await app.call(
      getStatement,
      { params: { id: of.account.id }, query: { ...year, timeZone, ...query } as never },
      { token: of.token },
    )
  ).output;

async function download(
  format: StatementFormat,
  of: Payer = payer,
  period: object = year,
  locale = 'en',
): Promise<Response> {
  const query = new URLSearchParams({ ...period, format, locale, timeZone });
  return fetch(`${app.url}/api/statements/file/${of.account.id}?${query}`, {
    headers: { authorization: `Bearer ${of.token}` },
  });
}

test('a statement goes from the opening to the closing balance, with each fee on a line of its own', async () => {
  const statement = await statementOf(payer);
  expect(statement).toMatchObject({
    openingBalance: '0.00',
    moneyIn: '1000.00',
    currency: 'EUR',
    entries: 3,
    nextCursor: null,
  });
  expect(
    statement.lines.map(({ counterparty, isFee, amount, scheme }) => [counterparty, isFee, amount, scheme]),
  ).toEqual([
    ['Employer AS', false, '1000.00', 'SEPA'],
    ['Hansa & Söhne <GmbH>', false, '-40.00', 'SEPA'],
    ['', true, expect.stringMatching(/^-0\.\d\d$/), 'SEPA'],
  ]);
  const { posted } = await payer.balance();
  expect(statement.closingBalance).toBe(formatDecimal(posted, 'EUR'));
  expect(statement.lines.at(-1)?.balance).toBe(statement.closingBalance);
});

test('pages of lines join without gap or repeat, with the balances of the whole', async () => {
  const whole = await statementOf(payer);
  const first = await statementOf(payer, { limit: 2 });
  const second = await statementOf(payer, { limit: 2, cursor: first.nextCursor });
  expect([...first.lines, ...second.lines]).toEqual(whole.lines);
  expect(second.nextCursor).toBeNull();
});

test('the months of an account add up to its balance', async () => {
  const { output } = await app.call(
    listStatementMonths,
    { params: { id: payer.account.id }, query: { timeZone } },
    { token: payer.token },
  );
  const { posted } = await payer.balance();
  expect(output.months[0]).toMatchObject({
    openingBalance: '0.00',
    closingBalance: formatDecimal(posted, 'EUR'),
  });
});

test('a period that ends after today, or before it begins, is refused by field', async () => {
  const refused = async (period: object) => {
    const answer = await download('csv', payer, period);
    return [answer.status, ((await answer.json()) as { detail: Array<{ field: string }> }).detail[0]?.field];
  };
  expect(await refused({ from: today, to: addDays(today, 3) })).toEqual([400, 'to']);
  expect(await refused({ from: today, to: addDays(today, -1) })).toEqual([400, 'from']);
  const yearsAgo = (years: number) => `${Number(today.slice(0, 4)) - years}-01-01`;
  expect(await refused({ from: yearsAgo(51), to: today })).toEqual([400, 'from']);
  expect((await download('csv', payer, { from: yearsAgo(49), to: today })).status).toBe(200);
});

test('the statement of another client’s account does not exist', async () => {
  const other = await createPayer(app, { fundedMinor: 0n });
  const foreign: Payer = { ...other, account: payer.account };
  for (const format of ['pdf', 'camt053'] as const)
    expect((await download(format, foreign)).status).toBe(404);
  expect((await statementOf(other)).lines).toEqual([]);
});

/**
 * Entries at these times, each of another amount and every third a debit. They come from an account of the bank that nothing else uses, because a
 * transfer is not booked before the newest entry of either account.
 */
async function bookAt(account: AccountRecord, times: readonly Date[]): Promise<void> {
  await app.database.inTransaction(async (sql) => {
    const bank = await bankAccount(sql, 'custody', account.currency);
    const transfers = times.map((at, index) => {
      const [debitAccountId, creditAccountId] = index % 3 === 2 ? [account.id, bank] : [bank, account.id];
      const amountMinor = index % 3 === 2 ? BigInt(index) : 100n + BigInt(index);
      return { id: newId(), debitAccountId, creditAccountId, amountMinor, code: 'payment', at };
    });
    for (let start = 0; start < transfers.length; start += 500)
      await postAll(sql, transfers.slice(start, start + 500));
  });
}
const manyEntries = 2_500;

/** A statement's content in one format, read by that format's own parser. */
interface ReadStatement {
  readonly opening: string;
  readonly closing: string;
  readonly amounts: readonly string[];
}

const signed = (indicator: string, value: string, decimals: number): string =>
  `${indicator.startsWith('D') ? '-' : ''}${Number(value).toFixed(decimals)}`.replace(/^-(0(\.0+)?)$/, '$1');

const readers: Readonly<
  Record<string, (of: Payer, period: object, decimals: number) => Promise<ReadStatement>>
> = {
  async 'camt-parser'(of, period, decimals) {
    const { statements } = await parseCamt053(await (await download('camt053', of, period)).text());
    const [{ balances = [], transactions = [] } = {}] = statements;
    const balance = (type: string) => {
      const found = balances.find((each) => each.type === type);
      return signed(found?.creditDebitIndicator ?? '', found?.amount.value ?? '', decimals);
    };
    return {
      opening: balance('OPBD'),
      closing: balance('CLBD'),
      amounts: transactions.map((each) => signed(each.creditDebitIndicator, each.amount.value, decimals)),
    };
  },
  async mt940js(of, period, decimals) {
    const [statement] = new mt940js.Parser().parse(await (await download('mt940', of, period)).text());
    if (!statement) throw new Error('mt940js found no statement');
    const { openingBalance, closingBalance, transactions } = statement;
    return {
      opening: openingBalance.toFixed(decimals),
      closing: closingBalance.toFixed(decimals),
      amounts: transactions.map(({ amount }) => amount.toFixed(decimals)),
    };
  },
  async 'mt940-js'(of, period, decimals) {
    const bytes = await (await download('mt940', of, period)).arrayBuffer();
    const [statement] = await readMt940(Buffer.from(bytes));
    if (!statement) throw new Error('mt940-js found no statement');
    const { openingBalance, closingBalance, transactions } = statement;
    const of2 = ({ isCredit, value }: { isCredit: boolean; value: number }) =>
      signed(isCredit ? 'C' : 'D', String(value), decimals);
    return {
      opening: of2(openingBalance as never),
      closing: of2(closingBalance as never),
      amounts: transactions.map(({ isCredit, amount }) => of2({ isCredit, value: amount })),
    };
  },
  async xlsx(of, period, decimals) {
    const [, ...rows] = await readSheet(
      Buffer.from(await (await download('xlsx', of, period)).arrayBuffer()),
    );
    const number = (cell: unknown) => Number(cell).toFixed(decimals);
    return {
      opening: number(rows[0]?.[8]),
      closing: number(rows.at(-1)?.[8]),
      amounts: rows.slice(1, -1).map((row) => number(row[7])),
    };
  },
};

const decimalsOf = { EUR: 2, JPY: 0 } as const;

/** Accounts of every size. */
const accounts = {
  'without entries': () => createPayer(app, { fundedMinor: 0n }),
  'with one entry': () => createPayer(app, { fundedMinor: 12_345n }),
  'without decimals': () => createPayer(app, { fundedMinor: 5_000n, currency: 'JPY' }),
  'with many entries': async () => {
    const many = await createPayer(app, { fundedMinor: 0n });
    const startMs = Date.now() - manyEntries * 1_000;
    await bookAt(
      many.account,
      Array.from({ length: manyEntries }, (_, second) => new Date(startMs + second * 1_000)),
    );
    return many;
  },
} as const;

test.each(Object.keys(accounts) as Array<keyof typeof accounts>)(
  'every reader finds the same entries and balances: an account %s',
  async (kind) => {
    const of = await accounts[kind]();
    const decimals = decimalsOf[of.account.currency as keyof typeof decimalsOf];
    const expected: { opening: string; closing: string; amounts: string[] } = {
      opening: '',
      closing: '',
      amounts: [],
    };
    let cursor: string | null | undefined;
    do {
      const page = await statementOf(of, { limit: 500, ...(cursor && { cursor }) });
      if (!cursor) Object.assign(expected, { opening: page.openingBalance, closing: page.closingBalance });
      expected.amounts.push(...page.lines.map(({ amount }) => amount));
      cursor = page.nextCursor;
    } while (cursor);
    if (kind === 'with many entries') expect(expected.amounts).toHaveLength(manyEntries);
    for (const [name, tell] of Object.entries(readers))
      expect([name, await tell(of, year, decimals)]).toEqual([name, expected]);
  },
);

test('a year’s end and the change of the clocks: days are those of the reader’s zone', async () => {
  const of = await createPayer(app, { fundedMinor: 0n, currency: 'GBP' });
  // In Vilnius: 23:30 on 31 December and 00:30 on 1 January; 00:30 and 23:30 on the day on which 03:00 became 04:00.
  const times = ['2025-12-31T21:30Z', '2025-12-31T22:30Z', '2026-03-28T22:30Z', '2026-03-29T20:30Z'];
  await bookAt(
    of.account,
    times.map((time) => new Date(time)),
  );
  const booked = async (from: string, to: string, zone: string) => {
    const { lines, openingBalance, closingBalance } = await statementOf(of, { from, to, timeZone: zone });
    return [lines.map(({ bookedOn }) => bookedOn), openingBalance, closingBalance];
  };
  expect(await booked('2025-01-01', '2025-12-31', timeZone)).toEqual([['2025-12-31'], '0.00', '1.00']);
  expect(await booked('2026-01-01', '2026-03-28', timeZone)).toEqual([['2026-01-01'], '1.00', '2.01']);
  expect(await booked('2026-03-29', '2026-03-29', timeZone)).toEqual([
    ['2026-03-29', '2026-03-29'],
    '2.01',
    '3.02',
  ]);
  expect(await booked('2025-12-31', '2025-12-31', 'UTC')).toEqual([
    ['2025-12-31', '2025-12-31'],
    '0.00',
    '2.01',
  ]);
});

test('the PDF names holder, bank and each line in both languages, with page numbers', async () => {
  for (const [locale, words] of [
    ['en', ['Account statement', 'Opening balance', 'Анна Тамм', 'Hansa & Söhne <GmbH>', 'Page 1']],
    ['ru', ['Выписка по счёту', 'Входящий остаток', 'Анна Тамм', 'Страница 1']],
  ] as const) {
    const bytes = new Uint8Array(await (await download('pdf', payer, year, locale)).arrayBuffer());
    const text = await pdfText(bytes);
    for (const word of words) expect(text).toContain(word);
  }
});

test('a currency exchange and an empty yen account have statements of their own', async () => {
  const yen = { body: { currency: 'JPY', name: 'Yen' } } as const;
  const { output: account } = await app.call(openAccount, yen, {
    token: payer.token,
    idempotencyKey: newId(),
  });
  const { output: quote } = await app.call(
    createQuote,
    { body: { fromAccount: payer.account.number, toAccount: account.number, amount: '50.00', side: 'SELL' } },
    { token: payer.token },
  );
  await app.call(
    executeExchange,
    { body: { quoteId: quote.id } },
    { token: payer.token, idempotencyKey: newId() },
  );
  const { output } = await app.call(
    getStatement,
    { params: { id: account.id }, query: { ...year, timeZone, limit: 10 } },
    { token: payer.token },
  );
  expect(output.lines).toMatchObject([{ scheme: 'EXCHANGE', isFee: false }]);
  expect(parseDecimal(output.closingBalance, 'JPY')).toBeGreaterThan(0n);
});

test('a line has the value date that the sender’s bank gave, not the day of the booking', async () => {
  const of = await createPayer(app, { fundedMinor: 0n });
  const valueOn = addDays(today, -3);
  await systemWork(app.database, async (work) => {
    const credit = {
      railReference: newId(),
      scheme: 'SEPA',
      creditorAccount: of.account.number,
      currency: 'EUR',
      amountMinor: 5_000n,
      debtorName: 'Employer AS',
      debtorAccount: 'EE382200221020145685',
      debtorCountry: 'EE',
      reference: 'Salary',
      endToEndId: 'SALARY-2',
      at: work.now,
      valueOn,
    } as const;
    expect(await bookIncomingCredits(work, [credit])).toEqual(['booked']);
  });
  const [line] = (await statementOf(of)).lines;
  expect([line?.valueOn, line?.bookedOn]).toEqual([valueOn, dayNow(timeZone)]);
  const text = await (await download('mt940', of)).text();
  expect(text).toContain(`:61:${valueOn.slice(2).replaceAll('-', '')}`);
});
