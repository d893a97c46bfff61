/**
 * The database refuses writes that no code may make: each wrong write by hand, with a correct counterpart that shows that nothing else is wrong with
 * it.
 */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/support/database.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture.close());

test('every constraint was checked for all rows', async () => {
  const { rows } = await fixture.database.pool.query(
    `select conrelid::regclass || '.' || conname as name from pg_constraint where not convalidated`,
  );
  expect(rows).toEqual([]);
});

/** In a transaction that is rolled back, without foreign keys and triggers, so that the rows need no others. */
async function written(...statements: readonly string[]): Promise<string[]> {
  const client: pg.PoolClient = await fixture.database.pool.connect();
  const codes: string[] = [];
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const statement of statements) {
      await client.query('savepoint before');
      codes.push(
        await client.query(statement).then(
          () => 'written',
          (error: { code: string }) => error.code,
        ),
      );
      if (codes.at(-1) !== 'written') await client.query('rollback to before');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return codes;
}

const one = '00000000-0000-7000-8000-000000000001';
const two = '00000000-0000-7000-8000-000000000002';
const payment = (status: string, audience = 'ALL', amount = 1, scheme = 'SEPA') =>
  `insert into transactions.transaction (id, number, client_id, account_id, direction, scheme, status, version, currency, amount_minor, fee_minor, reference,
     charge_bearer, end_to_end_id, debtor_name, debtor_account, creditor_name, creditor_account, account_name, created_at, updated_at, audience)
   values (gen_random_uuid(), gen_random_uuid()::text, '${one}', '${one}', 'DEBIT', '${scheme}', '${status}', 1, 'EUR', ${amount}, 0, '', 'SHA', 'E', 'Anna', 'EE1', 'Shop',
     'EE2', 'Main', now(), now(), '${audience}')`;
const order = (filled: number, value: number, fee: number) =>
  `insert into trading.trade_order (id, credit_row_id, client_id, client_name, person_id, instrument, side, type, time_in_force, post_only, price, quantity,
     filled, filled_value, fee_minor, reservation_id, held_minor, payer_account_id, receiver_account_id, idempotency_key, created_at, updated_at)
   values (gen_random_uuid(), '${one}', '${one}', 'Anna', '${one}', 'BTCEPI', 'BUY', 'LIMIT', 'GTC', false, 5, 5, ${filled}, ${value}, ${fee}, '${one}', 1, '${one}', '${one}',
     gen_random_uuid()::text, now(), now())`;
const trade = (number: number, price: number, quantity: number, maker: number, taker: number) =>
  `insert into trading.trade (instrument, number, price, quantity, side, maker_order_id, taker_order_id, maker_fee_minor, taker_fee_minor, at)
   values ('BTCEPI', ${number}, ${price}, ${quantity}, 'BUY', '${one}', '${two}', ${maker}, ${taker}, now())`;
const prepared = (nonce: number) => `'{"type":"eip1559","chainId":"1","nonce":"${nonce}","from":"0xaa"}'`;
const withdrawal = (network: string, txId: string, unsigned = `'{}'`, state = 'SIGNING') =>
  `insert into wallets.withdrawal (id, client_id, wallet_id, network, asset, address, amount_minor, fee_minor, rate, state, unsigned, signed, tx_id, created_at, updated_at, screened_at, chain_outcome)
   values (gen_random_uuid(), '${one}', '${one}', '${network}', 'ETH', '0x1', 1, 0, '1', '${state}', ${unsigned}, 'raw', '${txId}', now(), now(), now(), ${state === 'FAILED' ? "'GONE'" : 'null'})`;
const collection = (address: string, txId: string, unsigned = `'{}'`, state = 'SIGNING') =>
  `insert into wallets.collection (id, network, kind, asset, address, amount_minor, unsigned, signed, tx_id, state, created_at, updated_at)
   values (gen_random_uuid(), 'ETHEREUM', 'GAS', 'ETH', '${address}', 1, ${unsigned}, 'raw', '${txId}', '${state}', now(), now())`;
const attempt = (of: 'withdrawal' | 'collection', number: number, txId: string) =>
  `insert into wallets.${of === 'withdrawal' ? 'attempt' : 'collection_attempt'} (${of}_id, number, unsigned, signed, tx_id, created_at)
   values ('${one}', ${number}, '{}', 'raw', '${txId}', now())`;
