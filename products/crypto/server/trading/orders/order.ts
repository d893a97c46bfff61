/** A stored order, and pure functions on it. Prices in ticks, quantities in lots, money in minor units. */
import type { orderEndReasons, TradeOrder, TradeOrderStatus } from '@calmly/contract';
import { formatDecimal, type InstrumentCode, instruments, tradingFees } from '@calmly/domain';
import type { Place } from '@calmly/matching';
import { averageMinor, feeMinor, priceMinor, quantityMinor, valueMinor } from '../scale.ts';

export type Side = 'BUY' | 'SELL';
export type EndReason = (typeof orderEndReasons)[number];

export interface StoredOrder {
  /** Also the id of the row for the wallet that pays. */
  readonly id: string;
  /** Its id in the order book. */
  readonly number: number;
  /** The id of the row for the wallet that receives. */
  readonly creditRowId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly personId: string;
  readonly instrument: InstrumentCode;
  readonly side: Side;
  readonly type: 'LIMIT' | 'MARKET';
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK';
  readonly postOnly: boolean;
  /** The most that a buyer pays and the least that a seller accepts; for a market order its protection. */
  readonly price: number;
  readonly stopPrice: number | null;
  readonly triggered: boolean;
  readonly quantity: number;
  readonly filled: number;
  /** Sum of price times quantity of its trades. */
  readonly filledValue: bigint;
  readonly feeMinor: bigint;
  readonly reservationId: string;
  /** Held by the ledger for it. */
  readonly heldMinor: bigint;
  readonly payerAccountId: string;
  readonly receiverAccountId: string;
  readonly status: TradeOrderStatus;
  readonly endReason: EndReason | null;
  /** The event with which it rested, or began to wait for its stop price. */
  readonly turn: number | null;
  readonly idempotencyKey: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Before the database has given it a number. */
export type NewOrder = Omit<StoredOrder, 'number'>;

/** The most that an order may still cost: for a buyer the price plus a taker's fee, for a seller the quantity. */
export function holdMinor(
  { instrument, side, price }: Pick<StoredOrder, 'instrument' | 'side' | 'price'>,
  left: number,
): bigint {
  const terms = instruments[instrument];
  if (side === 'SELL') return quantityMinor(terms, left);
  const minor = valueMinor(terms, BigInt(price) * BigInt(left));
  return minor + feeMinor(minor, tradingFees.takerBasisPoints);
}

/** The order in the book's form. A market order is one at its protection price that does not rest. */
export function placeOf(order: StoredOrder): Place {
  return {
    kind: 'place',
    type: 'LIMIT',
    orderId: order.number,
    accountId: order.clientId,
    side: order.side,
    price: order.price,
    quantity: order.quantity,
    timeInForce: order.type === 'MARKET' && order.timeInForce === 'GTC' ? 'IOC' : order.timeInForce,
    postOnly: order.postOnly,
    ...(order.stopPrice !== null && { stopPrice: order.stopPrice }),
  };
}

/** The currencies that an order pays in and receives. */
export function currenciesOf({ instrument, side }: Pick<NewOrder, 'instrument' | 'side'>) {
  const { base, quote } = instruments[instrument];
  return side === 'BUY' ? { pays: quote, receives: base } : { pays: base, receives: quote };
}

/** As the contract shows it. */
export function toTradeOrder(order: StoredOrder): TradeOrder {
  const instrument = instruments[order.instrument];
  const price = (ticks: number | null) =>
    ticks === null ? null : formatDecimal(priceMinor(instrument, ticks), instrument.quote);
  const quantity = (lots: number) => formatDecimal(quantityMinor(instrument, lots), instrument.base);
  const average = averageMinor(instrument, { value: order.filledValue, lots: BigInt(order.filled) });
  return {
    id: order.id,
    instrument: order.instrument,
    operation: order.side,
    type: order.type,
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    price: order.type === 'MARKET' ? null : price(order.price),
    stopPrice: price(order.stopPrice),
    triggered: order.triggered,
    initialAmount: quantity(order.quantity),
    leftAmount: quantity(order.quantity - order.filled),
    averagePrice: average === undefined ? null : formatDecimal(average, instrument.quote),
    fee: formatDecimal(order.feeMinor, instrument.quote),
    status: order.status,
    endReason: order.endReason,
    account: order.payerAccountId,
    created: order.createdAt.toISOString(),
    updated: order.updatedAt.toISOString(),
  };
}
