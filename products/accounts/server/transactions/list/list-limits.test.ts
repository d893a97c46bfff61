/** What the list shows and refuses: other people's payments, hostile names, days of other time zones, wrong filters, held payments. */
import { exportPayments, getPayment, listPayments, type PaymentsFilter } from '@calmly/contract';
import { heldStatuses, parseDescription } from '@calmly/domain';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import {
  firstDay,
  hostileNames,
  type ListedRow,
  listedPayees,
  makeRow,
  makeRows,
  minuteMs,
  writeRows,
} from '@calmly/server/test/support/clients/listed-payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookBack } from './list-store.ts';

let app: TestApp;
let anna: SignedIn;
let rows: readonly ListedRow[];
beforeAll(async () => {
  app = await startTestApp();
  anna = await newClient(app);
  rows = makeRows(420);
  await writeRows(app, anna.clientId, rows);
});
afterAll(() => app.close());

test('another person’s account reveals nothing, not even that it exists', async () => {
  const other = await newClient(app);
  // As many as a page looks at: the cursor of a short page would tell of them.
  const theirs = Array.from({ length: lookBack }, (_, n) => ({
    ...makeRow(n, firstDay + n * minuteMs),
    accountId: listedPayees[0],
  }));
  await writeRows(app, other.clientId, theirs);
  const { output } = await app.call(
    listPayments,
    { query: { accountId: listedPayees[0] } },
    { token: anna.token },
  );
  expect(output).toEqual({ Items: [], NextCursor: null, LookedBackTo: null });
});

test('names that pretend to be parts of a description stay in their part', async () => {
  for (const row of rows.filter(({ name }) => hostileNames.includes(name)).slice(0, 16)) {
    const { output } = await app.call(getPayment, { params: { id: row.id } }, { token: anna.token });
    const parts = parseDescription(output.description);
    expect(parts?.reference).toBe(row.reference);
    expect(row.direction === 'DEBIT' ? parts?.sender : parts?.beneficiary).toBe('Anna Tamm');
    expect(row.direction === 'DEBIT' ? output.record.creditorName : output.record.debtorName).toBe(row.name);
  }
});

test('days of another time zone are asked for by the moments at which they begin', async () => {
  const client = await newClient(app);
  // Tallinn, UTC+2: three minutes before midnight, midnight itself, and the last minute of that day.
  const times = ['2026-03-01T21:57Z', '2026-03-01T22:00Z', '2026-03-02T21:59Z', '2026-03-02T22:00Z'];
  const made = times.map((time, n) => makeRow(n, Date.parse(time)));
  await writeRows(app, client.clientId, made);
  const list = async (query: PaymentsFilter) => {
    const { output } = await app.call(
      listPayments,
      { query: { limit: 50, ...query } },
      { token: client.token },
    );
    return output.Items.map(({ id }) => made.findIndex((row) => row.id === id)).sort();
  };
  expect(await list({ from: '2026-03-01T22:00:00.000Z', to: '2026-03-02T22:00:00.000Z' })).toEqual([1, 2]);
  expect(await list({ from: '2026-03-02', to: '2026-03-02' })).toEqual([2, 3]);
  expect(await list({ from: '0001-01-01', to: '9999-12-31' })).toEqual([0, 1, 2, 3]);
});

test.each([{ status: 'NONSENSE' }, { scheme: 'PIGEON' }])(
  'refuses to export %j before the file begins',
  async (more) => {
    const query = { format: 'csv', locale: 'en', ...more } as const;
    expect((await app.call(exportPayments, { query }, { token: anna.token })).status).toBe(400);
  },
);

test.each([
  { scheme: 'SEPA,PIGEON' },
  { status: 'EXECUTED,NONSENSE' },
  { cursor: 'tampered' },
  { from: 'yesterday' },
  { to: '2026-11-18T00:00:00' },
])('refuses %j as a bad field', async (query) => {
  expect((await app.call(listPayments, { query }, { token: anna.token })).status).toBe(400);
});

test('a held payment is listed on the first page, however many newer payments there are', async () => {
  const client = await newClient(app);
  const held = { ...makeRow(0, firstDay), status: 'HOLD_AML' as const };
  const newer = Array.from({ length: lookBack + 10 }, (_, n) => ({
    ...makeRow(n, firstDay + (n + 1) * minuteMs),
    status: 'EXECUTED' as const,
  }));
  await writeRows(app, client.clientId, [held, ...newer]);
  const idsOf = async (status: string) => {
    const query = { status, limit: 100 };
    const { output } = await app.call(listPayments, { query }, { token: client.token });
    return output.Items.map(({ id }) => id);
  };
  expect(await idsOf(heldStatuses.join(','))).toEqual([held.id]);
  expect(await idsOf('HOLD_AML')).toEqual([held.id]);
  // The control: mixed with a status that no index knows, the page ends before it gets there.
  expect(await idsOf('HOLD_AML,CANCELED')).toEqual([]);
});
