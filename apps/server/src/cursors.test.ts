/**
 * The reads of a page deep in a long list: only its own rows, by the cached plan for pages with and without a cursor. Control, tried once: with `($1
 * is null or id < $1)` each of
 * these reads all rows before the cursor.
 */

import type { Sql } from '@calmly/platform/work.ts';
import { listOfAccount } from '@calmly/products/cards/server/authorizations/store.ts';
import { listOrders } from '@calmly/products/crypto/server/trading/orders/store.ts';
import { listSignIns } from '@calmly/products/identity/server/sessions/security-list.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../test/support/app.ts';
import { addCard } from '../test/support/cards.ts';
import { newClient, type Person, type SignedIn } from '../test/support/clients/clients.ts';
import { pagesRead } from '../test/support/plans.ts';

let bank: TestApp;
let anna: Person & SignedIn;
let accountId: string;
const rows = 20_000;
/** Ids in numerical order; the cursor of each page is below three quarters of them. */
const id = `(lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || substr(md5(n::text), 1, 12))::uuid`;
const cursor = `${(rows / 2).toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`;

beforeAll(async () => {
  bank = await startTestApp();
  anna = await newClient(bank);
  const { card } = await addCard(bank.database, { clientId: anna.clientId, holderId: anna.personId });
  accountId = card.accountId;
  const insert = (statement: string, parameters: readonly unknown[]) =>
    bank.database.pool.query(`${statement} from generate_series(1, ${2 * rows}) as n`, [...parameters]);
  await insert(
    `insert into cards.authorization (id, card_id, account_id, reference, created_at, day, approved, channel, mcc, merchant_name, merchant_amount,
       merchant_currency, authorized_minor, cleared_minor, is_over)
     select ${id}, $1, case when n % 2 = 0 then $2::uuid else gen_random_uuid() end, 'history ' || n, now(), current_date, true, 'ONLINE', '5411', 'Shop',
       '1.00', 'EUR', 100, 100, true`,
    [card.id, accountId],
  );
  await insert(
    `insert into identity.sign_in (id, at, person_id, outcome, ip, user_agent)
     select ${id}, now(), case when n % 2 = 0 then $1::uuid end, 'bad_credentials', '192.0.2.1', 'Firefox'`,
    [anna.personId],
  );
  await insert(
    `insert into trading.trade_order (id, credit_row_id, client_id, client_name, person_id, instrument, side, type, time_in_force, post_only, price,
       quantity, filled, reservation_id, held_minor, payer_account_id, receiver_account_id, status, idempotency_key, created_at, updated_at)
     select ${id}, gen_random_uuid(), case when n % 2 = 0 then $1::uuid else gen_random_uuid() end, 'Anna', gen_random_uuid(), 'BTCEPI', 'BUY', 'LIMIT',
       'GTC', false, 1, 1, 0, gen_random_uuid(), case when n = 2 then 1 else 0 end, gen_random_uuid(), gen_random_uuid(),
       case when n = 2 then 'PLACED' else 'CANCELED' end, 'key ' || n, now(), now()`,
    [anna.clientId],
  );
  await bank.database.pool.query(
    `insert into trading.open_order (instrument, client_id, order_id)
     select instrument, client_id, id from trading.trade_order where status = 'PLACED' and client_id = $1`,
    [anna.clientId],
  );
  await bank.database.pool.query(
    'vacuum analyze cards.authorization, identity.sign_in, trading.trade_order, trading.open_order',
  );
});
afterAll(() => bank.close());

const ordersOf = (sql: Sql, query: { readonly statuses?: readonly string[]; readonly before?: string }) =>
  listOrders(sql, {
    clientId: anna.clientId,
    instrument: undefined,
    limit: 20,
    statuses: query.statuses,
    before: query.before,
  });

const lists: ReadonlyArray<[string, (sql: Sql) => Promise<unknown>]> = [
  [
    'payments with a card',
    (sql) =>
      listOfAccount(sql, {
        accountId,
        statuses: undefined,
        withoutReceipt: false,
        only: undefined,
        before: cursor,
        limit: 20,
      }),
  ],
  [
    'sign-ins',
    (sql) => listSignIns(sql, { personId: anna.personId, sessionId: anna.personId }, { limit: 20, cursor }),
  ],
  ['orders', (sql) => ordersOf(sql, { before: cursor })],
  ['open orders', (sql) => ordersOf(sql, { statuses: ['PLACED'] })],
];

test.each(lists)('%s: a page reads few pages of the table', async (_list, read) => {
  const pages = await pagesRead(bank.database.pool, read);
  expect(Math.max(...pages)).toBeLessThan(60);
});

test('an old open order is found among all that have ended', async () => {
  const found = await ordersOf(bank.database.sql, { statuses: ['PLACED'] });
  expect(found.map(({ id: found }) => found)).toEqual([expect.stringMatching(/^00000002-/)]);
});

/**
 * A new bank has few clients, and a plan that expects each to have a large part of the table scans all rows by their key. So the tables state
 * themselves how many rows a client, a
 * person or an account has.
 */
test('each list that is read by its owner states how many rows an owner has', async () => {
  const { rows: found } = await bank.database.pool.query<{ list: string }>(
    `select distinct indrelid::regclass || '.' || owner.attname as list
     from pg_index
     join pg_attribute owner on owner.attrelid = indrelid and owner.attnum = indkey[0]
     join pg_attribute item on item.attrelid = indrelid and item.attnum = indkey[1] and item.attname = 'id'
     where indkey[0] <> 0 and owner.atttypid = 'uuid'::regtype and indrelid::regclass::text !~ '^(pg_|graphile)'
       and not coalesce(owner.attoptions::text like '%n_distinct%', false)
     order by 1`,
  );
  expect(found.map(({ list }) => list)).toEqual([]);
});
