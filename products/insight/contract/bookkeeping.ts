/**
 * Bookkeeping: a client's category and note for a transaction, and which payments need a receipt. Category and note belong to the client, so everyone
 * who sees the payment reads the same. Source: product, pains 12 to 14.
 * A category is chosen by a person. A suggestion is computed with each answer and never stored.
 */

import {
  zAmount,
  zAmountInput,
  zDate,
  zId,
  zIdParam,
  zLine,
  zSeenText,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { bookkeepingCategories } from './categories.ts';

/** Maximum number of transactions read or changed by one call. */
export const annotationsMax = 200;
export const noteLength = 500;

const zCategory = z.enum(bookkeepingCategories);

/** PAYEE: the newest category of the same payee, account or merchant. MERCHANT: the merchant's category code (ISO 18245). */
export const suggestionSources = ['PAYEE', 'MERCHANT'] as const;

export const zAnnotation = wire({
  paymentId: ['PaymentId', zId],
  /** Null until a person has chosen one. */
  category: ['Category', zCategory.nullable()],
  /** Null if a category was chosen, or nothing is known. */
  suggestion: [
    'Suggestion',
    wire({ category: ['Category', zCategory], source: ['Source', z.enum(suggestionSources)] }).nullable(),
  ],
  note: ['Note', z.string().nullable()],
  /** Number of attached receipts. */
  receipts: ['Receipts', z.number().int()],
  receiptMissing: ['ReceiptMissing', z.boolean()],
  /** Whether the caller may change category and note. */
  canChange: ['CanChange', z.boolean()],
});
export type Annotation = z.output<typeof zAnnotation>;

const zAnnotations = wire({ items: ['Items', z.array(zAnnotation)] });
const annotating = { tag: 'Bookkeeping', access: 'active', presence: 'required' } as const;

export const listAnnotations = endpoint({
  ...annotating,
  id: 'listAnnotations',
  method: 'GET',
  path: '/bookkeeping/annotations',
  summary:
    'List category, suggestion, note and receipts of payments; payments that the caller may not see are left out',
  query: z.strictObject({
    /** Comma-separated. */
    paymentIds: z
      .string()
      .max(37 * annotationsMax)
      .transform((text) => text.split(','))
      .pipe(z.array(zId).max(annotationsMax)),
  }),
  response: zAnnotations,
});

export const categorise = endpoint({
  ...annotating,
  id: 'categorise',
  method: 'PUT',
  path: '/bookkeeping/categories',
  summary: 'Choose or clear the category of up to 200 payments: all of them or none',
  body: wire({
    paymentIds: ['PaymentIds', z.array(zId).min(1).max(annotationsMax)],
    /** Null clears it. */
    category: ['Category', zCategory.nullable()],
  }),
  response: zAnnotations,
});

export const changeNote = endpoint({
  ...annotating,
  id: 'changeNote',
  method: 'PUT',
  path: '/bookkeeping/notes/{id}',
  summary: 'Write or clear the note of a payment',
  params: zIdParam,
  body: wire({
    note: ['Note', zLine(noteLength).nullable()],
    /** The note shown on the screen, null for none: if it has changed since, the change is refused (`note_changed`). */
    before: ['Before', zSeenText.nullable().optional()],
  }),
  response: zAnnotation,
});

const receiptRule = <Amount extends z.ZodType>(amount: Amount) =>
  ({
    /** In euros; in other currencies the equivalent at the day's reference rate. Null: no receipts are needed. */
    above: ['Above', amount.nullable()],
    /** The first day whose payments need one. */
    from: ['From', zDate.nullable()],
  }) as const;

/** Cards have additional rules of their own (`CardReceiptRules`). */
export const zReceiptRule = wire(receiptRule(zAmount));
export type ReceiptRule = z.output<typeof zReceiptRule>;

export const getReceiptRule = endpoint({
  ...annotating,
  id: 'getReceiptRule',
  method: 'GET',
  path: '/bookkeeping/receipts',
  presence: 'open',
  summary: 'Read for which outgoing payments a receipt is needed',
  response: zReceiptRule,
});

export const changeReceiptRule = endpoint({
  ...annotating,
  id: 'changeReceiptRule',
  method: 'PUT',
  path: '/bookkeeping/receipts',
  summary: 'Change for which outgoing payments a receipt is needed',
  right: 'is_boss',
  body: wire({
    ...receiptRule(zAmountInput),
    /** The rule shown on the screen: if it has changed since, the change is refused (`receipt_rules_changed`). */
    before: ['Before', wire(receiptRule(zAmount)).optional()],
  }),
  response: zReceiptRule,
});
export type ReceiptRuleInput = z.output<(typeof changeReceiptRule)['body']>;
