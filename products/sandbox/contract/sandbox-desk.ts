/**
 * The sandbox desk: calls by which a tester plays the world outside the bank. Open to anyone who can reach a sandbox, like its other pages; with a
 * real rail, or without a sandbox, they do not exist.
 */

import {
  pageQuery,
  zAmount,
  zAmountInput,
  zCurrency,
  zId,
  zIdParam,
  zLine,
  zPage,
  zPlain,
  zTime,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { paymentStatuses } from '@calmly/domain';
import { z } from 'zod';
import {
  cardChannels,
  cardTransactionStatuses,
  declineReasons,
} from '../../cards/contract/card-transactions.ts';
import { cardStatuses } from '../../cards/contract/cards.ts';
import { disputeStatuses } from '../../cards/contract/dispute-states.ts';
import { paymentSchemes, railReasons } from '../../payments/contract/payments.ts';

const sandboxCall = { tag: 'Sandbox', access: 'public', presence: 'open' } as const;

export const zDeskKey = z.string().regex(/^[\w-]{16,64}$/);

/** A payment to another bank, of any client. */
export const zDeskPayment = wire({
  id: ['Id', zId],
  number: ['Number', z.string()],
  createdAt: ['CreatedAt', zTime],
  status: ['TransactionStatus', z.enum(paymentStatuses)],
  scheme: ['TransactionType', z.enum(paymentSchemes)],
  amount: ['Amount', zAmount],
  currency: ['Currency', zCurrency],
  debtorName: ['DebtorName', z.string()],
  creditorName: ['CreditorName', z.string()],
  creditorAccount: ['CreditorAccount', z.string()],
  reference: ['Details', z.string()],
  /** Its money has been returned. */
  isReturned: ['Returned', z.boolean()],
  /** When the outside world will settle or return it, by the bank's calendar; null: automatically, or never. */
  plannedFor: ['PlannedFor', zTime.nullable()],
});
export type DeskPayment = z.output<typeof zDeskPayment>;

export const listDeskPayments = endpoint({
  ...sandboxCall,
  id: 'listDeskPayments',
  method: 'GET',
  path: '/sandbox/desk/payments',
  summary: 'List the payments at other banks that are on their way or recently executed, newest first',
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(['on-its-way', 'executed']).default('on-its-way'),
    /** Searches like the payments list: number, names, reference, account or amount. */
    search: zPlain.trim().max(100).optional(),
  }),
  response: zPage(zDeskPayment),
});

export const deskOutcomes = ['settle', 'reject', 'return', 'postpone'] as const;
export type DeskOutcome = (typeof deskOutcomes)[number];

const zHours = z.number().int().min(1).max(8_784);

export const decideDeskPayment = endpoint({
  ...sandboxCall,
  id: 'decideDeskPayment',
  method: 'PUT',
  path: '/sandbox/desk/payments/{id}',
  summary:
    'Decide for the other bank: settle, reject or postpone a payment on its way, or return an executed one; otherwise 409',
  money: 'desk',
  params: zIdParam,
  body: z.strictObject({
    Outcome: z.enum(deskOutcomes),
    /** For reject and return. */
    Reason: z.enum(railReasons).default('bank_refused'),
    /** For postpone: hours from now by the bank's calendar until it settles. */
    Hours: zHours.default(24),
  }),
});

export const sendDeskCredit = endpoint({
  ...sandboxCall,
  id: 'sendDeskCredit',
  method: 'POST',
  path: '/sandbox/desk/credits',
  summary: 'Credit money from another bank, once per Id; money that no account can take waits in suspense',
  money: 'desk',
  body: wire({
    /** Chosen by the caller, like an Idempotency-Key. */
    id: ['Id', zDeskKey],
    /** Number or IBAN. */
    creditorAccount: ['Account', zLine(40)],
    amount: ['Amount', zAmountInput],
    currency: ['Currency', zCurrency],
    debtorName: ['DebtorName', zLine(70)],
    debtorAccount: ['DebtorAccount', zLine(40)],
    reference: ['Details', zLine(140)],
  }),
  response: z.strictObject({ Verdict: z.enum(['booked', 'known', 'suspended', 'set_aside']) }),
});

const zCalendar = z.strictObject({
  /** Now, in business time. */
  BusinessTime: zTime,
  /**
   * Whether merchants can be played. False if a card processor makes the cards: then the calls of cards, merchants, purchases and disputes don't
   * exist.
   */
  Merchants: z.boolean(),
});

export const getDeskCalendar = endpoint({
  ...sandboxCall,
  id: 'getDeskCalendar',
  method: 'GET',
  path: '/sandbox/desk/calendar',
  summary: "Read the bank's calendar",
  response: zCalendar,
});

export const advanceDeskCalendar = endpoint({
  ...sandboxCall,
  id: 'advanceDeskCalendar',
  method: 'POST',
  path: '/sandbox/desk/calendar',
  summary: "Move the bank's calendar forward; everything due is carried out",
  money: 'desk',
  body: z.strictObject({ Hours: zHours }),
  response: zCalendar,
});

