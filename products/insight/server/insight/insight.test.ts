/** Insight over HTTP: what counts as spending, what the forecast predicts and why, and which changes are unusual, on a real database. */
import {
  categorise,
  createMoneyRequest,
  dismissUnusualChange,
  getForecast,
  getSpending,
  listUnusualChanges,
  summariseAccounts,
} from '@calmly/contract';
import { parseDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { addDays, daysIn, firstOfMonth } from '@calmly/platform/time/zoned-days.ts';
import { createConfidential, secretsIn } from '@calmly/server/test/support/clients/confidential.ts';
import { createFirm, order } from '@calmly/server/test/support/clients/firm.ts';
import { type PastPayment, writeHistory } from '@calmly/server/test/support/clients/past/history.ts';
import {
  addPayee,
  createPayer,
  hansaIban,
  type Payer,
} from '@calmly/server/test/support/clients/payments.ts';
import { type OrderBank, startOrderBank } from '@calmly/server/test/support/clients/standing-orders.ts';
import { onOneDay } from '@calmly/server/test/support/days.ts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spentStatement } from '../../../accounts/server/transactions/index.ts';
import { chosenCategory } from '../bookkeeping/index.ts';

let bank: OrderBank;
let app: OrderBank['app'];
const timeZone = 'Europe/Vilnius';
const zone = daysIn(timeZone);
/** Of the test that runs. */
let today = '';

const dated = (body: () => Promise<void>) =>
  onOneDay((day) => {
    today = day;
    return body();
  }, timeZone);

beforeAll(async () => {
  bank = await startOrderBank();
  app = bank.app;
});
afterAll(() => app.close());

/** Noon of the second day of a month, this many months ago; for the current month, its first moment. */
const inMonth = (ago: number) => {
  const first = zone.startOf(firstOfMonth(today, -ago));
  return ago === 0 ? first : new Date(first.getTime() + 36 * 3_600_000);
};
const daysAgo = (days: number) => new Date(zone.startOf(addDays(today, -days)).getTime() + 6 * 3_600_000);
const spendingOf = async ({ token }: Pick<Payer, 'token'>, query: Record<string, unknown> = {}) =>
  (await app.call(getSpending, { query: { timeZone, ...query } }, { token })).output;
const forecastOf = async ({ token }: Pick<Payer, 'token'>, query: Record<string, unknown> = {}) =>
  (await app.call(getForecast, { query: { timeZone, ...query } }, { token })).output;
const changesOf = async ({ token }: Pick<Payer, 'token'>) =>
  (await app.call(listUnusualChanges, { query: { timeZone } }, { token })).output.items;
const cents = (amount = '') => parseDecimal(amount, 'EUR') ?? 0n;

describe('spending', () => {
  test(
    'counts payments to others by month, payee and category; own moves, failures and returns are left out',
    dated(async () => {
      const anna = await createPayer(app);
      const hosting = { name: 'Hosting Ltd', account: 'DE001' };
      const [first, , , returned] = await writeHistory(app, anna, [
        { ...hosting, at: inMonth(2), amount: 2_500, fee: 20 },
        { ...hosting, at: inMonth(1), amount: 2_500 },
        { ...hosting, at: inMonth(1), amount: 3_000, status: 'PENDING_FINANCE_INSTITUTION' },
        { name: 'Came back', account: 'DE002', at: inMonth(1), amount: 9_900 },
        { ...hosting, at: inMonth(1), amount: 77_700, status: 'REJECTED' },
        { ...hosting, at: inMonth(1), amount: 77_700, status: 'CREATED' },
        { name: 'Own', at: inMonth(1), amount: 77_700, scheme: 'OWN' },
        { name: 'Exchange', at: inMonth(1), amount: 77_700, scheme: 'EXCHANGE' },
        { name: 'Card', at: inMonth(1), amount: 77_700, fee: 1_166, scheme: 'CARD_MOVE' },
        { name: 'Wallet', at: inMonth(1), amount: 77_700, scheme: 'CRYPTO_MOVE' },
        { name: 'Income', at: inMonth(1), amount: 77_700, direction: 'CREDIT' },
        { name: 'Shop', at: inMonth(1), amount: 5_000, scheme: 'CARD' },
        { name: 'shop', at: inMonth(0), amount: 1_500, scheme: 'CARD', direction: 'CREDIT' },
        { name: 'Too long ago', at: inMonth(3), amount: 77_700 },
      ]);
      const [credit] = await writeHistory(app, anna, [
        { name: 'Came back', at: inMonth(0), amount: 9_900, direction: 'CREDIT' },
      ]);
      await app.database.pool.query(
        'insert into transactions.returned (payment_id, credit_id, reason, at) values ($1, $2, $3, now())',
        [returned, credit, 'account_closed'],
      );
      const body = { paymentIds: [first ?? ''], category: 'HOSTING' as const };
      expect((await app.call(categorise, { body }, { token: anna.token })).status).toBe(200);

      const spending = await spendingOf(anna, { months: 3 });
      expect(spending.months).toEqual([-2, -1, 0].map((ago) => firstOfMonth(today, ago).slice(0, 7)));
      expect(spending.totals).toEqual(['25.20', '116.66', '-15.00']);
      expect(spending.categories).toEqual([
        // One payment was categorised, and the others of this payee follow it.
        { kind: 'PAYMENTS', category: 'HOSTING', amounts: ['25.00', '55.00', '0.00'], total: '80.00' },
        { kind: 'PAYMENTS', category: null, amounts: ['0.00', '50.00', '-15.00'], total: '35.00' },
        // The fee of a top-up counts as a bank fee, although the top-up itself is not spending.
        { kind: 'FEES', category: null, amounts: ['0.20', '11.66', '0.00'], total: '11.86' },
      ]);
      expect(spending.payees.map(({ name, total, category }) => [name, total, category])).toEqual([
        ['Hosting Ltd', '80.00', 'HOSTING'],
        ['Shop', '35.00', null],
        ['', '11.86', null],
      ]);
      expect(spending.countedFrom).toBeNull();

      const stranger = await createPayer(app);
      expect((await spendingOf(stranger)).payees).toEqual([]);
    }),
  );

  test(
    "months are those of the reader's time zone, and other currencies count at reference rates",
    dated(async () => {
      const anna = await createPayer(app);
      const midnight = zone.startOf(firstOfMonth(today, 0));
      await writeHistory(app, anna, [
        { name: 'Late', at: new Date(midnight.getTime() - 1), amount: 100 },
        { name: 'Late', at: midnight, amount: 1_000 },
        { name: 'Dollars', at: inMonth(1), amount: 10_000, currency: 'USD' },
      ]);
      const { payees } = await spendingOf(anna, { months: 2 });
      expect(payees.find(({ name }) => name === 'Late')?.amounts).toEqual(['1.00', '10.00']);
      expect(Number(payees.find(({ name }) => name === 'Dollars')?.total)).toBeGreaterThan(50);
      const inUtc = await spendingOf(anna, { months: 2, timeZone: 'UTC' });
      expect(inUtc.payees.find(({ name }) => name === 'Late')?.amounts).toEqual(['11.00', '0.00']);
      const unknown = await app.call(getSpending, { query: { currency: 'XXX' } }, { token: anna.token });
      expect(unknown.status).toBe(400);
    }),
  );

  test(
    'walks the index of the client over the asked months, however long the history is',
    dated(async () => {
      const anna = await createPayer(app);
      await app.database.pool.query(
        `insert into transactions.transaction (id, number, client_id, account_id, direction, scheme, status, version, currency,
         amount_minor, fee_minor, reference, charge_bearer, end_to_end_id, debtor_name, debtor_account, creditor_name, creditor_account,
         account_name, created_at, updated_at)
       select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
           || '8' || substr(md5('i' || n), 1, 15))::uuid, transactions.number_of(nextval('transactions.number'), at),
         case when n % 20 = 0 then $1::uuid else md5('client' || n % 300)::uuid end, $2, 'DEBIT', 'SEPA', 'EXECUTED', 1, 'EUR', 100, 0, 'Old', 'SHA', 'E' || n, 'Anna', 'EE1', 'Payee ' || n % 50, 'DE' || n % 50, 'Main', at, at
       from generate_series(1, 40000) as n, lateral (select now() - n * interval '18 minutes') as t (at)`,
        [anna.clientId, anna.account.id],
      );
      await app.database.pool.query('analyze transactions.transaction');
      const rowsRead = async (months: number) => {
        const instants = Array.from({ length: months + 1 }, (_, index) =>
          zone.startOf(firstOfMonth(today, index + 1 - months)),
        );
        const { sql, parameters } = spentStatement(anna.clientId, {
          instants,
          category: chosenCategory,
        }).statement.compile(app.database.sql);
        const { rows } = await app.database.pool.query<{ 'QUERY PLAN': unknown }>({
          text: `explain (analyze, format json) ${sql}`,
          values: parameters.map((value) => (value instanceof Date ? value.toISOString() : value)),
        } satisfies pg.QueryConfig);
        const plan = JSON.stringify(rows[0]?.['QUERY PLAN']);
        expect(plan).not.toContain('Seq Scan');
        const scan = findScan(JSON.parse(plan), 'transaction_by_client');
        return scan?.['Actual Rows'];
      };
      const [one, three] = [await rowsRead(1), await rowsRead(3)];
      // Four a day.
      expect(one).toBeLessThanOrEqual(4 * 31);
      expect(three).toBeGreaterThan(one ?? 0);
      expect(three).toBeLessThanOrEqual(4 * 93);
    }),
  );

  test(
    'confidential payouts are one line for everyone, and no payee of theirs is named',
    dated(async () => {
      const firm = await createConfidential(app);
      const answers = await Promise.all(
        [firm.boris.companyToken, firm.otto.companyToken].map((token) => spendingOf({ token })),
      );
      for (const { payees, categories } of answers) {
        expect(payees.filter(({ kind }) => kind === 'CONFIDENTIAL')).toHaveLength(1);
        expect(categories.find(({ kind }) => kind === 'CONFIDENTIAL')).toMatchObject({ total: '1888.92' });
      }
      const texts = await Promise.all(
        [firm.boris.companyToken, firm.otto.companyToken].map(async (token) => [
          JSON.stringify(await spendingOf({ token })),
          JSON.stringify(await forecastOf({ token })),
          JSON.stringify(await changesOf({ token })),
        ]),
      );
      expect(texts.flat().flatMap(secretsIn)).toEqual([]);
    }),
  );
});

/** The node of a plan that scans this index. */
function findScan(node: unknown, index: string): { 'Actual Rows': number } | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  if ('Index Name' in node && node['Index Name'] === index)
    return node as unknown as { 'Actual Rows': number };
  return Object.values(node)
    .map((child) => findScan(child, index))
    .find((found) => found !== undefined);
}

