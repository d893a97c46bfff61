/**
 * Export profiles: the columns, format, accounts and period of a payments export, saved by a person in one client and run with one click. A profile
 * can be mailed on the first of each month: the mail has a link to the portal and no account data. Source: product, pains 12 to 14.
 */

import { zId, zIdParam, zLine, zTimeZone } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { languages } from '../../identity/contract/identity.ts';

/** The columns of an exported list, in the order of the complete file. */
export const exportColumns = [
  'time',
  'number',
  'direction',
  'counterparty',
  'counterpartyAccount',
  'amount',
  'currency',
  'fee',
  'balanceAfter',
  'bookedOn',
  'valueOn',
  'reference',
  'status',
  'method',
  'account',
  'accountNumber',
  'updatedAt',
  'endToEndId',
  'createdBy',
  'convertedAmount',
  'convertedCurrency',
  'rate',
  'category',
  'note',
  'receiptCount',
  'receipts',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Calendar months and quarters of the reader's time zone. */
export const exportPeriods = ['LAST_MONTH', 'THIS_MONTH', 'LAST_QUARTER', 'THIS_QUARTER'] as const;
export type ExportPeriod = (typeof exportPeriods)[number];

/** Maximum number of a person's profiles in one client. */
export const exportProfilesMax = 10;
/** Accounts of a profile, at most. */
const accountsMax = 100;

const fields = {
  name: ['Name', zLine(40)],
  columns: [
    'Columns',
    z
      .array(z.enum(exportColumns))
      .min(1)
      .max(exportColumns.length)
      .refine((columns) => new Set(columns).size === columns.length),
  ],
  format: ['Format', z.enum(exportFormats)],
  /** Accounts, cards and wallets; empty: all of them, including later ones. */
  accountIds: ['AccountIds', z.array(zId).max(accountsMax)],
  period: ['Period', z.enum(exportPeriods)],
  /** On the first of each month, for the previous month. */
  mailsMonthly: ['MailsMonthly', z.boolean()],
} as const;

export const zExportProfile = wire({ id: ['Id', zId], ...fields });
export type ExportProfile = z.output<typeof zExportProfile>;
const zProfileInput = wire({
  ...fields,
  /** The time zone that defines the month of the mail. */
  timeZone: ['TimeZone', zTimeZone],
});
export type ExportProfileInput = z.output<typeof zProfileInput>;

const profiles = {
  tag: 'Bookkeeping',
  access: 'active',
  presence: 'required',
  right: 'can_view_statements',
} as const;

export const listExportProfiles = endpoint({
  ...profiles,
  id: 'listExportProfiles',
  method: 'GET',
  path: '/bookkeeping/exports',
  summary: "List the caller's export profiles",
  response: wire({ items: ['Items', z.array(zExportProfile)] }),
});

export const createExportProfile = endpoint({
  ...profiles,
  id: 'createExportProfile',
  method: 'POST',
  path: '/bookkeeping/exports',
  summary: 'Save an export profile',
  idempotent: true,
  body: zProfileInput,
  response: zExportProfile,
  status: 201,
});

export const changeExportProfile = endpoint({
  ...profiles,
  id: 'changeExportProfile',
  method: 'PUT',
  path: '/bookkeeping/exports/{id}',
  summary: 'Change an export profile',
  params: zIdParam,
  body: zProfileInput,
  response: zExportProfile,
});

export const deleteExportProfile = endpoint({
  ...profiles,
  id: 'deleteExportProfile',
  method: 'DELETE',
  path: '/bookkeeping/exports/{id}',
  summary: 'Delete an export profile',
  params: zIdParam,
});

export const runExportProfile = endpoint({
  ...profiles,
  id: 'runExportProfile',
  method: 'GET',
  path: '/bookkeeping/exports/file/{id}',
  summary: 'Download the file of an export profile, for its period or for one month',
  params: zIdParam,
  query: z.strictObject({
    /** `YYYY-MM`, instead of the profile's period. */
    month: z
      .string()
      .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
      .optional(),
    locale: z.enum(languages),
    timeZone: zTimeZone,
  }),
  download: 'text/csv; charset=utf-8',
});