/** A card of any client, as a merchant's terminal would see it. */
export const zDeskCard = wire({
  id: ['Id', zId],
  /** `•••• 4471`; only the holder sees the whole number. */
  number: ['Number', z.string()],
  name: ['Name', z.string()],
  nameOnCard: ['NameOnCard', z.string()],
  status: ['Status', z.enum(cardStatuses)],
  available: ['AvailableBalance', zAmount],
  currency: ['Currency', zCurrency],
});
export type DeskCard = z.output<typeof zDeskCard>;

export const listDeskCards = endpoint({
  ...sandboxCall,
  id: 'listDeskCards',
  method: 'GET',
  path: '/sandbox/desk/cards',
  summary: 'List the cards to pay with, newest first; closed ones are left out',
  query: z.strictObject({
    ...pageQuery,
    /** Name on the card, its name or its last four digits. */
    search: zPlain.trim().max(100).optional(),
  }),
  response: zPage(zDeskCard),
});

const zDeskMerchant = wire({
  id: ['Id', z.string()],
  name: ['Name', z.string()],
  city: ['City', z.string()],
  country: ['Country', z.string().length(2)],
  mcc: ['Mcc', z.string().length(4)],
  currency: ['Currency', zCurrency],
  /** Its usual amount. */
  amount: ['Amount', zAmount],
  channel: ['Channel', z.enum(cardChannels)],
});
export type DeskMerchant = z.output<typeof zDeskMerchant>;

export const listDeskMerchants = endpoint({
  ...sandboxCall,
  id: 'listDeskMerchants',
  method: 'GET',
  path: '/sandbox/desk/merchants',
  summary: 'List the merchants of the sandbox',
  response: z.strictObject({ Items: z.array(zDeskMerchant) }),
});

export const deskMistakes = ['NONE', 'SECURITY_CODE', 'EXPIRY', 'PIN'] as const;

export const payAtDesk = endpoint({
  ...sandboxCall,
  id: 'payAtDesk',
  method: 'POST',
  path: '/sandbox/desk/purchases',
  summary: 'Pay with a card at a merchant, once per Id; OFFLINE is collected without asking the bank',
  money: 'desk',
  body: wire({
    /** Chosen by the caller, like an Idempotency-Key. */
    id: ['Id', zDeskKey],
    cardId: ['CardId', zId],
    /** Id of the merchant. */
    merchant: ['Merchant', z.string().regex(/^[\w-]{1,40}$/)],
    /** In the merchant's currency. */
    amount: ['Amount', zAmountInput],
    channel: ['Channel', z.enum(cardChannels)],
    /** The cardholder's typing error. */
    mistake: ['Mistake', z.enum(deskMistakes).default('NONE')],
  }),
  response: wire({
    approved: ['Approved', z.boolean()],
    declineReason: ['DeclineReason', z.enum(declineReasons).nullable()],
  }),
});

/** A card purchase, for the merchant to act on. */
export const zDeskPurchase = wire({
  id: ['Id', zId],
  createdAt: ['CreatedAt', zTime],
  card: ['Card', z.string()],
  status: ['Status', z.enum(cardTransactionStatuses)],
  merchantName: ['MerchantName', z.string()],
  /** In the card's currency, like the others. */
  amount: ['Amount', zAmount],
  held: ['Held', zAmount],
  cleared: ['Cleared', zAmount],
  currency: ['Currency', zCurrency],
  declineReason: ['DeclineReason', z.enum(declineReasons).nullable()],
  /** The last dispute about it. */
  dispute: [
    'Dispute',
    wire({
      id: ['Id', zId],
      status: ['Status', z.enum(disputeStatuses)],
      amount: ['Amount', zAmount],
    }).nullable(),
  ],
});
export type DeskPurchase = z.output<typeof zDeskPurchase>;

export const listDeskPurchases = endpoint({
  ...sandboxCall,
  id: 'listDeskPurchases',
  method: 'GET',
  path: '/sandbox/desk/purchases',
  summary: 'List what was paid with cards, newest first',
  query: z.strictObject(pageQuery),
  response: zPage(zDeskPurchase),
});

export const merchantActions = ['clear', 'reverse', 'refund'] as const;
export type MerchantAction = (typeof merchantActions)[number];

export const decideDeskPurchase = endpoint({
  ...sandboxCall,
  id: 'decideDeskPurchase',
  method: 'PUT',
  path: '/sandbox/desk/purchases/{id}',
  summary: 'Decide for the merchant: collect a purchase whole or in part, give it up, or refund it',
  money: 'desk',
  params: zIdParam,
  body: wire({
    action: ['Action', z.enum(merchantActions)],
    /** In the card's currency; by default all that is held or was collected. */
    amount: ['Amount', zAmountInput.optional()],
    /** For clear: more will be collected later. */
    isPartial: ['IsPartial', z.boolean().default(false)],
  }),
});

export const disputeOutcomes = ['won', 'lost'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];

export const decideDeskDispute = endpoint({
  ...sandboxCall,
  id: 'decideDeskDispute',
  method: 'PUT',
  path: '/sandbox/desk/disputes/{id}',
  summary: 'Decide a dispute for the card scheme; otherwise 409',
  money: 'desk',
  params: zIdParam,
  body: wire({ outcome: ['Outcome', z.enum(disputeOutcomes)] }),
});
