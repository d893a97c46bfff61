/**
 * Payments with a card, for its screen. Each is also a row of the payments list (`TransactionType` CARD) with the same id, so that lists, search and
 * exports include it. Declined payments moved no money and are in the payments list too, as rejected. Source: specification section 3 (Card
 * transaction); server page section 10.
 */

import {
  pageQuery,
  zAmount,
  zCurrency,
  zDate,
  zId,
  zIdParam,
  zPage,
  zTime,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { merchantCategories } from '@calmly/domain';
import { z } from 'zod';
import { receiptStatuses } from '../../insight/contract/receipts.ts';
import { zDisputable, zDispute } from './dispute-states.ts';

/** HELD: the money is held until the shop collects it. RELEASED: the shop released it, or did not collect it in time. */
export const cardTransactionStatuses = ['HELD', 'CLEARED', 'DECLINED', 'RELEASED', 'REFUND'] as const;
export type CardTransactionStatus = (typeof cardTransactionStatuses)[number];

/** How the card was used. */
export const cardChannels = ['CHIP', 'CONTACTLESS', 'ONLINE', 'RECURRING', 'CASH', 'OFFLINE'] as const;
export type CardChannel = (typeof cardChannels)[number];

/** Why a payment was declined, in the order of the checks; the portal has the texts and advice (`cards.declined.*`). */
export const declineReasons = [
  'card_unknown',
  'card_closed',
  'card_expired',
  'card_not_active',
  'card_blocked',
  'card_locked',
  'card_used_up',
  'client_inactive',
  'wrong_security_code',
  'wrong_expiry',
  'wrong_pin',
  'pin_tries',
  'payment_over',
  'amount_invalid',
  'currency_not_supported',
  'online_off',
  'contactless_off',
  'cash_off',
  'abroad_off',
  'category_blocked',
  'country_blocked',
  'limit_payment',
  'limit_day',
  'limit_week',
  'limit_month',
  'limit_total',
  'insufficient_balance',
  'processor_declined',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

export const zCardTransaction = wire({
  id: ['Id', zId],
  cardId: ['CardId', zId],
  createdAt: ['created_at', zTime],
  status: ['Status', z.enum(cardTransactionStatuses)],
  /** The category, which determines the icon. */
  group: ['group', z.enum(merchantCategories)],
  /** In the card's currency: the collected or held amount. */
  amount: ['Amount', zAmount],
  currency: ['Currency', zCurrency],
  /** A refund is CREDIT. */
  direction: ['Direction', z.enum(['DEBIT', 'CREDIT'])],
  /** As the shop charged it. */
  merchantAmount: ['transaction_amount', z.string()],
  merchantCurrency: ['transaction_currency_code', z.string().length(3)],
  /** Units of the card's currency per unit of the shop's; null if they are the same. */
  rate: ['Rate', z.string().nullable()],
  merchantName: ['merchant_name', z.string()],
  merchantCity: ['merchant_city', z.string().nullable()],
  merchantCountry: ['merchant_country_code', z.string().length(2).nullable()],
  /** ISO 18245. */
  mcc: ['Mcc', z.string().length(4)],
  channel: ['Channel', z.enum(cardChannels)],
  declineReason: ['DeclineReason', z.enum(declineReasons).nullable()],
  /** The payment that a refund or a dispute's credit returns, or that a reversed credit was for. */
  refundOf: ['RefundOf', zId.nullable()],
  /** Whether it is the credit of a won dispute. */
  isDisputeCredit: ['IsDisputeCredit', z.boolean()],
  /** Whether it reverses such a credit, because the shop refunded the payment afterwards. */
  isDisputeReversal: ['IsDisputeReversal', z.boolean()],
  receipt: ['Receipt', z.enum(receiptStatuses)],
  /** For a missing receipt: the last day to attach it before the card is locked; null: the card is not locked for it. */
  receiptDueOn: ['ReceiptDueOn', zDate.nullable()],
  /** The last dispute about it. */
  dispute: ['Dispute', zDispute.nullable()],
  /** Null if the caller cannot dispute it. */
  disputable: ['Disputable', zDisputable.nullable()],
});
export type CardTransaction = z.output<typeof zCardTransaction>;

export const listCardTransactions = endpoint({
  id: 'listCardTransactions',
  method: 'GET',
  path: '/cards/transactions/{id}',
  tag: 'Cards',
  summary: 'List what was paid with a card, newest first',
  access: 'active',
  presence: {
    kind: 'recent',
    timesIn: (page) => (page as { Items: CardTransaction[] }).Items.map(({ createdAt }) => createdAt),
  },
  right: 'can_plast_view',
  params: zIdParam,
  query: z.strictObject({
    ...pageQuery,
    /** Comma-separated. */
    status: z.string().max(100).optional(),
    /** Payments whose receipt is missing. */
    receipt: z.enum(['MISSING']).optional(),
    /** Only this one. */
    payment: zId.optional(),
  }),
  response: zPage(zCardTransaction),
});
