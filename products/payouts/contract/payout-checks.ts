/** Faults and warnings of a payout's rows. Source: server page section 9. */

import { zAmount, zCurrency, zId, zTime } from '@calmly/contract-kit/common.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zPayoutField } from './payout-files.ts';

/** What does not keep a row from being paid, but may be a mistake. */
export const payoutWarnings = [
  'duplicate_in_file',
  'paid_before',
  'in_other_payout',
  'first_payment',
  'unusual_amount',
  'payee_changed',
  /** The payee has other accounts than that of the row. */
  'payee_account_replaced',
  'payee_deleted_since',
  /** Name, address or accounts were changed after the confirmation; the payee still has the account of the row. */
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
  /** What the cell may have meant, as it would be written there. */
  suggestions: ['Suggestions', z.array(z.string())],
} as const;

/** Keeps the row from being paid. `code` is one of the field problems. */
export const zPayoutFault = wire({ ...remarkFields, code: ['Code', z.string()] });
export type PayoutFault = z.output<typeof zPayoutFault>;

export const zPayoutWarning = wire({ ...remarkFields, code: ['Code', z.enum(payoutWarnings)] });

/** In how many rows a fault or warning was found. */
export const zPayoutFinding = wire({
  field: ['Field', zPayoutField],
  code: ['Code', z.string()],
  rows: ['Rows', z.number().int()],
  /** The first row that has it. */
  position: ['Position', z.number().int()],
});
export type PayoutFinding = z.output<typeof zPayoutFinding>;

/** A row with a warning, for those who pay or approve it. */
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

/** Repairs that need no decision row by row. */
export const payoutRepairs = [
  'suggestions',
  'names',
  'characters',
  'replace',
  'fill',
  'remove_faulty',
] as const;

/** A repair that was made, or the undo of one. */
export const zPayoutRepair = wire({
  id: ['Id', zId],
  repair: ['Repair', z.enum(payoutRepairs)],
  field: ['Field', zPayoutField.nullable()],
  createdBy: ['CreatedBy', z.string()],
  createdAt: ['CreatedAt', zTime],
  /** RUNNING: rows are being corrected. CANCELED: it was stopped; what was changed until then stays. */
  state: ['State', z.enum(['RUNNING', 'DONE', 'CANCELED'])],
  /** Rows changed or removed. */
  rows: ['Rows', z.number().int()],
  isUndo: ['IsUndo', z.boolean()],
  canUndo: ['CanUndo', z.boolean()],
  /** Of an undo: rows that stayed as they are because someone has changed the same cells since, and the first of their positions. */
  left: ['Left', z.number().int()],
  leftPositions: ['LeftPositions', z.array(z.number().int())],
});
export type PayoutRepair = z.output<typeof zPayoutRepair>;
