/** Traders with money in their wallets, and queries about their orders. */
import {
  cancelOrder,
  getTradeOrder,
  listTradeOrders,
  placeOrder,
  type TradeOrder,
  type TradeOrderInput,
} from '@calmly/contract';
import { type CryptoAsset, type CurrencyCode, formatDecimal, parseDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { ensureWallet } from '@calmly/products/crypto/server/wallets/opening/open-wallet.ts';
import { insertUser } from '@calmly/products/crypto/server/wallets/wallet-store.ts';
import { balances, bankAccount, postAll } from '@calmly/products/ledger/server/index.ts';
import { sql as query } from 'kysely';
import type { CallResult, TestApp } from './app.ts';
import { newClient, type SignedIn } from './clients/clients.ts';
import { transferOf } from './clients/ledger.ts';
import { until } from './until.ts';

export interface Trader extends SignedIn {
  readonly wallets: Readonly<Record<string, string>>;
}

type Funds = Partial<Record<CryptoAsset, string>>;

/** A client with wallets of these currencies and amounts, whose session has confirmed a large order. */
export async function newTrader(test: Pick<TestApp, 'database' | 'url'>, funds: Funds): Promise<Trader> {
  const client = await newClient(test as TestApp);
  const wallets = await giveWallets(test, client.clientId, funds);
  await confirmOrders(test, client);
  return { ...client, wallets };
}

/** As if a code had confirmed a large order in each session of the client. */
export async function confirmOrders(
  { database }: Pick<TestApp, 'database'>,
  { clientId }: Pick<SignedIn, 'clientId'>,
): Promise<void> {
  await query`update identity.session set orders_confirmed_at = now() where client_id = ${clientId}`.execute(
    database.sql,
  );
}

/** Lets a client use crypto, with these amounts; returns the wallets. */
export async function giveWallets(
  { database }: Pick<TestApp, 'database'>,
  clientId: string,
  funds: Funds,
): Promise<Record<string, string>> {
  const wallets: Record<string, string> = {};
  const work = { now: new Date(), newId };
  await database.inTransaction(async (sql) => {
    await insertUser(sql, clientId, work.now);
    for (const [code, amount] of Object.entries(funds)) {
      const asset = code as CryptoAsset;
      const { id } = await ensureWallet({ sql, ...work }, { clientId, asset });
      wallets[asset] = id;
      const amountMinor = parseDecimal(amount, asset) ?? 0n;
      if (amountMinor > 0n)
        await postAll(sql, [transferOf(await bankAccount(sql, 'custody', asset), id, amountMinor)]);
    }
  });
  return wallets;
}

/** A trader's balance and held amount, in each currency. */
export async function fundsOf(
  { database }: Pick<TestApp, 'database'>,
  { wallets }: Trader,
): Promise<Record<string, { readonly posted: string; readonly held: string }>> {
  const found = await balances(database.sql, Object.values(wallets));
  return Object.fromEntries(
    Object.entries(wallets).map(([code, id]) => {
      const { postedMinor = 0n, reservedMinor = 0n } = found.get(id) ?? {};
      const text = (minor: bigint) => formatDecimal(minor, code as CurrencyCode);
      return [code, { posted: text(postedMinor), held: text(reservedMinor) }];
    }),
  );
}

export type OrderTerms = Partial<TradeOrderInput> & Pick<TradeOrderInput, 'operation' | 'amount'>;

/** A complete order; a limit order if it has a price. */
export const orderBody = (terms: OrderTerms): TradeOrderInput => ({
  instrument: 'BTCEPI',
  type: terms.price === undefined ? 'MARKET' : 'LIMIT',
  timeInForce: 'GTC',
  postOnly: false,
  ...terms,
});

export const sendOrder = (
  test: Pick<TestApp, 'call'>,
  { token }: Pick<Trader, 'token'>,
  terms: OrderTerms,
  idempotencyKey: string = newId(),
): Promise<CallResult<typeof placeOrder>> =>
  test.call(placeOrder, { body: orderBody(terms) }, { token, idempotencyKey });

/** Places an order and waits until it has been matched. */
export async function place(test: TestApp, trader: Trader, terms: OrderTerms): Promise<TradeOrder> {
  const { id } = (await sendOrder(test, trader, terms)).output;
  await settled(test);
  return orderOf(test, trader, id);
}

export const orderOf = async (test: TestApp, { token }: Trader, id: string): Promise<TradeOrder> =>
  (await test.call(getTradeOrder, { params: { id } }, { token })).output;

export const ordersOf = async (test: TestApp, { token }: Trader): Promise<TradeOrder[]> =>
  (await test.call(listTradeOrders, { query: { limit: 200 } }, { token })).output.Items;

export async function cancel(test: TestApp, trader: Trader, id: string): Promise<TradeOrder> {
  const answer = await test.call(cancelOrder, { params: { id } }, { token: trader.token });
  if (answer.status !== 200) throw new Error(answer.text);
  await settled(test);
  return orderOf(test, trader, id);
}

/** Waits until no command is left. */
export async function settled({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await until(
    async () => (await query`select from trading.command limit 1`.execute(database.sql)).rows.length,
    (left) => left === 0,
  );
}
