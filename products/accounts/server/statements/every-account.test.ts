/** Statements of cards and crypto wallets, of all accounts at once, and the confirmation of balances. Over HTTP. */
import {
  getStatement,
  getYearOverview,
  listStatementAccounts,
  type Statement,
  type StatementFormat,
  statementFormats,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addCard } from '@calmly/server/test/support/cards.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { createPayer, openAnotherAccount, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { dayNow } from '@calmly/server/test/support/days.ts';
import { pdfText } from '@calmly/server/test/support/files/pdf-text.ts';
import { issue, topUp } from '@calmly/server/test/support/issued-cards.ts';
import { newTrader, place } from '@calmly/server/test/support/trading.ts';
import { chainsOf, createFundedHolder, outside, withdraw } from '@calmly/server/test/support/wallets.ts';
import { unzipSync } from 'fflate';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankAccount, postAll } from '../../../ledger/server/index.ts';

let app: TestApp;
/** Has an account, a card and a wallet. */
let holder: Payer;
/** Before anything is booked. */
const begun = dayNow();
const period = {
  from: addDays(begun, -30),
  get to() {
    return dayNow();
  },
};

beforeAll(async () => {
  app = await startTestApp();
  holder = await createFundedHolder(app, 'ETH', '1.000000000000000001');
  const card = await issue(app, holder);
  await topUp(app, holder, card.id, '100.00');
});
afterAll(() => app.close());

const fetched = (path: string, token: string, parameters: Record<string, string> = {}) =>
  fetch(`${app.url}/api${path}?${new URLSearchParams({ locale: 'en', timeZone: 'UTC', ...parameters })}`, {
    headers: { authorization: `Bearer ${token}` },
  });
const file = (id: string, format: StatementFormat, token = holder.token) =>
  fetched(`/statements/file/${id}`, token, { ...period, format });
const textOf = async (response: Response): Promise<string> => {
  return pdfText(new Uint8Array(await response.arrayBuffer()));
};
const accountsOf = async (token: string) =>
  (await app.call(listStatementAccounts, {}, { token })).output.accounts;
const accountOf = async (kind: 'ACCOUNT' | 'CARD' | 'WALLET') => {
  const account = (await accountsOf(holder.token)).find((each) => each.kind === kind);
  if (!account) throw new Error(`there is no ${kind}`);
  return account;
};
const statementOf = async (id: string, token = holder.token): Promise<Statement> => {
  const answer = await app.call(
    getStatement,
    { params: { id }, query: { ...period, timeZone: 'UTC', limit: 100 } },
    { token },
  );
  return answer.output;
};

test('accounts, cards and wallets are listed with what is booked on them', async () => {
  expect(await accountsOf(holder.token)).toMatchObject([
    { kind: 'ACCOUNT', name: 'Main', currency: 'EUR', number: expect.stringMatching(/^LT\d\d /) },
    { kind: 'CARD', name: 'Software', number: expect.stringMatching(/^•••• \d{4}$/), balance: '100.00' },
    { kind: 'WALLET', name: 'ETH', number: 'Ethereum', balance: '1.000000000000000001', isClosed: false },
  ]);
});

test('the statements of a card and of a wallet add up', async () => {
  const card = await statementOf((await accountOf('CARD')).id);
  expect(card).toMatchObject({ openingBalance: '0.00', moneyIn: '100.00', closingBalance: '100.00' });
  expect(card.lines).toMatchObject([{ scheme: 'CARD_MOVE', amount: '100.00', balance: '100.00' }]);
  const wallet = await statementOf((await accountOf('WALLET')).id);
  expect(wallet.lines).toMatchObject([{ scheme: 'CRYPTO', balance: '1.000000000000000001' }]);
});

test('crypto fits into files for people, and is refused in files for programs of banks', async () => {
  const [card, wallet] = [await accountOf('CARD'), await accountOf('WALLET')];
  for (const format of statementFormats) {
    expect([format, (await file(card.id, format)).status]).toEqual([format, 200]);
    const answer = await file(wallet.id, format);
    const isForPrograms = format === 'camt053' || format === 'mt940';
    expect([format, answer.status]).toEqual([format, isForPrograms ? 400 : 200]);
    const body = await answer.text();
    if (isForPrograms) expect(body).toContain('too many decimals for this format');
    if (format === 'pdf')
      expect(await textOf(await file(wallet.id, format))).toContain('+1.000000000000000001 ETH');
    if (format === 'csv') expect(body).toContain('1.000000000000000001');
  }
});