const outcome = (position: number, paymentId: string) =>
  `insert into payouts.outcome (payout_id, position, payment_id) values ('${one}', ${position}, '${paymentId}')`;
const conversion = (paymentId: string, counterpartId: string) =>
  `insert into exchange.conversion (payment_id, counterpart_id, rate, counter_currency, counter_amount_minor)
   values ('${paymentId}', '${counterpartId}', '1', 'USD', 1)`;
const suspense = (returnOf: string, state = 'waiting') =>
  `insert into clearing.suspense (id, cause, rail_reference, scheme, creditor_account, currency, amount_minor, debtor_name, debtor_account, reference, end_to_end_id, return_of,
     arrived_at, state)
   values (gen_random_uuid(), 'account_closed', gen_random_uuid()::text, 'SEPA', 'EE1', 'EUR', 1, 'Anna', 'EE2', '', 'E', '${returnOf}', now(), '${state}')`;

const refusedValue = '23514';
const refusedTwice = '23505';

describe('values', () => {
  test.each([
    ['an unknown status', payment('EXECUTED'), payment('DONE')],
    ['an unknown audience', payment('EXECUTED', 'CONFIDENTIAL'), payment('EXECUTED', 'NOBODY')],
    ['a payment of nothing', payment('EXECUTED', 'MASK', 0), payment('EXECUTED', 'ALL', 0)],
    ['an unknown scheme', payment('EXECUTED', 'ALL', 1, 'TRADE'), payment('EXECUTED', 'ALL', 1, 'CASH')],
    ['less than nothing filled', order(1, 5, 0), order(-1, 0, 0)],
    ['less than nothing for what was filled', order(1, 0, 1), order(1, -5, 0)],
    ['a fee that the bank pays', order(1, 5, 1), order(1, 5, -1)],
    ['a trade for nothing', trade(1, 1, 1, 0, 0), trade(2, 0, 1, 0, 0)],
    ['a trade of nothing', trade(1, 1, 1, 0, 0), trade(2, 1, 0, 0, 0)],
    ['a maker’s fee below nothing', trade(1, 1, 1, 1, 0), trade(2, 1, 1, -1, 0)],
    ['a taker’s fee below nothing', trade(1, 1, 1, 0, 1), trade(2, 1, 1, 0, -1)],
  ])('%s', async (_what, right, wrong) => {
    expect(await written(right, wrong)).toEqual(['written', refusedValue]);
  });
});

describe('what there is once', () => {
  test.each([
    [
      'a transaction of a network pays one withdrawal',
      [
        withdrawal('BITCOIN', 'a'),
        withdrawal('BITCOIN', 'b'),
        withdrawal('ETHEREUM', 'a'),
        // It was given back, and ordered again with the same coins.
        withdrawal('BITCOIN', 'a', "'{}'", 'FAILED'),
      ],
      withdrawal('BITCOIN', 'a'),
    ],
    [
      'a nonce is used by one withdrawal',
      [withdrawal('ETHEREUM', 'a', prepared(1)), withdrawal('ETHEREUM', 'b', prepared(2))],
      withdrawal('ETHEREUM', 'c', prepared(1)),
    ],
    [
      'an attempt has a transaction of its own',
      [attempt('withdrawal', 0, 'a'), attempt('withdrawal', 1, 'b')],
      attempt('withdrawal', 2, 'a'),
    ],
    [
      'a transaction collects once',
      [collection('0x1', 'a'), collection('0x2', 'b'), collection('0x1', 'a', "'{}'", 'FAILED')],
      collection('0x3', 'a'),
    ],
    [
      'a nonce collects once',
      [collection('0x1', 'a', prepared(1)), collection('0x2', 'b', prepared(2))],
      collection('0x3', 'c', prepared(1)),
    ],
    [
      'an attempt to collect has a transaction of its own',
      [attempt('collection', 0, 'a'), attempt('collection', 1, 'b')],
      attempt('collection', 2, 'a'),
    ],
    ['a payment is of one row of a payout', [outcome(1, one), outcome(2, two)], outcome(3, one)],
    ['a payment is the other side of one exchange', [conversion(one, two)], conversion(two, two)],
    ['a payment comes back once', [suspense(one), suspense(two), suspense(one, 'sent_back')], suspense(one)],
  ])('%s', async (_what, right, wrong) => {
    expect(await written(...right, wrong)).toEqual([...right.map(() => 'written'), refusedTwice]);
  });
});
