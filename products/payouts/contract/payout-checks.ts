/** Faults and warnings of a payout's rows. Source: server page section 9. */

import { zAmount, zCurrency, zId, zTime } from '@calmly/contract-kit/common.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zPayoutField } from './payout-files.ts';

/** Possible mistakes that do not keep a row from being paid. */
export const payoutWarnings = [
  'duplicate_in_file',
  'paid_before',
  'in_other_payout',
  'first_payment',
  'unusual_amount',
  'payee_changed',
  /** The payee has other accounts than the row's. */
  'payee_account_replaced',
  'payee_deleted_since',
  /** Name, address or accounts were changed after the confirmation; the payee still has the row's account. */
  'payee_details_changed',
  'name_transliterated',
  'other_payee_name',
  'name_no_match',
  'name_check',
  'name_not_checked',
  'not_sent',
  'not_instant',
  'not_urgent',
  'missing_in_file',
] as const;
export type PayoutWarning = (typeof payoutWarnings)[number];

/** A payout with one of these is confirmed only with `AcknowledgedWarnings`. */
export const seriousPayoutWarnings = [
  'duplicate_in_file',
  'paid_before',
  'in_other_payout',
  'unusual_amount',
  'payee_changed',
  'payee_account_replaced',
  'payee_deleted_since',
  'name_no_match',
] as const satisfies readonly PayoutWarning[];

const remarkFields = {
  field: ['Field', zPayoutField],
  /** In the caller's language. */
  message: ['Message', z.string()],
  /** Possible meanings of the cell, in the form in which they would be written. */
  suggestions: ['Suggestions', z.array(z.string())],
} as const;

/** Prevents the row from being paid. `code` is one of the field problems. */
export const zPayoutFault = wire({ ...remarkFields, code: ['Code', z.string()] });
export type PayoutFault = z.output<typeof zPayoutFault>;

export const zPayoutWarning = wire({ ...remarkFields, code: ['Code', z.enum(payoutWarnings)] });

/** A fault or warning with the number of its rows. */
export const zPayoutFinding = wire({
  field: ['Field', zPayoutField],
  code: ['Code', z.string()],
  rows: ['Rows', z.number().int()],
  /** The first row with it. */
  position: ['Position', z.number().int()],
});
export type PayoutFinding = z.output<typeof zPayoutFinding>;

/** A row with a warning, for payers and approvers. */
export const zWarnedRow = wire({
  code: ['Code', z.enum(payoutWarnings)],
  position: ['Position', z.number().int()],
  name: ['Name', z.string()],
  account: ['Account', z.string()],
  amount: ['Amount', zAmount],
  currency: ['Currency', zCurrency],
  /** In the caller's language. */
  message: ['Message', z.string()],
});
export type WarnedRow = z.output<typeof zWarnedRow>;

/** Repairs that need no decision for each row. */
export const payoutRepairs = [
  'suggestions',
  'names',
  'characters',
  'replace',
  'fill',
  'remove_faulty',
] as const;

/** A repair, or the undo of one. */
export const zPayoutRepair = wire({
  id: ['Id', zId],
  repair: ['Repair', z.enum(payoutRepairs)],
  field: ['Field', zPayoutField.nullable()],
  createdBy: ['CreatedBy', z.string()],
  createdAt: ['CreatedAt', zTime],
  /** RUNNING: rows are being corrected. CANCELED: it was stopped; changes made until then stay. */
  state: ['State', z.enum(['RUNNING', 'DONE', 'CANCELED'])],
  /** Rows changed or removed. */
  rows: ['Rows', z.number().int()],
  isUndo: ['IsUndo', z.boolean()],
  canUndo: ['CanUndo', z.boolean()],
  /** For an undo: rows that were left unchanged because someone has edited the same cells since, and the first of their positions. */
  left: ['Left', z.number().int()],
  leftPositions: ['LeftPositions', z.array(z.number().int())],
});
export type PayoutRepair = z.output<typeof zPayoutRepair>;
