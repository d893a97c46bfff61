/** The exported list as an accountant opens it: read back by a spreadsheet library and checked against the books. */
import { cancelPayment, createQuote, executeExchange, openAccount } from '@calmly/contract';
import { isFinal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  openAnotherAccount,
  type Payer,
  sepaFee,
} from '@calmly/server/test/support/clients/payments.ts';
import { strFromU8, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app, { fundedMinor: 100_000n });
  await makeHistory();
});
afterAll(() => app.close());

/** One payment of each kind: in, out by SEPA, to an own account, to another client, exchanged, rejected, cancelled. */
async function makeHistory(): Promise<void> {
  const { clientId, token } = payer;
  const ended = async (input: Parameters<Payer['payWithCode']>[0]) => {
    const { output } = await payer.payWithCode(input);
    await awaitPayment(app, payer, output.id, ({ status }) => isFinal(status));
  };
  const other = await createPayer(app, { fundedMinor: 0n });
  const savings = await openAnotherAccount(app, clientId);
  const hansa = await addPayee(app, clientId, { trusted: true });
  const closed = await addPayee(app, clientId, { trusted: true, iban: 'DE48200505500000000041' });
  const watched = await addPayee(app, clientId, {
    name: 'Sandbox Sanctioned Person',
    iban: 'FR1420041010050500013M02606',
    trusted: true,
  });
  await ended({ beneficiaryId: hansa.id, amount: '40.00' });
  await ended({ creditorAccount: savings.number, amount: '30.00' });
  await ended({ creditorAccount: other.account.number, amount: '20.00' });
  await ended({ beneficiaryId: closed.id, amount: '11.00' });
  const { output: held } = await payer.pay({ beneficiaryId: watched.id, amount: '12.00' });
  await awaitPayment(app, payer, held.id, ({ status }) => status === 'HOLD_AML');
  await app.call(cancelPayment, { params: { id: held.id } }, { token });
  const yen = { body: { currency: 'JPY', name: 'Yen' } } as const;
  const { output: account } = await app.call(openAccount, yen, { token, idempotencyKey: newId() });
  const wish = {
    fromAccount: payer.account.number,
    toAccount: account.number,
    amount: '50.00',
    side: 'SELL',
  } as const;
  const { output: quote } = await app.call(createQuote, { body: wish }, { token });
  await app.call(executeExchange, { body: { quoteId: quote.id } }, { token, idempotencyKey: newId() });
  await ended({ beneficiaryId: hansa.id, amount: '10.00' });
}

async function download(format: 'csv' | 'xlsx', of: Payer = payer, timeZone = 'UTC'): Promise<Buffer> {
  const query = new URLSearchParams({ format, locale: 'en', timeZone });
  const answer = await fetch(`${app.url}/api/transactions/export?${query}`, {
    headers: { authorization: `Bearer ${of.token}` },
  });
  return Buffer.from(await answer.arrayBuffer());
}

/** The rows of the spreadsheet by heading, oldest first. */
async function rowsOf(of: Payer = payer) {
  const [headings = [], ...rows] = await readSheet(await download('xlsx', of));
  return rows
    .map((row) => Object.fromEntries(headings.map((heading, at) => [String(heading), row[at]])))
    .reverse();
}

const cents = (value: unknown) => BigInt(Math.round(Number(value) * 100));

test('amounts are numbers, times and days are dates', async () => {
  const rows = await rowsOf();
  expect(rows).toHaveLength(10);
  for (const row of rows) {
    expect(row['Time (UTC)']).toBeInstanceOf(Date);
    expect(typeof row.Amount).toBe('number');
    if (row.Status !== 'Executed') continue;
    expect(typeof row.Fee).toBe('number');
    expect(typeof row['Balance after']).toBe('number');
    for (const day of ['Booking date', 'Value date']) {
      const value = row[day];
      expect(value instanceof Date && value.toISOString()).toMatch(/T00:00:00\.000Z$/);
    }
  }
});

test('each balance follows from the one before, fees included, and the last is the account’s', async () => {
  const booked = (await rowsOf()).filter((row) => row.Account === 'Main' && row.Status === 'Executed');
  expect(booked).toHaveLength(6);
  let balance = 0n;
  for (const row of booked) {
    balance += cents(row.Amount) - cents(row.Fee);
    expect(cents(row['Balance after'])).toBe(balance);
  }
  expect(balance).toBe((await payer.balance()).posted);
  expect(booked.map((row) => cents(row.Fee))).toEqual([0n, sepaFee(4_000n), 0n, 0n, 0n, sepaFee(1_000n)]);
});

