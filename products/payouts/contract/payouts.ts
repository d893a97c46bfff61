/**
 * Bulk payouts: many payments from one file. A *payout* is the file with its rows; a *row* becomes one payment. The file is read, every
 * row is checked, faults are corrected in place, and nothing is paid before the totals are confirmed. Source: specification sections 3
 * and 7; server page section 9.
 */

import {
  pageQuery,
  zAmount,
  zCurrency,
  zDate,
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
import { zPayoutFault, zPayoutFinding, zPayoutRepair, zPayoutWarning } from './payout-checks.ts';
import { payoutEncodings, payoutFields, zPayoutField, zPayoutFile, zPayoutRefusal } from './payout-files.ts';

export const payoutRowsMax = 100_000;
export const payoutFileMaxBytes = 50_000_000;
/** Maximum number of rows in one answer, and changed by one call. */
export const payoutRowsAtOnce = 500;

/**
 * READING: the file is read and its rows are checked. MAPPING: the client assigns the columns. DRAFT: rows may be changed. REPAIRING: many rows are
 * being corrected. WAITING: for approval. SCHEDULED: for its day. PAYING: rows become payments. DONE and CANCELED are final; UNREADABLE may get
 * another file.
 */
export const payoutStatuses = [
  'READING',
  'MAPPING',
  'DRAFT',
  'REPAIRING',
  'WAITING',
  'SCHEDULED',
  'PAYING',
  'DONE',
  'CANCELED',
  'UNREADABLE',
] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** The outcome of a row: `failed` if its payment was refused or failed, `left_out` if it had a fault when the payout was confirmed. */
export const payoutOutcomes = ['paid', 'pending', 'failed', 'left_out'] as const;
export type PayoutOutcome = (typeof payoutOutcomes)[number];

/** Figures of the list beside its total. */
const zPayoutTotal = wire({
  currency: ['Currency', zCurrency],
  rows: ['Rows', z.number().int()],
  amount: ['Amount', zAmount],
  fees: ['Fees', zAmount],
});

/** Numbers of rows, and sums of those without a fault by currency. Once paid, `paid`, `pending` and `failed` add up to `rows`. */
export const zPayoutSummary = wire({
  rows: ['Rows', z.number().int()],
  faulty: ['Faulty', z.number().int()],
  warned: ['Warned', z.number().int()],
  totals: ['Totals', z.array(zPayoutTotal)],
  paid: ['Paid', z.number().int()],
  pending: ['Pending', z.number().int()],
  failed: ['Failed', z.number().int()],
});
export type PayoutSummary = z.output<typeof zPayoutSummary>;

/** Progress: bytes while it is read, rows while they are checked, corrected or paid. */
const zPayoutProgress = wire({
  step: ['Step', z.enum(['reading', 'checking', 'repairing', 'paying'])],
  done: ['Done', z.number().int()],
  of: ['Of', z.number().int()],
  /** While the file is read: rows checked so far, and how many of them have a fault. */
  rows: ['Rows', z.number().int().optional()],
  faulty: ['Faulty', z.number().int().optional()],
  /** While a confirmed payout waits: the day of its next rows. */
  nextOn: ['NextDate', zDate.optional()],
});

const payoutFieldsOfList = {
  id: ['Id', zId],
  /** The number to quote to support: `B-2026-0000012`. */
  number: ['Number', z.string()],
  name: ['Name', z.string()],
  fileName: ['FileName', z.string()],
  status: ['Status', z.enum(payoutStatuses)],
  createdAt: ['CreatedAt', zTime],
  updatedAt: ['UpdatedAt', zTime],
  createdBy: ['CreatedBy', z.string()],
  /** Increases with every change of the payout or of a row. */
  version: ['Version', z.number().int()],
  /** Only people with the right see its rows; for everyone else, name and file name are empty. */
  confidential: ['Confidential', z.boolean()],
  summary: ['Summary', zPayoutSummary],
  progress: ['Progress', zPayoutProgress.nullable()],
} as const;

/** A payout in the list. */
export const zPayout = wire(payoutFieldsOfList);
export type Payout = z.output<typeof zPayout>;

/** One row: its cells by field, unchanged, and the result of its check. */
export const zPayoutRow = wire({
  /** Its position in the payout, from 1; unchanged if others are removed. */
  position: ['Position', z.number().int()],
  /** Its position in the file; null for a typed row. */
  line: ['Line', z.number().int().nullable()],
  /** Increases with every change of its cells. */
  version: ['Version', z.number().int()],
  cells: ['Cells', z.partialRecord(zPayoutField, z.string())],
  faults: ['Faults', z.array(zPayoutFault)],
  warnings: ['Warnings', z.array(zPayoutWarning)],
  /** The amount to be paid; null if the row has a fault. */
  amount: ['Amount', zAmount.nullable()],
  currency: ['Currency', zCurrency.nullable()],
  fee: ['Fee', zAmount.nullable()],
  beneficiaryId: ['BeneficiaryId', zId.nullable()],
  /** The payment of the row, once there is one. */
  paymentId: ['PaymentId', zId.nullable()],
  status: ['Status', z.enum(paymentStatuses).nullable()],
  /** Why no payment was made, in the caller's language. */
  refusal: ['Refusal', z.string().nullable()],
});
export type PayoutRow = z.output<typeof zPayoutRow>;

const payoutFieldsOfOverview = {
  ...payoutFieldsOfList,
  /** Null once a row was changed, because the file then no longer describes the rows. */
  file: ['File', zPayoutFile.nullable()],
  refusal: ['Refusal', zPayoutRefusal.nullable()],
  /** Columns of the grid, in the order of the file. */
  columns: ['Columns', z.array(zPayoutField)],
  /** Faults by field and code, most frequent first. */
  faults: ['Faults', z.array(zPayoutFinding)],
  warnings: ['Warnings', z.array(zPayoutFinding)],
  /** Increases when remarks or payees of rows have changed though the rows have not. */
  remarksVersion: ['RemarksVersion', z.number().int()],
  /** Corrections of many rows, newest first, until the payout is confirmed or gets another file. */
  repairs: ['Repairs', z.array(zPayoutRepair)],
  /** Another payout made from the same file. */
  sameFileAs: ['SameFileAs', zId.nullable()],
  /** A confirmed payout of the same file: confirming this one needs `AllowRepeat`. Null if that was already given. */
  filePaidAs: ['FilePaidAs', zId.nullable()],
  /** The day for which it was confirmed; null: at once. */
  payOn: ['Date', zDate.nullable()],
  /** The payout whose unpaid rows this one repeats. */
  repeatOf: ['RepeatOf', zId.nullable()],
} as const;

/** A payout without its rows. */
export const zPayoutOverview = wire(payoutFieldsOfOverview);
export type PayoutOverview = z.output<typeof zPayoutOverview>;

export const zPayoutDetails = wire({
  ...payoutFieldsOfOverview,
  /** The first rows (the specification's `Results`); the others by `listPayoutRows`. */
  results: ['Results', z.array(zPayoutRow)],
});
export type PayoutDetails = z.output<typeof zPayoutDetails>;

/** Without it, a file already used by another confirmed payout is refused (`payout_file_repeated`). */
export const zAllowRepeat = z.boolean().optional();

const call = { tag: 'Payouts', access: 'active', right: 'can_request_trans' } as const;
const read = { ...call, method: 'GET', presence: 'required' } as const;
const change = { ...call, method: 'PUT', presence: 'required' } as const;

export const listPayouts = endpoint({
  ...read,
  id: 'listPayouts',
  path: '/masspayout',
  summary: 'List the payouts, newest first',
  query: z.strictObject({ ...pageQuery, state: z.enum(['open', 'finished']).default('open') }),
  response: zPage(zPayout),
});

export const createPayout = endpoint({
  ...call,
  id: 'createPayout',
  method: 'POST',
  path: '/masspayout',
  presence: 'required',
  summary: 'Upload a file of payments (CSV, XLSX, pain.001 or 1C) of up to 10 MB, or begin an empty payout',
  upload: true,
  idempotent: true,
  body: wire({
    name: ['Name', zLine(120).optional()],
    fileName: ['FileName', zLine(200).optional()],
    /** The file in base64; absent: rows are typed or pasted. */
    content: ['FileBody', z.string().min(1).optional()],
    allowRepeat: ['AllowRepeat', zAllowRepeat],
    confidential: ['Confidential', z.boolean().optional()],
  }),
  response: zPayoutDetails,
  status: 201,
});

export const getPayout = endpoint({
  ...read,
  id: 'getPayout',
  path: '/masspayout/{id}',
  summary: 'Read a payout with its summary and first rows',
  params: zIdParam,
  response: zPayoutDetails,
});

export const replacePayoutFile = endpoint({
  ...change,
  id: 'replacePayoutFile',
  path: '/masspayout/{id}',
  summary: 'Upload a corrected file; its rows take the place of all rows',
  upload: true,
  params: zIdParam,
  body: wire({
    fileName: ['FileName', zLine(200)],
    content: ['FileBody', z.string().min(1)],
    version: ['Version', z.number().int()],
    allowRepeat: ['AllowRepeat', zAllowRepeat],
  }),
  response: zPayoutDetails,
});

export const uploadPayoutFile = endpoint({
  ...change,
  id: 'uploadPayoutFile',
  path: '/masspayout/{id}/file',
  summary: 'Upload a file as it is, up to 50 MB; its rows take the place of all rows',
  stream: payoutFileMaxBytes,
  params: zIdParam,
  query: z.strictObject({
    fileName: zLine(200),
    version: z.coerce.number().int(),
    allowRepeat: z.enum(['true', 'false']).default('false'),
  }),
  response: zPayoutDetails,
});

export const setPayoutConfidential = endpoint({
  ...change,
  id: 'setPayoutConfidential',
  path: '/masspayout/{id}/confidential',
  summary: 'Make a payout confidential, or no longer so, before it is confirmed; its rows are checked again',
  params: zIdParam,
  body: wire({
    version: ['Version', z.number().int()],
    confidential: ['Confidential', z.boolean()],
  }),
  response: zPayoutDetails,
});

export const deletePayout = endpoint({
  ...call,
  id: 'deletePayout',
  method: 'DELETE',
  path: '/masspayout/{id}',
  presence: 'required',
  summary: 'Discard a payout that was not confirmed',
  params: zIdParam,
});

export const mapPayout = endpoint({
  ...change,
  id: 'mapPayout',
  path: '/masspayout/{id}/mapping',
  summary: 'Say what the columns hold and how the file is written; its rows are read and checked again',
  params: zIdParam,
  body: wire({
    version: ['Version', z.number().int()],
    columns: ['Columns', z.array(zPayoutField.nullable()).max(200)],
    headerRow: ['HeaderRow', z.boolean()],
    encoding: ['Encoding', z.enum(payoutEncodings).nullable()],
    delimiter: ['Delimiter', z.string().length(1).nullable()],
    decimalSign: ['DecimalSign', z.enum(['.', ',']).nullable()],
    sheet: ['Sheet', zPlain.max(100).nullable()],
  }),
  response: zPayoutDetails,
});

export const listPayoutRows = endpoint({
  ...read,
  id: 'listPayoutRows',
  path: '/masspayout/{id}/rows',
  summary: 'Read rows by their positions',
  params: zIdParam,
  query: z.strictObject({
    from: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(payoutRowsAtOnce).default(100),
  }),
  response: wire({ rows: ['Rows', z.array(zPayoutRow)] }),
});

export const findPayoutRows = endpoint({
  ...read,
  id: 'findPayoutRows',
  path: '/masspayout/{id}/positions',
  summary: 'Find the positions of rows with faults, with warnings, with an outcome or with a text',
  params: zIdParam,
  query: z.strictObject({
    only: z.enum(['all', 'faulty', 'warned']).default('all'),
    outcome: z.enum(payoutOutcomes).optional(),
    field: z.enum(payoutFields).optional(),
    code: z.string().max(60).optional(),
    search: z.string().trim().max(100).optional(),
  }),
  /** Ascending; consecutive positions as `[first, last]`. */
  response: wire({ runs: ['Runs', z.array(z.tuple([z.number().int(), z.number().int()]))] }),
});

const zCells = z.partialRecord(zPayoutField, z.string().max(10_000));
const position = z.number().int().min(1);

const zRowChange = wire({
  position: ['Position', position],
  /** The version shown on the screen. */
  version: ['Version', z.number().int()],
  /** Omitted cells stay unchanged; an empty text empties a cell. */
  cells: ['Cells', zCells],
});

const zRowAddition = wire({
  /** The former position of a removed row, to restore it there; otherwise the row is added at the end. */
  position: ['Position', position.max(2_000_000_000).optional()],
  cells: ['Cells', zCells],
});

const zRowRemoval = wire({ position: ['Position', position], version: ['Version', z.number().int()] });

export const changePayoutRows = endpoint({
  ...change,
  id: 'changePayoutRows',
  path: '/masspayout/{id}/rows',
  summary: 'Change, add and remove rows; answers what the check says of those that changed',
  params: zIdParam,
  body: wire({
    changed: ['Changed', z.array(zRowChange).max(payoutRowsAtOnce)],
    added: ['Added', z.array(zRowAddition).max(payoutRowsAtOnce)],
    removed: ['Removed', z.array(zRowRemoval).max(payoutRowsAtOnce)],
  }),
  response: wire({
    payout: ['Payout', zPayoutOverview],
    /** Changed and added rows, and rows whose remarks about repeats have changed with them. */
    rows: ['Rows', z.array(zPayoutRow)],
    /** Rows that someone else has changed, or that occupy the position of an added row: their current state, unchanged by this call. */
    conflicts: ['Conflicts', z.array(zPayoutRow)],
    /** Positions of rows that someone else has removed. */
    gone: ['Gone', z.array(z.number().int())],
  }),
});

const templateQuery = z.strictObject({
  format: z.enum(['csv', 'xlsx']).default('xlsx'),
  locale: z.enum(['en', 'ru']).default('en'),
});

export const downloadPayoutTemplate = endpoint({
  ...read,
  id: 'downloadPayoutTemplate',
  path: '/masspayout/template',
  summary: 'Download the template for a file of payments',
  presence: 'open',
  query: templateQuery,
  download: 'application/octet-stream',
});

export const downloadPayeeTemplate = endpoint({
  ...read,
  id: 'downloadPayeeTemplate',
  path: '/masspayout/template/payees',
  summary: 'Download the template with a row for each account of the saved payees, without amounts',
  query: templateQuery,
  download: 'application/octet-stream',
});
