/**
 * `POST /crypto/orders` as a batch: orders that arrive together are checked, paid for and written in one transaction
 * (`platform/http/calls/batch.ts`). What an order may cost is held in its wallet before the order exists, and it is matched only after this
 * transaction has been committed.
 *
 * Errors: `crypto_user_missing`, `trading_wallet_missing`, `crypto_wallet_locked`, `too_many_trade_orders`, `no_liquidity`,
 * `invalid_request`, those of `exit-gate.ts`, `insufficient_balance`.
 */
import type { placeOrder, TradeOrderInput } from '@calmly/contract';
import { displayAmount } from '@calmly/domain';
import { claimOf } from '@calmly/platform/http/calls/idempotency.ts';
import type { Batch, BatchedCall } from '@calmly/platform/http/router.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { refusalOf } from '../../../../accounts/server/accounts/index.ts';
import { type CoolingPeople, requireClientActor } from '../../../../identity/server/index.ts';
import { balances, reserve, reserveAll } from '../../../../ledger/server/index.ts';
import { findLocked } from '../../wallets/index.ts';
import { bestOf, knownPrice, readBooks } from '../market/book-store.ts';
import { wakeWriters } from '../market/news.ts';
import { currenciesOf, holdMinor, type NewOrder } from '../orders/order.ts';
import type { PlacedOrders } from '../orders/placed-orders.ts';
import { insertOrders } from '../orders/store.ts';
import { judgeOrders, lockCoolingOf, notePassed, type Passed } from './exit-gate.ts';
import { type CryptoClient, createKnownWallets, type FindCryptoClients } from './known-wallets.ts';
import { decideTerms } from './new-order.ts';
import { type CountOrders, createOrderCounts, mostOpen, type OpenOrders } from './open-orders.ts';

export interface PlaceCommand extends TradeOrderInput {
  readonly clientId: string;
  readonly idempotencyKey: string;
}

interface Context {
  readonly clients: ReadonlyMap<string, CryptoClient>;
  /** Wallets that may not pay. */
  readonly locked: ReadonlySet<string>;
  readonly balances: Awaited<ReturnType<typeof balances>>;
  readonly books: Awaited<ReturnType<typeof readBooks>>;
  readonly open: ReadonlyMap<string, OpenOrders>;
  readonly cooling: CoolingPeople;
}

type Item = BatchedCall<PlaceCommand>;

/** A server's caches, kept between batches. */
interface Kept {
  readonly countOrders: CountOrders;
  readonly findClients: FindCryptoClients;
}

const keepNothing = (): Kept => ({ countOrders: createOrderCounts(), findClients: createKnownWallets() });

/**
 * One per process: it keeps counts and wallets between batches. Accepted orders are added to
 * `placed` for the writer in this process.
 */
export function createPlaceBatch(placed: PlacedOrders): Batch<typeof placeOrder, PlaceCommand, Context> {
  const kept = keepNothing();
  return {
    name: 'trade orders',
    keyConstraint: 'trade_order_idempotency_key',
    async prepare(work, { body }) {
      const { clientId } = requireClientActor(work);
      if (!work.request) throw new Error('an order over HTTP has a request');
      return { ...body, clientId, idempotencyKey: claimOf(work.request, clientId).key };
    },
    lane: ({ clientId }) => clientId,
    load: (db, items) => load(db, items, kept),
    async decide(db, items, context) {
      const decided = decideOrders(items, context);
      const { orders, passed } = await judgeExits(db, items, decided, context);
      const judged = judgeMoney(orders, context);
      const accepted = judged.flatMap((order) => (order instanceof Error ? [] : [order]));
      placed.keep(accepted);
      return {
        verdicts: judged.map((order) => (order instanceof Error ? order : () => toOutput(order))),
        write: () =>
          Promise.all([
            insertOrders(db, accepted),
            notePassed(
              db,
              judged.flatMap((order, place) => (order instanceof Error ? [] : (passed[place] ?? []))),
            ),
            // Late, because settling waits for these wallets until the commit.
            reserveAll(db, accepted.map(toReservation)),
            wakeWriters(db, new Set(accepted.map(({ instrument }) => instrument))),
          ]),
      };
    },
    decideAlone: async (work, command) => toOutput(await placeAlone(work, command)),
  };
}

/** Places one order in the open transaction, judged by the ledger itself. Errors as above. */
export async function placeAlone(work: Work, command: PlaceCommand): Promise<NewOrder> {
  const { sql } = work;
  const item = { work, command };
  const context = await load(sql, [item], keepNothing());
  const { orders, passed } = await judgeExits(sql, [item], decideOrders([item], context), context);
  const [order] = orders;
  if (!order || order instanceof Error) throw order ?? new Error('an order gets a verdict');
  const [verdict] = await reserve(sql, [toReservation(order)]);
  if (verdict && !verdict.ok)
    throw await refusalOf(
      sql,
      verdict.reason,
      { id: order.payerAccountId, currency: currenciesOf(order).pays },
      order.heldMinor,
    );
  await Promise.all([
    insertOrders(sql, [order]),
    notePassed(sql, passed),
    wakeWriters(sql, new Set([order.instrument])),
  ]);
  return order;
}

async function load(db: Sql, items: readonly Item[], { countOrders, findClients }: Kept): Promise<Context> {
  const commands = items.map(({ command }) => command);
  const [{ clients, ...payers }, books, open, cooling] = await Promise.all([
    loadPayers(db, commands, findClients),
    readBooks(db, [...new Set(commands.map(({ instrument }) => instrument))]),
    countOrders(
      db,
      commands.map(({ clientId }) => clientId),
      items[0]?.work.now ?? new Date(),
    ),
    lockCoolingOf(
      db,
      items.map(({ work }) => work),
    ),
  ]);
  return { clients, ...payers, books, open, cooling };
}

