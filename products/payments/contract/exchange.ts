/**
 * Exchange: a price is quoted and held for a short time, then used exactly once: for an exchange between own accounts ("swap"), or for a
 * payment to a payee in another currency (`QuoteId` of `POST /transactions`). Source: server page section 6.
 */

import { zAmount, zAmountInput, zCurrency, zId, zPlain, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

const quoteFields = {
  id: ['Id', zId],
  fromAccountId: ['FromAccountId', zId],
  /** Null where the quote is for a payment. */
  toAccountId: ['ToAccountId', zId.nullable()],
  sellCurrency: ['SellCurrency', zCurrency],
  sellAmount: ['SellAmount', zAmount],
  buyCurrency: ['BuyCurrency', zCurrency],
  buyAmount: ['BuyAmount', zAmount],
  /** Units bought per unit sold: decimal text that the amounts follow from. */
  rate: ['Rate', z.string()],
  /** Units sold per unit bought. */
  inverseRate: ['InverseRate', z.string()],
  /** The middle of the market, before the bank's margin. */
  midRate: ['MidRate', z.string()],
  /** What the bank keeps, in the currency sold: all that the exchange costs. */
  cost: ['Cost', zAmount],
  /** The bank's margin on the rate, in percent. */
  margin: ['MarginPercent', z.string()],
} as const;

/** A price and how long it holds. */
export const zQuote = wire({
  ...quoteFields,
  expiresAt: ['ExpiresAt', zTime],
  /** Seconds left, independent of the reader's clock. */
  expiresInSeconds: ['ExpiresIn', z.number().min(0)],
});
export type Quote = z.output<typeof zQuote>;

/** An exchange that is done: both sides are payments. */
export const zExchange = wire({
  ...quoteFields,
  toAccountId: ['ToAccountId', zId],
  executedAt: ['ExecutedAt', zTime],
  debitPaymentId: ['DebitPaymentId', zId],
  creditPaymentId: ['CreditPaymentId', zId],
});
export type Exchange = z.output<typeof zExchange>;

export const createQuote = endpoint({
  id: 'createQuote',
  method: 'POST',
  path: '/exchange/quotes',
  tag: 'Exchange',
  summary: 'Create a quote for an exchange or for a payment in another currency, valid for 30 seconds',
  access: 'active',
  presence: 'open',
  right: 'can_request_trans',
  body: wire({
    /** Number or IBAN of the account to sell from. */
    fromAccount: ['FromAccount', zPlain.min(1).max(40)],
    /** The own account that is credited; for a payment its currency instead. */
    toAccount: ['ToAccount', zPlain.min(1).max(40).optional()],
    toCurrency: ['ToCurrency', zCurrency.optional()],
    /** In the currency of the side that is named. */
    amount: ['Amount', zAmountInput],
    side: ['Side', z.enum(['SELL', 'BUY'])],
  }),
  response: zQuote,
  status: 201,
});
export type QuoteInput = z.output<(typeof createQuote)['body']>;

export const executeExchange = endpoint({
  id: 'executeExchange',
  method: 'POST',
  path: '/exchange',
  tag: 'Exchange',
  summary: 'Exchange at a quoted rate; a quote works once, until it expires',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  idempotent: true,
  money: 'own',
  body: wire({ quoteId: ['QuoteId', zId] }),
  response: zExchange,
  status: 201,
});
