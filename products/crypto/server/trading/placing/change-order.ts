/**
 * Cancelling and amending: stored as commands, applied by the writer. The additional cost of an amendment is held when it is requested.
 * Errors: `not_found`, `trade_order_over`; amend also `trade_order_waits`, `crypto_wallet_locked`, `invalid_request`, those of `exit-gate.ts`,
 * `insufficient_balance`.
 */
import type { amendOrder, EndpointInput, TradeOrder } from '@calmly/contract';
import { displayAmount, instruments } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { refusalOf } from '../../../../accounts/server/accounts/index.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { reserve } from '../../../../ledger/server/index.ts';
import { findWallets } from '../../wallets/index.ts';
import { knownPrice, readBooks } from '../market/book-store.ts';
import { wakeWriters } from '../market/news.ts';
import { addAmend, addCancel, type Extra } from '../matching/commands.ts';
import { currenciesOf, holdMinor, type StoredOrder, toTradeOrder } from '../orders/order.ts';
import { findOrder } from '../orders/store.ts';
import { valueMinor } from '../scale.ts';
import { requirePassed } from './exit-gate.ts';
import { farFault, lotsIn, ticksIn } from './new-order.ts';

/** An order of the acting client. Errors: `not_found`. */
export async function requireOrder(work: Pick<Work, 'sql' | 'actor'>, id: string): Promise<StoredOrder> {
  const { clientId } = requireClientActor(work);
  const order = await findOrder(work.sql, { clientId, id });
  if (!order) throw new Problem('not_found');
  return order;
}

/** Requests the end of an order; its trades until then stay. */
export async function cancelOrder(work: Work, id: string): Promise<TradeOrder> {
  const order = await requireOrder(work, id);
  if (order.status !== 'PLACED') throw new Problem('trade_order_over');
  await addCancel(work.sql, order);
  await Promise.all([
    audit(work, { action: 'trade_order.cancelled', details: { orderId: id, instrument: order.instrument } }),
    wakeWriters(work.sql, new Set([order.instrument])),
  ]);
  return toTradeOrder(order);
}

/** Requests another price or amount. */
export async function amendOrderOf(
  work: Work,
  id: string,
  body: EndpointInput<typeof amendOrder>['body'],
): Promise<TradeOrder> {
  const order = await requireOrder(work, id);
  if (order.status !== 'PLACED') throw new Problem('trade_order_over');
  if (order.stopPrice !== null && !order.triggered) throw new Problem('trade_order_waits');
  await requireUnlocked(work, order);
  const book = (await readBooks(work.sql, [order.instrument])).get(order.instrument);
  const marketPrice = book && knownPrice(book);
  const terms = changedTerms(order, body, marketPrice);
  await requirePassed({
    work,
    order: { ...order, price: terms.price, left: terms.quantity - order.filled },
    ...(!givesMore(work, order, terms) && { before: { ...order, left: order.quantity - order.filled } }),
    marketPrice,
  });
  const extra = await holdMore(work, order, terms);
  await addAmend(work.sql, order, {
    price: body.price === undefined ? undefined : terms.price,
    quantity: body.amount === undefined ? undefined : terms.quantity,
    extra,
  });
  await Promise.all([
    audit(work, { action: 'trade_order.amended', details: { orderId: id, instrument: order.instrument } }),
    wakeWriters(work.sql, new Set([order.instrument])),
  ]);
  return toTradeOrder(order);
}

/** A lower price makes a sale give more away. Only the person who placed it was checked for that risk. */
function givesMore({ actor }: Work, order: StoredOrder, { price }: NewTerms): boolean {
  const isOwn = actor.kind === 'client' && actor.personId === order.personId && !actor.application;
  return order.side === 'SELL' && price < order.price && !isOwn;
}

/** No more money is held on a wallet with an open incident. */
async function requireUnlocked({ sql }: Work, { clientId, payerAccountId }: StoredOrder): Promise<void> {
  const { wallets } = await findWallets(sql, [clientId]);
  if (wallets.some(({ id, isLocked }) => id === payerAccountId && isLocked))
    throw new Problem('crypto_wallet_locked');
}

interface NewTerms {
  readonly price: number;
  readonly quantity: number;
}

function changedTerms(
  order: StoredOrder,
  { amount, price: newPrice }: EndpointInput<typeof amendOrder>['body'],
  marketPrice: number | undefined,
): NewTerms {
  const instrument = instruments[order.instrument];
  const quantity = amount === undefined ? order.quantity : lotsIn(amount, instrument);
  const price = newPrice === undefined ? order.price : ticksIn(newPrice, instrument, 'price');
  if (typeof quantity === 'object') throw badFields(quantity);
  if (typeof price === 'object') throw badFields(price);
  const far = newPrice === undefined ? undefined : farFault(order.side, price, marketPrice);
  if (far) throw badFields(far);
  if (quantity <= order.filled) throw badFields({ field: 'amount', code: 'order_filled_more' });
  if (!Number.isSafeInteger(price * quantity)) throw badFields({ field: 'amount', code: 'amount_too_large' });
  if (valueMinor(instrument, BigInt(price) * BigInt(quantity)) < instrument.leastNotionalMinor)
    throw badFields({
      field: 'amount',
      code: 'order_too_small',
      params: { least: displayAmount(instrument.leastNotionalMinor, instrument.quote).text },
    });
  return { price, quantity };
}

async function holdMore(
  { sql, newId }: Work,
  order: StoredOrder,
  { price, quantity }: NewTerms,
): Promise<Extra | undefined> {
  const minor = holdMinor({ ...order, price }, quantity - order.filled) - order.heldMinor;
  if (minor <= 0n) return undefined;
  const extra = { reservationId: newId(), minor };
  const [verdict] = await reserve(sql, [
    { id: extra.reservationId, accountId: order.payerAccountId, amountMinor: minor },
  ]);
  if (verdict && !verdict.ok) {
    const account = { id: order.payerAccountId, currency: currenciesOf(order).pays };
    throw await refusalOf(sql, verdict.reason, account, minor);
  }
  return extra;
}