/** The clients' wallets, and for the paying ones whether they are locked and their balance. */
async function loadPayers(
  db: Sql,
  commands: readonly PlaceCommand[],
  findClients: FindCryptoClients,
): Promise<Pick<Context, 'clients' | 'locked' | 'balances'>> {
  const clients = await findClients(db, commands);
  const payers = new Set<string>();
  for (const command of commands) {
    const payer = clients.get(command.clientId)?.wallets.get(currenciesIn(command).pays);
    if (payer !== undefined) payers.add(payer);
  }
  const [locked, held] = await Promise.all([findLocked(db, [...payers]), balances(db, [...payers])]);
  return { clients, locked, balances: held };
}

const currenciesIn = ({ instrument, operation: side }: PlaceCommand) => currenciesOf({ instrument, side });

/** Decides regardless of the money, and counts the placed orders. Pure except for that and new ids. */
function decideOrders(items: readonly Item[], context: Context): Array<NewOrder | Problem> {
  return items.map(({ work, command }) => {
    const orders = context.open.get(command.clientId);
    if (!orders) throw new Error('the open orders of each client are counted');
    if (orders.count >= mostOpen) return new Problem('too_many_trade_orders', { params: { most: mostOpen } });
    const order = decideOrder(work, command, context);
    if (!(order instanceof Problem)) orders.count += 1;
    return order;
  });
}

function decideOrder(
  { actor, now, newId }: Item['work'],
  command: PlaceCommand,
  { clients, locked, books }: Pick<Context, 'clients' | 'locked' | 'books'>,
): NewOrder | Problem {
  const book = books.get(command.instrument);
  if (actor.kind !== 'client' || !book) throw new Error('a client orders on a known book');
  const { clientId, idempotencyKey } = command;
  const { pays, receives } = currenciesIn(command);
  const client = clients.get(clientId);
  if (!client?.isUser) return new Problem('crypto_user_missing');
  const payerAccountId = client.wallets.get(pays);
  const receiverAccountId = client.wallets.get(receives);
  if (payerAccountId === undefined || receiverAccountId === undefined)
    return new Problem('trading_wallet_missing', {
      params: { currency: payerAccountId === undefined ? pays : receives },
    });
  if (locked.has(payerAccountId)) return new Problem('crypto_wallet_locked');
  const terms = decideTerms(command, bestOf(book));
  if (terms instanceof Problem) return terms;
  return {
    ...terms,
    id: newId(),
    creditRowId: newId(),
    clientId,
    clientName: actor.displayName,
    personId: actor.personId,
    triggered: false,
    filled: 0,
    filledValue: 0n,
    feeMinor: 0n,
    reservationId: newId(),
    heldMinor: holdMinor(terms, terms.quantity),
    payerAccountId,
    receiverAccountId,
    status: 'PLACED',
    endReason: null,
    turn: null,
    idempotencyKey,
    createdAt: now,
    updatedAt: now,
  };
}

/** Checks of every outflow of money, for orders that may otherwise be placed. */
async function judgeExits(
  db: Sql,
  items: readonly Item[],
  decided: ReadonlyArray<NewOrder | Problem>,
  { books, cooling }: Context,
): Promise<{ readonly orders: Array<NewOrder | Error>; readonly passed: readonly Passed[] }> {
  const verdicts = await judgeOrders(
    db,
    items.map(({ work }, place) => {
      const order = decided[place];
      if (!order || order instanceof Problem) return undefined;
      const book = books.get(order.instrument);
      return { work, order: { ...order, left: order.quantity }, marketPrice: book && knownPrice(book) };
    }),
    cooling,
  );
  return {
    orders: decided.map((order, place) => {
      const verdict = verdicts[place];
      return verdict instanceof Error ? verdict : order;
    }),
    passed: verdicts.map((verdict) => (verdict instanceof Error ? {} : verdict)),
  };
}

/** Judges orders from the same wallet one after the other; the ledger then holds all of it, or the batch runs again. */
function judgeMoney(
  orders: ReadonlyArray<NewOrder | Error>,
  { balances }: Pick<Context, 'balances'>,
): Array<NewOrder | Error> {
  const left = new Map([...balances].map(([id, { availableMinor }]) => [id, availableMinor]));
  return orders.map((order) => {
    if (order instanceof Error) return order;
    const available = left.get(order.payerAccountId) ?? 0n;
    if (order.heldMinor > available) return shortOf(order, available);
    left.set(order.payerAccountId, available - order.heldMinor);
    return order;
  });
}

function shortOf(order: NewOrder, availableMinor: bigint): Problem {
  const text = (minor: bigint) => displayAmount(minor, currenciesOf(order).pays).text;
  return new Problem('insufficient_balance', {
    params: { needed: text(order.heldMinor), available: text(availableMinor) },
  });
}

const toReservation = ({
  reservationId: id,
  payerAccountId: accountId,
  heldMinor: amountMinor,
}: NewOrder) => ({
  id,
  accountId,
  amountMinor,
});

const toOutput = ({ id, payerAccountId: accountId, createdAt, instrument, side: operation }: NewOrder) => ({
  id,
  accountId,
  created: createdAt.toISOString(),
  instrument,
  operation,
});