test('the fee of a network is named so, and files say what a wallet earned', async () => {
  const maker = await newTrader(app, { BTC: '1', EPI: '100000' });
  const trader = await newTrader(app, { BTC: '0', EPI: '100000' });
  await place(app, maker, { operation: 'SELL', amount: '1', price: '60000' });
  await place(app, trader, { operation: 'BUY', amount: '1', price: '60000' });
  // Traders' test balances did not arrive over a chain; this one did, so it can be sent.
  await createFundedHolder(app, 'BTC', '1');
  await withdraw(app, trader, { asset: 'BTC', amount: '0.4', address: outside.bitcoin });
  await chainsOf(app).send('bitcoin');
  await chainsOf(app).settle('bitcoin');

  const { token, wallets } = trader;
  const { BTC: id = '' } = wallets;
  const statement = await statementOf(id, token);
  expect(statement.lines).toMatchObject([
    { scheme: 'TRADE', isFee: false, amount: '1.00000000' },
    { scheme: 'CRYPTO', isFee: false, amount: '-0.40000000', counterpartyAccount: outside.bitcoin },
    { scheme: 'CRYPTO', isFee: true, amount: '-0.00002000', counterparty: '', counterpartyAccount: '' },
  ]);
  const profit = statement.profit ?? undefined;
  // 0.00002 at 60 120, the price including the taker's fee.
  expect(profit).toMatchObject({ realised: '-1.20240000', cost: '36070.79760000' });

  const rowsIn = async (locale: string) =>
    (await (await fetched(`/statements/file/${id}`, token, { ...period, format: 'csv', locale })).text())
      .trim()
      .split('\r\n')
      .map((row) => row.slice(1, -1).split('","'));
  const [headings = [], ...rows] = await rowsIn('en');
  expect(headings.slice(11)).toEqual([
    'Realised profit',
    'Unrealised profit',
    'Cost',
    'Value',
    'Profit currency',
  ]);
  expect(rows.map((row) => [row[2], ...row.slice(11)])).toEqual([
    ['Opening balance', '', '', '', '', ''],
    ['Trade', '', '', '', '', ''],
    ['Crypto transfer', '', '', '', '', ''],
    ['Network fee', '', '', '', '', ''],
    ['Closing balance', profit?.realised, profit?.unrealised, profit?.cost, profit?.value, 'EPI'],
  ]);
  const [, , , , fee] = await rowsIn('ru');
  expect(fee?.[2]).toBe('Комиссия сети');
  const pdf = await textOf(await file(id, 'pdf', token));
  // The address unchanged, because capitals would make it another one.
  for (const text of ['Network fee', 'Realised in the period: -1.20 EPI', outside.bitcoin])
    expect(pdf).toContain(text);
  const parts = unzipSync(await (await file(id, 'xlsx', token)).bytes());
  const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
  expect(sheet).toContain('Network fee');
  expect(sheet).toContain('Realised profit');

  // A wallet of euros earns nothing and has no such columns.
  const euros = await (await file(wallets.EPI ?? '', 'csv', token)).text();
  expect(euros.split('\r\n')[0]).not.toContain('profit');
  const year = Number(begun.slice(0, 4));
  const { output } = await app.call(getYearOverview, { query: { year, timeZone: 'UTC' } }, { token });
  const bitcoin = output.accounts.find(({ currency }) => currency === 'BTC');
  expect(bitcoin).toMatchObject({ fees: '0.00002000' });
  expect(bitcoin?.kinds).toContainEqual({ kind: 'FEE', moneyIn: '0.00000000', moneyOut: '0.00002000' });
});

test('a member who may not see cards finds none, neither in the list nor by id nor in the archive', async () => {
  const firm = await createFirm(app);
  const { card } = await addCard(app.database, { clientId: firm.companyId, holderId: firm.boris.personId });
  const [boris, clara] = [firm.boris.companyToken, firm.clara.companyToken];
  const entriesOf = async (token: string) => {
    const archive = await fetched('/statements/archive', token, { ...period, format: 'csv' });
    return Object.keys(unzipSync(new Uint8Array(await archive.arrayBuffer()))).length;
  };
  const kindsFor = async (token: string) => (await accountsOf(token)).map(({ kind }) => kind);
  expect([await kindsFor(boris), await entriesOf(boris)]).toEqual([['ACCOUNT', 'CARD'], 2]);
  expect([await kindsFor(clara), await entriesOf(clara)]).toEqual([['ACCOUNT'], 1]);
  expect((await file(card.accountId, 'csv', boris)).status).toBe(200);
  expect((await file(card.accountId, 'csv', clara)).status).toBe(404);
  const letter = async (token: string) =>
    textOf(await fetched('/statements/balances', token, { day: dayNow() }));
  expect(await letter(boris)).toContain('4471');
  expect(await letter(clara)).not.toContain('4471');
});

test('the card and the wallet of another client do not exist', async () => {
  const other = await newClient(app);
  for (const kind of ['ACCOUNT', 'CARD', 'WALLET'] as const)
    expect((await file((await accountOf(kind)).id, 'csv', other.token)).status).toBe(404);
  expect(await accountsOf(other.token)).toEqual([]);
});

