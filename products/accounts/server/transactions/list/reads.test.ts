/** Lists and cost: pages, filters, plans that walk an index, and how many statements a call sends. */
import { getPayment, listLastPaid, listPayments } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addPayee, createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { until } from '@calmly/server/test/support/until.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasCategory } from '../../../../insight/server/bookkeeping/annotations/annotation-store.ts';
import { heldIds } from '../../../../payments/server/payments/index.ts';
import { lookBack, pageStatement } from './list-store.ts';

let app: TestApp;
let payer: Payer;
let beneficiaryId: string;
const stored = 20_000;

/** Fills the table with history of this client and of others, as if it had run for years. */
beforeAll(async () => {
  app = await startTestApp();
  payer = await createPayer(app);
  beneficiaryId = (await addPayee(app, payer.clientId, { trusted: true })).id;
  for (const clientId of [payer.clientId, newId()])
    await app.database.pool.query(
      `insert into transactions.transaction (id, number, client_id, account_id, direction, scheme, status, version, currency,
         amount_minor, fee_minor, reference, charge_bearer, end_to_end_id, beneficiary_id, debtor_name, debtor_account,
         creditor_name, creditor_account, account_name, created_at, updated_at)
       select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
           || '8' || substr(md5($1 || n), 1, 15))::uuid, transactions.number_of(nextval('transactions.number'), at), $1::text::uuid, $2,
         case when n % 3 = 0 then 'CREDIT' else 'DEBIT' end, 'SEPA', case when n % 500 = 0 then 'REJECTED' else 'EXECUTED' end,
         1, 'EUR', n, 0, 'Invoice ' || n, 'SHA', 'E' || n, $3, 'Anna Tamm', 'EE1', 'Payee ' || n % 700, 'DE' || n, 'Main', at, at
       from generate_series(1, $4::int) as n, lateral (select timestamptz '2025-01-01' + n * interval '30 minutes') as t (at)`,
      [clientId, clientId === payer.clientId ? payer.account.id : newId(), beneficiaryId, stored],
    );
  await app.database.pool.query('analyze transactions.transaction');
});
afterAll(() => app.close());

type Query = Parameters<typeof pageStatement>[1];
const list = (query: Partial<Query>) => app.call(listPayments, { query }, { token: payer.token });

/** Everything that a filter finds, and how far back each page that was not full had looked. */
async function walk(filter: Partial<Query>) {
  const ids: string[] = [];
  const lookedBackTo: Array<string | null> = [];
  let cursor: string | undefined;
  do {
    const { output } = await list(cursor === undefined ? filter : { ...filter, cursor });
    ids.push(...output.Items.map(({ id }) => id));
    lookedBackTo.push(output.LookedBackTo);
    cursor = output.NextCursor ?? undefined;
  } while (cursor !== undefined);
  return { ids, lookedBackTo };
}

test('the latest executed payment to each payee is told, and payees never paid are left out', async () => {
  const { id: neverPaid } = await addPayee(app, payer.clientId, { iban: 'DE69200505500000000051' });
  const query = { beneficiaryIds: [neverPaid, beneficiaryId].join(',') };
  const { Items } = (await app.call(listLastPaid, { query }, { token: payer.token })).output;
  // The newest payment, of 200.00, was rejected.
  expect(Items).toMatchObject([{ beneficiaryId, amount: '199.99', currency: 'EUR' }]);
  const stranger = await createPayer(app);
  const other = await app.call(listLastPaid, { query }, { token: stranger.token });
  expect(other.output.Items).toEqual([]);
  const wrong = await app.call(listLastPaid, { query: { beneficiaryIds: 'nobody' } }, { token: payer.token });
  expect(wrong.status).toBe(400);
});

