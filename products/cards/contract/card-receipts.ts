/**
 * When a client requires receipts of card payments, and whether a card is locked without them. Source: server page section 10; product, "Card
 * controls".
 */

import { zAmount, zAmountInput } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

export const receiptAsks = ['NEVER', 'ABOVE', 'ALWAYS'] as const;
export type ReceiptAsk = (typeof receiptAsks)[number];

/** The longest time before a card is locked. */
export const receiptDaysMost = 30;

const rules = <Amount extends z.ZodType>(amount: Amount) =>
  ({
    ask: ['Ask', z.enum(receiptAsks)],
    /** For ABOVE: payments above this amount need one. */
    above: ['Above', amount.nullable()],
    /** A card is locked when a receipt has been missing for this many days; null: never. */
    lockAfterDays: ['LockAfterDays', z.number().int().min(1).max(receiptDaysMost).nullable()],
  }) as const;

export const zCardReceiptRules = wire(rules(zAmount));
export type CardReceiptRules = z.output<typeof zCardReceiptRules>;

export const getReceiptRules = endpoint({
  id: 'getReceiptRules',
  method: 'GET',
  path: '/cards/receipts',
  tag: 'Cards',
  summary: 'Read when receipts of card payments are needed',
  access: 'active',
  presence: 'open',
  right: 'can_plast_view',
  response: zCardReceiptRules,
});

export const changeReceiptRules = endpoint({
  id: 'changeReceiptRules',
  method: 'PUT',
  path: '/cards/receipts',
  tag: 'Cards',
  summary: 'Change when receipts of card payments are needed; in a company its administrators',
  access: 'active',
  presence: 'required',
  right: 'is_boss',
  body: wire({
    ...rules(zAmountInput),
    /** The rules shown on the screen: if they have changed since, the change is refused (`receipt_rules_changed`). */
    before: ['Before', wire(rules(zAmount)).optional()],
  }),
  response: zCardReceiptRules,
});
export type CardReceiptRulesInput = z.output<(typeof changeReceiptRules)['body']>;
