/**
 * The sandbox desk: calls by which a tester plays the world outside the bank. Open to anyone who reaches a sandbox, like its other
 * pages; with a real rail, or without a sandbox, they do not exist.
 */
import { paymentStatuses } from '@calmly/domain';
import { z } from 'zod';
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
} from './common.ts';
import { endpoint } from './endpoint.ts';
import { paymentSchemes, railReasons } from './payments.ts';
import { wire } from './wire.ts';

const sandboxCall = { tag: 'Sandbox', access: 'public', presence: 'open' } as const;

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
  /** When the outside world will settle it or send it back, by the bank's calendar; null: by itself, or never. */
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
    /** As the payments list searches: number, names, reference, account or amount. */
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
  params: zIdParam,
  body: z.strictObject({
    Outcome: z.enum(deskOutcomes),
    /** For reject and return. */
    Reason: z.enum(railReasons).default('bank_refused'),
    /** For postpone: until so long after now by the bank's calendar, which then settles it. */
    Hours: zHours.default(24),
  }),
});

export const sendDeskCredit = endpoint({
  ...sandboxCall,
  id: 'sendDeskCredit',
  method: 'POST',
  path: '/sandbox/desk/credits',
  summary: 'Credit money from another bank, once per Id; money that no account can take waits in suspense',
  body: wire({
    /** Of the caller's choosing, like an Idempotency-Key. */
    id: ['Id', z.string().regex(/^[\w-]{16,64}$/)],
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
  /** Now, as the bank's calendar has it. */
  BusinessTime: zTime,
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
  body: z.strictObject({ Hours: zHours }),
  response: zCalendar,
});