describe('the list', () => {
  test('pages through everything once, newest first; what is rare is looked for a bounded way back at a time', async () => {
    const { ids, lookedBackTo } = await walk({ status: 'REJECTED', limit: 15 });
    expect(lookedBackTo.filter((time) => time !== null)).toHaveLength(Math.floor(stored / lookBack));
    expect(ids).toHaveLength(stored / 500);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  test.each([
    ['a day', { from: '2025-01-10', to: '2025-01-10' }, 48],
    ['a direction in a day', { from: '2025-01-10', to: '2025-01-10', direction: 'CREDIT' as const }, 16],
    ['a way', { from: '2025-01-10', to: '2025-01-10', scheme: 'SEPA,SWIFT' }, 48],
    ['amounts', { minAmount: '199.95', maxAmount: '200.00' }, 6],
    ['a reference', { search: 'Invoice 19999' }, 1],
    ['an account with blanks', { search: 'DE 1 2345' }, 1],
    ['an exact amount', { search: '123.45' }, 1],
    ['a wildcard taken literally', { search: '%' }, 0],
    ['another currency', { currency: 'USD' }, 0],
    ['another account', { accountId: newId() }, 0],
  ])('filters by %s', async (_name, query, count) => {
    expect((await walk(query)).ids).toHaveLength(count);
  });

  test.each([{ cursor: 'tampered' }, { status: 'EXECUTED,NONSENSE' }, { status: "x' or 1=1" }])(
    'refuses %j as a bad field',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );

  test('walks an index for every combination of filters', async () => {
    const filters: Array<Partial<Query>> = [
      { accountId: payer.account.id },
      { beneficiaryId },
      { status: 'REJECTED' },
      { direction: 'CREDIT' },
      { currency: 'EUR' },
      { from: '2025-06-01', to: '2025-06-30' },
      { minAmount: '1.00', maxAmount: '2.00' },
      { search: 'Payee 5' },
      { cursor: newId() },
    ];
    // The plan that is kept for all clients, of any size; as the pool's own connections make it, but free to read whole tables.
    const client = await app.database.pool.connect();
    const { clientId } = payer;
    await client.query('set enable_seqscan = on');
    const literal = (value: unknown) =>
      typeof value === 'number'
        ? String(value)
        : client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value));
    for (let mask = 0; mask < 2 ** filters.length; mask += 1) {
      const query = Object.assign({ limit: 50 }, ...filters.filter((_, bit) => mask & (2 ** bit))) as Query;
      const { sql, parameters } = pageStatement(
        { clientId, heldIds: heldIds(clientId), hasCategory, seesConfidential: mask % 3 === 0 },
        query,
      ).compile(app.database.sql);
      const { rows } = await explained(client, sql, parameters.map(literal).join());
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      // Its own index, in its order: by the key of all payments a small client would read the whole bank's.
      expect(plan, JSON.stringify(query)).toMatch(/using transaction_by_(client|account|beneficiary)/);
      expect(plan, JSON.stringify(query)).not.toMatch(/Seq Scan on transaction|transaction_pkey|Bitmap/);
    }
    client.release(true);
  });
});

async function explained(client: pg.PoolClient, sql: string, parameters: string) {
  await client.query(`prepare page as ${sql}`);
  const plan = await client.query<{ 'QUERY PLAN': string }>(`explain execute page (${parameters})`);
  await client.query('deallocate page');
  return plan;
}

describe('the number of statements', () => {
  async function statementsOf(call: () => Promise<unknown>): Promise<number> {
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    await call();
    // Without statements that only happen to run meanwhile: hints for browsers after the commit, the exchange looking for waiting
    // commands every second, and the time at which the session was last used, written every 30 seconds.
    const count = spy.mock.calls.filter(
      ([query]) => !/pg_notify|from trading\.command|last_seen_at = now/.test(JSON.stringify(query)),
    ).length;
    spy.mockRestore();
    return count;
  }

  test('of a list is one, of the details three, after the one that authenticates', async () => {
    const { output } = await list({ limit: 1 });
    const id = output.Items[0]?.id ?? '';
    expect(await statementsOf(() => list({ limit: 1 }))).toBe(2);
    expect(await statementsOf(() => app.call(getPayment, { params: { id } }, { token: payer.token }))).toBe(
      4,
    );
  });

  test('of a payment does not grow with its group', async () => {
    const pay = () => payer.pay({ beneficiaryId, amount: '1.00' });
    // The first one reads the watch list.
    await pay();
    const alone = await statementsOf(pay);
    // authenticate; begin, keys, keys of earlier payments, calendar, payees, accounts, balances, number, the day; the last hour; the watch list's version;
    // who is cooling off, reserve, payment, hand-over, day, answer; commit: statements between two semicolons travel together
    expect(alone).toBe(18);
    // All have arrived before the first meets the database: a fast disk would let each go by itself.
    const { pool } = app.database;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    let arrived = 0;
    app.app.server.server.on('request', () => {
      arrived += 1;
    });
    const many = await statementsOf(async () => {
      const paid = Promise.all(Array.from({ length: 40 }, pay));
      await until(
        () => arrived,
        (count) => count === 40,
      );
      for (const connection of held) connection.release();
      await paid;
    });
    expect(many).toBeLessThan(alone * 8);
  });
});