test('the archive contains each statement exactly as downloaded alone', async () => {
  for (const [format, count] of [
    ['csv', 3],
    ['mt940', 2],
    ['pdf', 3],
  ] as const) {
    const archive = await fetched('/statements/archive', holder.token, { ...period, format });
    expect(archive.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    expect([format, Object.keys(files).length]).toEqual([format, count]);
    for (const [name, bytes] of Object.entries(files)) {
      expect(name).toMatch(/^statement-[A-Z0-9-]+\.(csv|sta|pdf)$/);
      if (format === 'pdf') expect(Buffer.from(bytes).toString('latin1', 0, 5)).toBe('%PDF-');
    }
    if (format === 'csv') {
      const alone = await Promise.all(
        (await accountsOf(holder.token)).map(async ({ id }) => (await file(id, 'csv')).bytes()),
      );
      expect(Object.values(files)).toEqual(alone);
    }
  }
});

test('the confirmation of balances has every account at the end of the day, in both languages', async () => {
  const letter = async (day: string, locale: string) =>
    textOf(await fetched('/statements/balances', holder.token, { day, locale }));
  const english = await letter(dayNow(), 'en');
  for (const word of ['Balance confirmation', 'Main', 'Software', '100.00 €', 'Crypto wallet', 'Anna Tamm'])
    expect(english).toContain(word);
  expect(await letter(dayNow(), 'ru')).toContain('у клиента Anna Tamm были следующие остатки');
  expect(await letter(addDays(begun, -1), 'en')).toContain('No accounts were open.');
  const future = await fetched('/statements/balances', holder.token, { day: addDays(dayNow(), 2) });
  expect([future.status, await future.text()]).toEqual([400, expect.stringContaining('"day"')]);
});

test('an account that is closed has its balance, statement and year of the time when it held money, and none later', async () => {
  const payer = await createPayer(app, { fundedMinor: 0n });
  const { id } = payer.account;
  const year = Number(begun.slice(0, 4)) - 2;
  await app.database.inTransaction(async (sql) => {
    const bank = await bankAccount(sql, 'custody', 'EUR');
    const move = (debitAccountId: string, creditAccountId: string, at: string) => ({
      id: newId(),
      debitAccountId,
      creditAccountId,
      amountMinor: 12_300n,
      code: 'payment',
      at: new Date(at),
    });
    // Nothing moves in the year between.
    await postAll(sql, [
      move(bank, id, `${year - 1}-06-01T12:00Z`),
      move(id, bank, `${year + 1}-06-01T12:00Z`),
    ]);
    await query`
      update accounts.account set created_at = ${`${year - 1}-05-20`}::date, status = 'CLOSED', closed_at = ${`${year + 1}-06-02`}::date
      where id = ${id}`.execute(sql);
  });
  const letterOf = async (day: string) => textOf(await fetched('/statements/balances', payer.token, { day }));
  const told = async (of: number) => {
    const query = { year: of, timeZone: 'UTC' };
    const overview = (await app.call(getYearOverview, { query }, payer)).output;
    const sheets = await fetched('/statements/archive', payer.token, {
      from: `${of}-01-01`,
      to: `${of}-01-31`,
      format: 'csv',
    });
    const letter = await letterOf(`${of}-01-31`);
    return [
      overview.accounts.map(({ openingBalance, closingBalance }) => [openingBalance, closingBalance]),
      Object.keys(unzipSync(await sheets.bytes())).length,
      letter.includes('Main'),
      letter.includes('123.00 €'),
    ];
  };
  expect(await told(year)).toEqual([[['123.00', '123.00']], 1, true, true]);
  expect(await told(year + 1)).toEqual([[['123.00', '0.00']], 1, true, true]);
  expect(await told(year + 2)).toEqual([[], 0, false, false]);
  // The end of a day counts: money that arrived at noon is included, money that left at noon is not.
  expect(await letterOf(`${year - 1}-06-01`)).toContain('123.00 €');
  expect(await letterOf(`${year + 1}-06-01`)).not.toContain('Main');
});

test('a statement that does not add up is cut off in every format, alone and in the archive', async () => {
  const firm = await createFirm(app);
  await openAnotherAccount(app, firm.companyId);
  const { id } = firm.account;
  const token = firm.boris.companyToken;
  const read = async (answer: Promise<Response>) => {
    const { status, body } = await answer;
    const parts: Uint8Array[] = [];
    try {
      for await (const part of body ?? []) parts.push(part);
    } catch {
      return [status, 'cut off'];
    }
    return [status, 'whole'];
  };
  const archive = () => read(fetched('/statements/archive', token, { ...period, format: 'csv' }));
  expect(await archive()).toEqual([200, 'whole']);
  await query`alter table ledger.entries disable trigger all`.execute(app.database.sql);
  await query`update ledger.entries set amount = amount + 1 where account_id = ${id}`.execute(
    app.database.sql,
  );
  // A one-page PDF is withheld until it is complete, because it is recorded as issued.
  for (const format of statementFormats)
    expect([format, ...(await read(file(id, format, token)))]).toEqual(
      format === 'pdf' ? [format, 500, 'whole'] : [format, 200, 'cut off'],
    );
  expect(await archive()).toEqual([200, 'cut off']);
});
