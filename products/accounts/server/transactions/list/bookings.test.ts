/**
 * What an exported row says of its booking where money moves in parts: orders filled in part, card payments collected in part, and the lines that stand
 * for confidential payouts.
 *
 * Controls, tried once: a walk that ends before the row's last change; the first part instead of the newest; an export that reads the entries until today.
 */
import { exportPayments, getStatement } from '@calmly/contract';
import { daysIn } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { createConfidential } from '@calmly/server/test/support/clients/confidential.ts';
import { writeHistory } from '@calmly/server/test/support/clients/past/history.ts';
import { bookAt } from '@calmly/server/test/support/clients/past/past-books.ts';
import { createPayer } from '@calmly/server/test/support/clients/payments.ts';
import { dayNow } from '@calmly/server/test/support/days.ts';
import { createCardholder, topUp } from '@calmly/server/test/support/issued-cards.ts';
import { pagesRead } from '@calmly/server/test/support/plans.ts';
import { cancel, newTrader, place } from '@calmly/server/test/support/trading.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasCategory } from '../../../../insight/server/bookkeeping/annotations/annotation-store.ts';
import { heldIds } from '../../../../payments/server/payments/index.ts';
import { listPage } from './list-store.ts';
import { rowsOfParts } from './part-months.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

type Filter = { readonly accountId?: string; readonly scheme?: 'TRADE' | 'CARD' };

/** The rows of the exported list by heading, newest first. */
async function rowsOf(token: string, filter: Filter = {}) {
  const query = { format: 'csv', locale: 'en', timeZone: 'UTC', ...filter } as const;
  const { text } = await app.call(exportPayments, { query }, { token });
  const [headings = [], ...rows] = text
    .replace('\u{FEFF}', '')
    .trim()
    .split('\r\n')
    .map((row) => row.slice(1, -1).split('","'));
  return rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at]])));
}

const bookingOf = (row: Record<string, string | undefined> = {}) => [
  row.Status,
  row.Amount,
  row['Booking date'],
  row['Value date'],
  row['Balance after'],
];

test('an order that is filled in parts is booked with its newest part, while it rests and after its rest is cancelled', async () => {
  const buyer = await newTrader(app, { EPI: '10000', BTC: '0' });
  const seller = await newTrader(app, { EPI: '0', BTC: '1' });
  const { id } = await place(app, buyer, { operation: 'BUY', amount: '0.1', price: '50000' });
  await place(app, seller, { operation: 'SELL', amount: '0.04', price: '50000' });
  await place(app, seller, { operation: 'SELL', amount: '0.02', price: '50000' });
  const read = async () => (await rowsOf(buyer.token, { scheme: 'TRADE' })).map(bookingOf);
  const today = dayNow('UTC');
  // 0.06 × 50,000 and 0.1 % of it.
  expect(await read()).toEqual([
    ['Being sent', '0.06000000', today, today, '0.06000000'],
    ['Being sent', '-3000.00000000', today, today, '6997.00000000'],
  ]);
  await cancel(app, buyer, id);
  // Another order moves money of the wallet afterwards.
  await place(app, seller, { operation: 'SELL', amount: '0.01', price: '40000' });
  await place(app, buyer, { operation: 'BUY', amount: '0.01', price: '40000' });
  expect((await read()).slice(2)).toEqual([
    ['Executed', '0.06000000', today, today, '0.06000000'],
    ['Executed', '-3000.00000000', today, today, '6997.00000000'],
  ]);
});

test('a card payment of which the merchant has collected a part is booked with that part', async () => {
  const holder = await createCardholder(app, { fundedMinor: 50_000n });
  await topUp(app, holder, holder.card.id, '200.00');
  const { decide, take } = processorOf(app.database);
  const [bought, held] = [paymentWith(holder.card), paymentWith(holder.card)];
  await decide(bought.ask('30.00'));
  await decide(held.ask('19.99'));
  await take(bought.clear('12.00', { isFinal: false }));
  const today = dayNow('UTC');
  const read = async () => (await rowsOf(holder.token, { scheme: 'CARD' })).map(bookingOf);
  const waiting = ['Sent', '-19.99', '', '', ''];
  expect(await read()).toEqual([waiting, ['Sent', '-30.00', today, today, '188.00']]);
  await take(bought.clear('14.50'));
  expect(await read()).toEqual([waiting, ['Executed', '-26.50', today, today, '173.50']]);
});

test('the line of a confidential payout is booked with the last of its payments, as the books say', async () => {
  const { otto, clara, account } = await createConfidential(app);
  const today = dayNow('UTC');
  const period = { from: today, to: today, timeZone: 'UTC', limit: 100 };
  const { output } = await app.call(
    getStatement,
    { params: { id: account.id }, query: period },
    { token: clara.companyToken },
  );
  const paid = output.lines.filter(({ isFee, amount }) => !isFee && amount.startsWith('-'));
  const last = output.lines.findLast(({ paymentId }) => paymentId === paid.at(-1)?.paymentId);
  const lines = await rowsOf(otto.companyToken, { accountId: account.id });
  const [, , ...booking] = bookingOf(lines.find((row) => row.Counterparty?.startsWith('Confidential')));
  expect(booking).toEqual([today, today, last?.balance]);
});

test('an export of a period reads no entries that are newer than the last change of its rows', async () => {
  const payer = await createPayer(app, { fundedMinor: 0n });
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const day = 24 * 60;
  // An order, a few entries about its time, and a busy month after it.
  await writeHistory(app, payer, [{ at: ago(50 * day), name: 'Order', scheme: 'TRADE', amount: 100 }]);
  const [before, after] = [[60, 55, 50].map((days) => ago(days * day)), 3_000];
  await bookAt(app.database, payer.account, [
    ...before,
    ...Array.from({ length: after }, (_, index) => ago(30 * day - index)),
  ]);
  await app.database.pool.query('vacuum analyze ledger.entries, ledger.transfers');
  const { clientId } = payer;
  const whose = { clientId, heldIds: heldIds(clientId), hasCategory, seesConfidential: true };
  const { transactions } = await listPage(app.database.sql, whose, { limit: 10 });
  expect(transactions.map(({ scheme }) => scheme)).toEqual(['TRADE']);
  const products = { partsOfTrades: async () => [] };
  const period = { from: ago(65 * day), to: new Date() };
  const pages = await pagesRead(app.database.pool, (sql) =>
    rowsOfParts(sql, products, transactions, period, daysIn('UTC')),
  );
  expect(Math.max(...pages)).toBeLessThan(after / 10);
});
