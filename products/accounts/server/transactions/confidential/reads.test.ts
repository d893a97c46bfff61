/**
 * What a reader without the right to confidential payouts costs: the same few pages, however many rows they do not see. Otherwise the list of a company with a large payroll
 * is slow, and how slow it is tells how large the payroll is. Control, tried once: with one index for all rows each of these reads thousands of pages.
 */
import { listPayments } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addPayee, createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { pagesRead } from '@calmly/server/test/support/plans.ts';
import { sql as statement } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasCategory } from '../../../../insight/server/bookkeeping/annotations/annotation-store.ts';
import { heldIds } from '../../../../payments/server/payments/index.ts';
import { findEarlier } from '../earlier-store.ts';
import { findLastPaid } from '../list/last-paid-store.ts';
import { listPage, sumPayments } from '../list/list-store.ts';
import { countOrders, findFirsts } from '../ordered/earlier.ts';
import { listOrdered } from '../ordered/ordered.ts';
import { findPaid } from '../paid-store.ts';
import { movedByAccount } from '../verify.ts';
import { findMasks } from './masks.ts';

let app: TestApp;
let payer: Payer;
let beneficiaryId: string;
/** Open payments, then a payroll as large, all of one account and payee; and as many payments of other clients. */
const rows = 20_000;

beforeAll(async () => {
  app = await startTestApp();
  payer = await createPayer(app);
  beneficiaryId = (await addPayee(app, payer.clientId, { trusted: true })).id;
  await app.database.pool.query(
    `insert into transactions.transaction (id, number, client_id, account_id, direction, scheme, status, version, currency, amount_minor, fee_minor,
       reference, charge_bearer, end_to_end_id, beneficiary_id, debtor_name, debtor_account, creditor_name, creditor_account, account_name, created_at,
       updated_at, initiator_id, audience)
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || substr(md5($1 || n), 1, 15))::uuid,
       transactions.number_of(nextval('transactions.number'), at), case when n % 2 = 0 then $1::text::uuid else gen_random_uuid() end, case when n % 2 = 0 then $2::uuid else gen_random_uuid() end, 'DEBIT', 'SEPA', 'EXECUTED', 1, 'EUR', n, 0, 'Invoice ' || n,
       'SHA', 'E' || n, case when n % 2 = 0 then $3::uuid else gen_random_uuid() end, 'Anna Tamm', 'EE1', 'Payee', 'DE1', 'Main', at, at, $1::text::uuid, case when n > 2 * $4 then 'CONFIDENTIAL' else 'ALL' end
     from generate_series(1, 4 * $4::int) as n, lateral (select timestamptz '2025-01-01' + n * interval '3 minutes') as t (at)`,
    [payer.clientId, payer.account.id, beneficiaryId, rows],
  );
  await app.database.pool.query('vacuum analyze transactions.transaction');
});
afterAll(() => app.close());

const whose = (seesConfidential: boolean) => ({
  clientId: payer.clientId,
  heldIds: heldIds(payer.clientId),
  hasCategory,
  seesConfidential,
});
const earlierThan = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const reads: ReadonlyArray<[string, (sql: Sql, sees: boolean) => Promise<unknown>, number]> = [
  ['a page', (sql, sees) => listPage(sql, whose(sees), { limit: 50 }), 150],
  [
    'a page of an account',
    (sql, sees) => listPage(sql, whose(sees), { accountId: payer.account.id, limit: 50 }),
    150,
  ],
  ['a page of a payee', (sql, sees) => listPage(sql, whose(sees), { beneficiaryId, limit: 50 }), 150],
  [
    'what people ordered',
    (sql, sees) =>
      listOrdered(sql, {
        viewer: whose(sees),
        personId: undefined,
        fromId: undefined,
        belowId: undefined,
        limit: 50,
      }),
    150,
  ],
  ['the last payment to a payee', (sql, sees) => findLastPaid(sql, whose(sees), [beneficiaryId]), 60],
  [
    'what a payee was paid',
    (sql, sees) =>
      findPaid(sql, { viewer: whose(sees), payeeIds: [beneficiaryId], since: new Date('2025-01-01') }),
    60,
  ],
  [
    'the warnings of a payment',
    (sql) => findEarlier(sql, { clientId: payer.clientId, beneficiaryId, creditorAccount: 'DE1' }),
    60,
  ],
  [
    'how much was ordered lately',
    (sql) =>
      countOrders(sql, {
        clientIds: [payer.clientId],
        sinceId: '00000000-0000-0000-0000-000000000000',
        atMost: 5,
      }),
    60,
  ],
  [
    'whether a payment is the first to its account',
    (sql) =>
      findFirsts(sql, [{ id: earlierThan, beneficiaryId, creditorAccount: 'DE1', audience: 'ALL' as const }]),
    60,
  ],
];

describe.each([
  ['without the right', false],
  ['with the right', true],
] as const)('a reader %s', (_reader, sees) => {
  test.each(reads)('%s costs few pages', async (_name, read, most) => {
    const pages = await pagesRead(app.database.pool, (sql) => read(sql, sees));
    expect(Math.max(...pages)).toBeLessThanOrEqual(most);
  });
});

// Control, tried once: with one condition for both kinds of rows it reads the whole table, once for each batch of accounts.
test('the verification of an account reads the pages of its own rows', async () => {
  const { rows: others } = await statement<{ id: string }>`
    select account_id as id from transactions.transaction where account_id <> ${payer.account.id} limit 20`.execute(
    app.database.sql,
  );
  const ids = others.map(({ id }) => id);
  const pages = await pagesRead(app.database.pool, (sql) => movedByAccount(sql, ids));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toBeLessThanOrEqual(200);
});

test('the lines of an account are found by an index of their own', async () => {
  const pages = await pagesRead(app.database.pool, (sql) => findMasks(sql, payer.account.id));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toBeLessThanOrEqual(10);
});

test('sums read no row that is not shown', async () => {
  const [pages = 0] = await pagesRead(app.database.pool, (sql) => sumPayments(sql, whose(false), {}, []));
  const [all = 0] = await pagesRead(app.database.pool, (sql) => sumPayments(sql, whose(true), {}, []));
  expect(pages).toBeLessThan(0.6 * all);
});

test('a reader without the right pages through the open payments, one with it through all, newest first', async () => {
  const newest = async (limit: number) => {
    const { rows: found } = await statement<{ id: string }>`
      select id from transactions.transaction where client_id = ${payer.clientId} and direction = 'DEBIT' order by id desc limit ${limit}`.execute(
      app.database.sql,
    );
    return found.map(({ id }) => id);
  };
  const query = { limit: 100, direction: 'DEBIT' as const };
  const { output } = await app.call(listPayments, { query }, { token: payer.token });
  expect(output.Items.map(({ id }) => id)).toEqual(await newest(100));
  const open = await listPage(app.database.sql, whose(false), query);
  expect(open.transactions.map(({ amountMinor }) => amountMinor)).toEqual(
    Array.from({ length: 100 }, (_, index) => BigInt(2 * (rows - index))),
  );
});
