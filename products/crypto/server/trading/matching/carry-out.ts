/**
 * Applies a group of commands in memory: the results of the order book become new states of orders, trades, and transfers. Pure except for the
 * memory itself, which the caller discards if the group is not stored.
 * A trade moves its value from the buyer's wallet to the seller's, less the seller's fee, both fees to the bank, and the quantity from the
 * seller's wallet to the buyer's. Ids of transfers follow from the number of the trade, so that the ledger refuses a repeat.
 */
import { tradingFees } from '@calmly/domain';
import type { BookEvent, CancelReason, Fill, RejectionReason } from '@calmly/matching';
import type { Transfer } from '../../../../ledger/server/index.ts';
import { type EndReason, holdMinor, placeOf, type StoredOrder } from '../orders/order.ts';
import { feeMinor, quantityMinor, valueMinor } from '../scale.ts';
import type { Extra, StoredCommand } from './commands.ts';
import type { Memory } from './memory.ts';
import { transferId } from './transfer-id.ts';

export interface StoredTrade {
  readonly number: bigint;
  readonly price: number;
  readonly quantity: number;
  /** The side of the incoming order. */
  readonly side: StoredOrder['side'];
  readonly makerOrderId: string;
  readonly takerOrderId: string;
  readonly makerFeeMinor: bigint;
  readonly takerFeeMinor: bigint;
}

/** An order that the group touched. */
export interface Touched {
  /** As it was stored. */
  readonly before: StoredOrder;
  after: StoredOrder;
  /** Transfers out of its wallet. */
  readonly transfers: Transfer[];
  /** Money of amendments that now belongs to it. */
  readonly extras: Extra[];
  spentMinor: bigint;
}

export interface Outcome {
  readonly touched: readonly Touched[];
  readonly trades: readonly StoredTrade[];
  /** Money of amendments that were not applied. */
  readonly unused: readonly Extra[];
}

export interface Tools {
  readonly now: Date;
  /** The bank's account for fees in the quote. */
  readonly feesAccountId: string;
  /** Wallets with an open incident: orders that would pay from one are cancelled before anything else, and none is placed. */
  readonly locked: ReadonlySet<string>;
}

/**
 * Changes `memory` in place. Commands are applied in order; a cancel or an amend of an order that is no
 * longer open does nothing. Throws if the book refuses an order for a reason that placing rules out.
 */