describe('the forecast', () => {
  test(
    'starts with the booked total and explains each step; the lowest point and the shortage are named',
    dated(async () => {
      const anna = await createPayer(app, { fundedMinor: 100_000n });
      const payee = await addPayee(app, anna.clientId, { trusted: true });
      const rent = await bank.order(
        {
          debtorAccount: anna.account.number,
          beneficiaryId: payee.id,
          amount: '700.00',
          startOn: await bank.dayIn(10),
          frequency: 'MONTHLY',
        },
        anna,
      );
      expect(rent.status).toBe(201);
      const dueOn = addDays(today, 20);
      const request = await app.call(
        createMoneyRequest,
        {
          body: {
            creditorAccount: anna.account.number,
            amount: '150.00',
            payerName: 'Kunde AG',
            details: 'Invoice 7',
            dueOn,
            documentIds: [],
          },
        },
        { token: anna.token, idempotencyKey: newId() },
      );
      expect(request.status).toBe(201);
      // A part of it has been received.
      await app.database.pool.query('update requests.request set received_minor = 3000 where id = $1', [
        request.output.id,
      ]);
      await writeHistory(app, anna, [
        ...[93, 62, 31].map((ago) => ({
          name: 'Insurance',
          account: 'DE77',
          at: daysAgo(ago),
          amount: 4_000,
        })),
        // Explained by the standing order, so not expected twice.
        ...[85, 54, 23].map((ago) => ({
          name: 'Hansa GmbH',
          account: hansaIban,
          beneficiaryId: payee.id,
          at: daysAgo(ago),
          amount: 70_000,
        })),
        // By card: no account is debited.
        ...[93, 62, 31].map((ago) => ({
          name: 'Streaming',
          at: daysAgo(ago),
          amount: 1_000,
          scheme: 'CARD' as const,
        })),
      ]);

      const forecast = await forecastOf(anna);
      const { total } = (await app.call(summariseAccounts, { query: { timeZone } }, { token: anna.token }))
        .output;
      expect(forecast.start).toBe(total);
      expect(forecast.points).toHaveLength(91);
      expect(forecast.points[0]?.date).toBe(today);
      expect([...new Set(forecast.steps.map(({ name, reason }) => `${reason} ${name}`))].sort()).toEqual([
        'RECURRING Insurance',
        'REQUESTED Kunde AG',
        'STANDING Hansa GmbH',
      ]);
      const sum = forecast.steps.reduce((all, { amount }) => all + cents(amount), 0n);
      expect(cents(forecast.points.at(-1)?.balance ?? '')).toBe(cents(forecast.start) + sum);
      expect(forecast.steps.find(({ reason }) => reason === 'REQUESTED')).toMatchObject({
        on: dueOn,
        amount: '120.00',
      });
      expect(forecast.steps.find(({ reason }) => reason === 'STANDING')).toMatchObject({
        subjectId: rent.output.id,
        frequency: 'MONTHLY',
      });
      const [shortage] = forecast.shortages;
      const firstBelow = forecast.points.find(({ balance }) => balance.startsWith('-'));
      expect(shortage).toMatchObject({
        currency: 'EUR',
        on: firstBelow?.date,
        amount: firstBelow?.balance.slice(1),
      });
      expect(forecast.lowest.balance).toBe(`-${shortage?.lowestAmount}`);
    }),
  );

  test(
    'a payment that awaits approval is its own step, and its money is not counted twice',
    dated(async () => {
      const firm = await createFirm(app);
      await order(app, firm, firm.clara);
      const forecast = await forecastOf({ token: firm.boris.companyToken });
      expect(forecast.steps).toHaveLength(1);
      expect(forecast.steps[0]).toMatchObject({ reason: 'AWAITING_APPROVAL', on: today });
      expect(forecast.points.at(-1)?.balance).toBe(forecast.steps[0]?.balance);
      expect(cents(forecast.steps[0]?.balance)).toBeLessThan(cents(forecast.start));
      expect(forecast.shortages).toEqual([]);
    }),
  );

  // Control: without the comparison with waiting approvals, the regular payment of these days is expected in addition.
  test(
    'a regular payment that awaits approval is counted once',
    dated(async () => {
      const firm = await createFirm(app);
      const past = { name: 'Hansa GmbH', account: hansaIban, beneficiaryId: firm.payeeId, amount: 10_000 };
      const payer = { clientId: firm.companyId, account: firm.account };
      await writeHistory(
        app,
        payer,
        [88, 57, 27].map((ago) => ({ ...past, at: daysAgo(ago) })),
      );
      const regularOn = async () =>
        (await forecastOf({ token: firm.boris.companyToken })).steps.flatMap(({ reason, on }) =>
          reason === 'RECURRING' ? [on] : [],
        );
      const [first, ...later] = await regularOn();
      expect(first && first < addDays(today, 10)).toBe(true);
      expect(later.length).toBeGreaterThan(0);
      await order(app, firm, firm.clara);
      expect(await regularOn()).toEqual(later);
      await order(app, firm, firm.clara, { reference: 'Two at once' });
      expect(await regularOn()).toEqual(later);
    }),
  );

  test(
    'a new client has a flat line',
    dated(async () => {
      const anna = await createPayer(app, { fundedMinor: 0n });
      const forecast = await forecastOf(anna);
      expect(forecast.steps).toEqual([]);
      expect(forecast.lowest).toEqual({ date: today, balance: '0.00' });
    }),
  );
});

