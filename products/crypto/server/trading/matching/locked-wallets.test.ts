/**
 * The matcher and a wallet that an incident locks, on a server without running jobs: in any order of events, a taker never fills an order of a locked
 * wallet.
 * Controls, each tried once: without the list of locked wallets the first test fails, without the check after the ledger's locks the second, without
 * the
 * incident's lock of the ledger account the third, without the check after the
 * move's posting the last.
 */
import { once } from 'node:events';
import { amendOrder, liveTicket, moveCrypto } from '@calmly/contract';
import { networks } from '@calmly/domain';
import { openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { problemOf, shownCode } from '@calmly/server/test/support/clients/colleagues.ts';
import { type HeldWrites, holdWrites } from '@calmly/server/test/support/held-writes.ts';
import {
  cancel,
  confirmOrders,
  newTrader,
  orderOf,
  place,
  sendOrder,
  settled,
  type Trader,
} from '@calmly/server/test/support/trading.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { chainsOf, createFundedHolder, move, walletOf } from '@calmly/server/test/support/wallets.ts';
import { sql as query } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { bankAccount, lockAccounts, verifyBooks } from '../../../../ledger/server/index.ts';
import { verifyTrading } from '../index.ts';

let bank: TestApp;
let chains: ReturnType<typeof chainsOf>;
let buyer: Trader;
let held: HeldWrites | undefined;
beforeAll(async () => {
  bank = await startTestApp();
  chains = chainsOf(bank);
  for (const network of networks) await chains.settle(network);
  buyer = await newTrader(bank, { EPI: '1000000', BTC: '0' });
});
afterEach(() => held?.release());
afterAll(() => bank.close());

const sale = { operation: 'SELL', amount: '0.3', price: '60000' } as const;
const purchase = { operation: 'BUY', amount: '0.3', price: '60000' } as const;

/** A seller whose order rests and whose deposit the network can still undo. */
async function createSeller() {
  const holder = await createFundedHolder(bank, 'BTC', '0.5');
  await move(bank, holder, 'Deposit', '100.00');
  await confirmOrders(bank, holder);
  const seller = holder as unknown as Trader;
  const order = await place(bank, seller, sale);
  expect(order.status).toBe('PLACED');
  return { holder, seller, id: order.id };
}

async function undoDeposit(): Promise<void> {
  await chains.reorganise('bitcoin', 13, true);
  await chains.read('bitcoin');
}

async function expectUnfilled(
  { holder, seller, id }: Awaited<ReturnType<typeof createSeller>>,
  boughtId: string,
): Promise<void> {
  await settled(bank);
  expect(await orderOf(bank, seller, id)).toMatchObject({
    status: 'CANCELED',
    endReason: 'wallet_locked',
    averagePrice: null,
  });
  expect(await cancel(bank, buyer, boughtId)).toMatchObject({ status: 'CANCELED', averagePrice: null });
  expect(await walletOf(bank, holder, 'BTC')).toMatchObject({
    available: '0.50000000',
    reserved: '0.00000000',
    isLocked: true,
  });
  expect(await verifyTrading(bank.database.sql)).toEqual([]);
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
}

/** Whether a statement that calls this function waits for a lock. */
async function waitingFor(name: string): Promise<boolean> {
  const { rows } = await query`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${name}%`}`.execute(
    bank.database.sql,
  );
  return rows.length > 0;
}

const isFilled = async (id: string) => (await orderOf(bank, buyer, id)).averagePrice !== null;

/** The changed orders that the seller's browser hears of. */
async function readOrders({ token }: Trader): Promise<string[]> {
  const { ticket } = (await bank.call(liveTicket, {}, { token })).output;
  const socket = new WebSocket(
    `${bank.url.replace('http', 'ws')}/api/crypto/orders`,
    ['calmly', `calmly.${ticket}`],
    {
      origin: bank.url,
    },
  );
  const heard: string[] = [];
  socket.on('message', (data) => heard.push(String(data)));
  await once(socket, 'open');
  return heard;
}

test('a taker after the incident fills nothing, an order that was being placed ends too, and the client is notified', async () => {
  const seller = await createSeller();
  const stop = await place(bank, seller.seller, {
    operation: 'SELL',
    amount: '0.1',
    price: '50000',
    stopPrice: '55000',
  });
  const heard = await readOrders(seller.seller);
  // The order is accepted, and its turn in the book comes after the incident.
  held = await holdWrites(bank.database, 'delete on trading.command');
  const late = (await sendOrder(bank, seller.seller, { ...sale, amount: '0.05' })).output;
  await held.untilOneWaits();
  const later = (await sendOrder(bank, seller.seller, { ...sale, amount: '0.05', price: '90000' })).output;
  await undoDeposit();
  const bought = (await sendOrder(bank, buyer, purchase)).output;
  await held.release();
  await expectUnfilled(seller, bought.id);
  for (const { id } of [stop, late, later])
    expect(await orderOf(bank, seller.seller, id)).toMatchObject({
      status: 'CANCELED',
      endReason: 'wallet_locked',
    });
  await until(
    () => heard.join(''),
    (text) => text.includes(seller.id),
  );
});

test('a wallet that is locked while a trade is written pays nothing', async () => {
  const seller = await createSeller();
  held = await holdWrites(bank.database, 'insert on trading.trade');
  const bought = (await sendOrder(bank, buyer, purchase)).output;
  await held.untilOneWaits();
  await undoDeposit();
  await held.release();
  await expectUnfilled(seller, bought.id);
});

test('a trade that is written while an incident is opened waits for it, and then pays nothing', async () => {
  const seller = await createSeller();
  await chains.reorganise('bitcoin', 13, true);
  held = await holdWrites(bank.database, 'insert on wallets.checkpoint');
  const read = chains.read('bitcoin');
  await held.untilOneWaits();
  const bought = (await sendOrder(bank, buyer, purchase)).output;
  await until(async () => (await waitingFor('ledger.settle_all')) || (await isFilled(bought.id)), Boolean);
  await held.release();
  await read;
  await expectUnfilled(seller, bought.id);
});

test('a move to the account is refused when its wallet is locked before the money is moved', async () => {
  const holder = await createFundedHolder(bank, 'EPI', '500');
  const options = { token: holder.token, idempotencyKey: newId() };
  const input = { body: { type: 'Transfer', account: holder.account.number, amount: '100.00' } } as const;
  const code = shownCode(await bank.call(moveCrypto, input, options));
  const bankEuro = await bankAccount(bank.database.sql, 'fx', 'EUR');
  // Another server's connection, which holds the account while this one moves money.
  const other = openDatabase(bank.database.pool.options.connectionString ?? '');
  const moved = await other.inTransaction(async (sql) => {
    await lockAccounts(sql, [bankEuro]);
    const answer = bank.call(moveCrypto, input, { ...options, code });
    await until(() => waitingFor('ledger.post'), Boolean);
    await chains.reorganise('evm', 13, true);
    await chains.read('evm');
    return { answer };
  });
  await other.close();
  expect(problemOf(await moved.answer)).toBe('crypto_wallet_locked');
  expect(await walletOf(bank, holder, 'EPI')).toMatchObject({ available: '500.00000000', isLocked: true });
});

test('an order of a locked wallet is not changed, also before it is cancelled', async () => {
  const seller = await createSeller();
  await undoDeposit();
  const call = { params: { id: seller.id }, body: { price: '61000' } };
  const keyed = { token: seller.holder.token, idempotencyKey: newId() };
  expect(problemOf(await bank.call(amendOrder, call, keyed))).toBe('crypto_wallet_locked');
  expect(await orderOf(bank, seller.seller, seller.id)).toMatchObject({ price: '60000.00000000' });
  await cancel(bank, seller.seller, seller.id);
});