export function carryOut(
  memory: Memory,
  commands: readonly StoredCommand[],
  { now, feesAccountId, locked }: Tools,
): Outcome {
  const { instrument, book, orders } = memory;
  const touched = new Map<number, Touched>();
  const trades: StoredTrade[] = [];
  const unused: Extra[] = [];

  /** An open order, or one that has ended in this group. */
  function touch(number: number): Touched {
    const known = touched.get(number);
    if (known) return known;
    const before = orders.get(number);
    if (!before) throw new Error(`the book of ${instrument.code} names an order that is not open: ${number}`);
    const added: Touched = { before, after: before, transfers: [], extras: [], spentMinor: 0n };
    touched.set(number, added);
    return added;
  }

  function change(number: number, changes: Partial<StoredOrder>): void {
    const order = touch(number);
    order.after = { ...order.after, ...changes, updatedAt: now };
    if (order.after.status === 'PLACED') orders.set(number, order.after);
    else orders.delete(number);
  }

  function fill({ side, price, quantity, makerOrderId, takerOrderId }: Fill): void {
    memory.trades += 1n;
    const number = memory.trades;
    const value = BigInt(price) * BigInt(quantity);
    const minor = valueMinor(instrument, value);
    const fees = {
      maker: feeMinor(minor, tradingFees.makerBasisPoints),
      taker: feeMinor(minor, tradingFees.takerBasisPoints),
    };
    const [maker, taker] = [touch(makerOrderId), touch(takerOrderId)];
    for (const [{ after }, paid] of [
      [maker, fees.maker],
      [taker, fees.taker],
    ] as const) {
      const filled = after.filled + quantity;
      change(after.number, {
        filled,
        filledValue: after.filledValue + value,
        feeMinor: after.feeMinor + paid,
        ...(filled === after.quantity && { status: 'EXECUTED' }),
      });
    }
    const [buyer, seller] = side === 'BUY' ? [taker, maker] : [maker, taker];
    const sellersFee = side === 'BUY' ? fees.maker : fees.taker;
    const transfer = (
      leg: 1 | 2 | 3,
      from: Touched,
      to: string,
      amountMinor: bigint,
      credited: Touched | undefined,
    ) => {
      from.spentMinor += amountMinor;
      from.transfers.push({
        id: transferId(instrument.code, number, leg),
        debitAccountId: from.after.payerAccountId,
        creditAccountId: to,
        amountMinor,
        subjectId: from.after.id,
        ...(credited && { creditSubjectId: credited.after.creditRowId }),
        code: credited ? 'trade' : 'trade_fee',
        at: now,
      });
    };
    transfer(1, buyer, seller.after.receiverAccountId, minor - sellersFee, seller);
    transfer(2, buyer, feesAccountId, fees.maker + fees.taker, undefined);
    transfer(3, seller, buyer.after.receiverAccountId, quantityMinor(instrument, quantity), buyer);
    trades.push({
      number,
      price,
      quantity,
      side,
      makerOrderId: maker.after.id,
      takerOrderId: taker.after.id,
      makerFeeMinor: fees.maker,
      takerFeeMinor: fees.taker,
    });
  }

  function follow(event: BookEvent): void {
    switch (event.kind) {
      case 'fill':
        fill(event);
        break;
      // For a waiting stop, `accepted` is the turn; any other order gets one when it rests.
      case 'accepted':
      case 'rested':
        change(event.orderId, { turn: event.sequence });
        break;
      case 'triggered':
        change(event.orderId, { triggered: true, turn: event.sequence });
        break;
      case 'amended':
        change(event.orderId, { price: event.price, quantity: event.quantity });
        break;
      case 'cancelled':
        change(event.orderId, {
          status: 'CANCELED',
          endReason: reasonOfCancel(event.reason, touch(event.orderId).after),
        });
        break;
      case 'rejected':
        if (event.command === 'place')
          change(event.orderId, { status: 'REJECTED', endReason: reasonOfRejection(event.reason) });
    }
  }

  /** Whether the order was changed. */
  function amend({ orderNumber, extra, ...wanted }: Extract<StoredCommand, { kind: 'amend' }>): boolean {
    if (!orders.has(orderNumber)) return false;
    const { after, extras, spentMinor } = touch(orderNumber);
    const { price = after.price, quantity = after.quantity } = wanted;
    const more = extra ? [extra] : [];
    const addedMinor = [...extras, ...more].reduce((sum, { minor }) => sum + minor, 0n);
    const neededMinor = holdMinor({ ...after, price }, Math.max(quantity - after.filled, 0));
    // Trades since the request may have used the money that the new price needs.
    if (neededMinor > after.heldMinor - spentMinor + addedMinor) return false;
    const events = book.apply({ kind: 'amend', orderId: orderNumber, price, quantity });
    if (events.some(({ kind }) => kind === 'rejected')) return false;
    extras.push(...more);
    events.forEach(follow);
    return true;
  }

  function place(order: StoredOrder): void {
    orders.set(order.number, order);
    if (locked.has(order.payerAccountId))
      change(order.number, { status: 'CANCELED', endReason: 'wallet_locked' });
    else book.apply(placeOf(order)).forEach(follow);
  }

  function cancel(orderId: number, endReason: EndReason | undefined): void {
    book.apply({ kind: 'cancel', orderId }).forEach(follow);
    if (endReason !== undefined) change(orderId, { endReason });
  }

  if (locked.size > 0)
    for (const { number, payerAccountId } of [...orders.values()])
      if (locked.has(payerAccountId)) cancel(number, 'wallet_locked');
  for (const command of commands) {
    if (command.kind === 'amend') {
      if (!amend(command) && command.extra) unused.push(command.extra);
    } else if (command.kind === 'place') place(command.order);
    else if (orders.has(command.orderNumber)) cancel(command.orderNumber, command.reason);
  }
  return { touched: [...touched.values()], trades, unused };
}

function reasonOfCancel(reason: CancelReason, { type }: StoredOrder): EndReason {
  switch (reason) {
    case 'REQUESTED':
      return 'client';
    case 'SELF_TRADE':
      return 'self_trade';
    case 'BOOK_FULL':
      return 'book_full';
    case 'OUTSIDE_PRICE_BAND':
      return 'price_band';
    case 'WOULD_TAKE':
      return 'post_only';
    case 'NOT_FILLABLE':
    case 'NOT_FILLED':
    case 'BUDGET_SPENT':
      return type === 'MARKET' ? 'no_liquidity' : 'not_filled_at_once';
  }
}

function reasonOfRejection(reason: RejectionReason): EndReason {
  switch (reason) {
    case 'WOULD_TAKE':
      return 'post_only';
    case 'NOT_FILLABLE':
      return 'not_filled_at_once';
    case 'OUTSIDE_PRICE_BAND':
      return 'price_band';
    case 'STOP_ALREADY_REACHED':
      return 'stop_reached';
    default:
      throw new Error(`the book refused an order that was checked before: ${reason}`);
  }
}