describe('unusual changes', () => {
  const usual = (name: string, amount: number): PastPayment[] =>
    [1, 2, 3, 4].map((ago) => ({ name, account: `DE ${name}`, at: inMonth(ago), amount }));

  test(
    'names spending above the usual, new regular payments and missed ones, and never shows dismissed changes again',
    dated(async () => {
      const anna = await createPayer(app);
      await writeHistory(app, anna, [
        ...usual('Hosting', 2_500),
        { name: 'Hosting', account: 'DE Hosting', at: inMonth(0), amount: 3_500 },
        // Below the threshold of a quarter.
        ...usual('Phone', 10_000),
        { name: 'Phone', account: 'DE Phone', at: inMonth(0), amount: 12_000 },
        ...[15, 8, 1].map((ago) => ({ name: 'New club', account: 'DE9', at: daysAgo(ago), amount: 900 })),
        // Due a week ago: late even if a weekend or Easter moved it.
        ...[49, 42, 35, 28, 21, 14].map((ago) => ({
          name: 'Tenant',
          account: 'DE8',
          at: daysAgo(ago),
          amount: 20_000,
          direction: 'CREDIT' as const,
        })),
      ]);
      const changes = await changesOf(anna);
      expect(changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
        'MISSED Tenant',
        'ABOVE Hosting',
        'NEW_REGULAR New club',
      ]);
      expect(changes[1]).toMatchObject({
        amount: '35.00',
        usual: '25.00',
        percent: 40,
        on: firstOfMonth(today, 0),
      });
      expect(changes[0]).toMatchObject({ direction: 'CREDIT', amount: '200.00', frequency: 'WEEKLY' });

      const dismiss = ({ token }: Pick<Payer, 'token'>, id: string) =>
        app.call(dismissUnusualChange, { params: { id }, query: { timeZone } }, { token });
      const id = changes[1]?.id ?? '';
      const stranger = await createPayer(app);
      expect((await dismiss(stranger, id)).status).toBe(404);
      expect((await dismiss(anna, newId())).status).toBe(404);
      expect((await dismiss(anna, id)).status).toBe(204);
      expect((await dismiss(anna, id)).status).toBe(204);
      expect((await changesOf(anna)).map(({ name }) => name)).toEqual(['Tenant', 'New club']);
    }),
  );
});