test('a payment that was rejected or cancelled has no fee, no balance and no days', async () => {
  const rows = (await rowsOf()).filter((row) => row.Status !== 'Executed');
  expect(rows.map((row) => row.Status)).toEqual(['Rejected', 'Cancelled']);
  for (const row of rows)
    expect([row.Fee, row['Balance after'], row['Booking date'], row['Value date']]).toEqual(
      Array(4).fill(null),
    );
});

test('the payee inside the bank sees the balance of their own account', async () => {
  const own = (await rowsOf()).filter((row) => row.Account === 'Savings');
  expect(own.map((row) => row['Balance after'])).toEqual([30]);
});

test('numbers show the decimals of their currency, and the heading stays in sight', async () => {
  const files = unzipSync(new Uint8Array(await download('xlsx')));
  const part = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const sheet = part('xl/worksheets/sheet1.xml');
  const styles = part('xl/styles.xml');
  const codes = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [id, code]),
  );
  const formats = [...(styles.split('<cellXfs')[1] ?? '').matchAll(/<xf(?: numFmtId="(\d+)")?/g)].map(
    ([, id]) => codes.get(id),
  );
  const formatsOf = (line: string) =>
    [...line.matchAll(/<c r="[A-Z]+\d+" s="(\d+)"><v>/g)].map(([, style]) => formats[Number(style)]);
  const lines = [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, line = '']) => line);
  const [time, day] = ['yyyy\\-mm\\-dd\\ hh:mm:ss', 'yyyy\\-mm\\-dd'];
  const line = (currency: string) => lines.find((text) => text.includes(`>${currency}</t>`)) ?? '';
  expect(formatsOf(line('JPY'))).toEqual([time, '#,##0', '#,##0', '#,##0', day, day, time]);
  expect(formatsOf(line('EUR'))).toEqual([time, '#,##0.00', '#,##0.00', '#,##0.00', day, day, time]);
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheet.match(/<col /g)).toHaveLength(
    (await readSheet(Buffer.from(await download('xlsx'))))[0]?.length ?? 0,
  );
});

test('the CSV says the same', async () => {
  const [headings = '', ...lines] = (await download('csv')).toString().trimEnd().split('\r\n');
  expect(headings).toContain('"Fee","Balance after","Booking date","Value date"');
  expect(lines[0]).toMatch(/"-10\.00","EUR","\d\.\d\d","\d+\.\d\d","\d{4}-\d\d-\d\d","\d{4}-\d\d-\d\d"/);
});

test('days and times are those of the reader', async () => {
  const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const files = await Promise.all(
    zones.map(async (zone) => (await download('csv', payer, zone)).toString().trimEnd().split('\r\n')),
  );
  const columns = (line = '') => line.replace('\u{FEFF}', '').slice(1, -1).split('","');
  for (const [at, [head, ...lines]] of files.entries()) {
    const zone = zones[at] ?? '';
    const headings = columns(head);
    expect(headings).toEqual(expect.arrayContaining([`Time (${zone})`, `Last change (${zone})`]));
    for (const [row, line] of lines.entries()) {
      const [time = '', booked = ''] = [`Time (${zone})`, 'Booking date'].map(
        (heading) => columns(line)[headings.indexOf(heading)],
      );
      const [inUtc = ''] = columns(files[0]?.[row + 1]);
      expect(Math.trunc(Date.parse(inUtc) / 1000)).toBe(Math.trunc(Date.parse(time) / 1000));
      // Swedish formats days like ISO 8601.
      const day = new Date(inUtc).toLocaleDateString('sv-SE', { timeZone: zone });
      expect(time.slice(0, 10)).toBe(day);
      // All of it was booked within the run, which may pass midnight somewhere.
      if (booked !== '')
        expect(Math.abs(Date.parse(booked) - Date.parse(day))).toBeLessThanOrEqual(86_400_000);
    }
  }
  const days = new Set(files.slice(1).map(([, line]) => columns(line)[0]?.slice(0, 10)));
  expect(days.size).toBe(2);
});
