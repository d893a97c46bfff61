/**
 * Orders of the exchange. The call returns when the order is stored and its money is held (PLACED); it is matched right after, so its result is read
 * again or arrives over the socket. Source: specification sections 3 (order), 6, 8, 9; server page section 11.
 */

import {
  pageQuery,
  zAmount,
  zAmountInput,
  zId,
  zIdParam,
  zPage,
  zTime,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zInstrumentCode } from './market.ts';

export const tradeOrderTypes = ['LIMIT', 'MARKET'] as const;
/** GTC rests until it is filled or canceled. IOC takes what is available at once, FOK all or nothing. */
export const timesInForce = ['GTC', 'IOC', 'FOK'] as const;
/** PLACED: open, perhaps partly filled, or a waiting stop. EXECUTED: filled. CANCELED: ended, perhaps partly filled. REJECTED: never in the book. */
export const tradeOrderStatuses = ['PLACED', 'EXECUTED', 'CANCELED', 'REJECTED'] as const;
export type TradeOrderStatus = (typeof tradeOrderStatuses)[number];

/**
 * Why an order ended without being filled. `stop_reached`: when it arrived, the market had already reached its stop price. `wallet_locked`: the
 * paying wallet was
 * locked in the meantime. `client_blocked`: the bank blocked the client. `failed`: our mistake.
 */
export const orderEndReasons = [
  'client',
  'self_trade',
  'post_only',
  'not_filled_at_once',
  'no_liquidity',
  'price_band',
  'book_full',
  'stop_reached',
  'wallet_locked',
  'client_blocked',
  'failed',
] as const;

export const zTradeOrder = wire({
  id: ['oId', zId],
  instrument: ['instrument', zInstrumentCode],
  operation: ['op', z.enum(['BUY', 'SELL'])],
  type: ['ot', z.enum(tradeOrderTypes)],
  timeInForce: ['TimeInForce', z.enum(timesInForce)],
  postOnly: ['PostOnly', z.boolean()],
  /** Null for a market order. */
  price: ['price', zAmount.nullable()],
  /** The order waits until a trade reaches this price; null if it never waited. */
  stopPrice: ['StopPrice', zAmount.nullable()],
  /** Whether the stop has been reached. */
  triggered: ['Triggered', z.boolean()],
  initialAmount: ['initialAmount', zAmount],
  leftAmount: ['leftAmount', zAmount],
  /** Average price of the filled part; null before the first trade. */
  averagePrice: ['AveragePrice', zAmount.nullable()],
  /** Paid so far, in the quote. */
  fee: ['Fee', zAmount],
  status: ['status', z.enum(tradeOrderStatuses)],
  endReason: ['EndReason', z.enum(orderEndReasons).nullable()],
  /** The wallet that pays. */
  account: ['account', z.string()],
  created: ['created', zTime],
  updated: ['updated', zTime],
});
export type TradeOrder = z.output<typeof zTradeOrder>;

export const listTradeOrders = endpoint({
  id: 'listTradeOrders',
  method: 'GET',
  path: '/crypto/orders',
  tag: 'Crypto',
  summary: "List the client's orders, newest first",
  access: 'active',
  presence: 'open',
  query: z.strictObject({
    ...pageQuery,
    instrument: zInstrumentCode.optional(),
    /** Comma-separated. */
    status: z.string().max(60).optional(),
  }),
  response: zPage(zTradeOrder),
});

export const placeOrder = endpoint({
  id: 'placeOrder',
  method: 'POST',
  path: '/crypto/orders',
  tag: 'Crypto',
  summary: 'Place an order; its money and highest possible fee are held first',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  twoFactor: 'maybe',
  money: 'leaves',
  idempotent: true,
  body: wire({
    instrument: ['Instrument', zInstrumentCode.default('BTCEPI')],
    operation: ['Operation', z.enum(['BUY', 'SELL']).default('BUY')],
    type: ['Type', z.enum(tradeOrderTypes)],
    /** In the base. */
    amount: ['Amount', zAmountInput],
    /** For a LIMIT order its price. For a MARKET order the worst price that it may trade at; default: 5 % worse than the best (or the stop price). */
    price: ['Price', zAmountInput.optional()],
    timeInForce: ['TimeInForce', z.enum(timesInForce).default('GTC')],
    postOnly: ['PostOnly', z.boolean().default(false)],
    stopPrice: ['StopPrice', zAmountInput.optional()],
  }),
  response: wire({
    id: ['id', zId],
    accountId: ['accountId', zId],
    created: ['created', zTime],
    instrument: ['instrumentId', zInstrumentCode],
    operation: ['operation', z.enum(['BUY', 'SELL'])],
  }),
  status: 201,
});
export type TradeOrderInput = z.output<(typeof placeOrder)['body']>;

export const getTradeOrder = endpoint({
  id: 'getTradeOrder',
  method: 'GET',
  path: '/crypto/orders/{id}',
  tag: 'Crypto',
  summary: 'Read an order',
  access: 'active',
  presence: 'open',
  params: zIdParam,
  response: zTradeOrder,
});

/** Answered when the request is stored; an order that is filled in the meantime stays EXECUTED. */
export const cancelOrder = endpoint({
  id: 'cancelOrder',
  method: 'DELETE',
  path: '/crypto/orders/{id}',
  tag: 'Crypto',
  summary: 'Cancel an order, or what is left of it',
  access: 'active',
  presence: 'open',
  right: 'can_request_trans',
  params: zIdParam,
  response: zTradeOrder,
});

/** A lower amount at the same price keeps the order's place in the queue; any other change puts it last at its price. */
export const amendOrder = endpoint({
  id: 'amendOrder',
  method: 'PUT',
  path: '/crypto/orders/{id}',
  tag: 'Crypto',
  summary: 'Change the price or the amount of an open order',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  twoFactor: 'maybe',
  money: 'leaves',
  idempotent: true,
  params: zIdParam,
  body: wire({
    /** The total, including the filled part. */
    amount: ['Amount', zAmountInput.optional()],
    price: ['Price', zAmountInput.optional()],
  }),
  response: zTradeOrder,
});
