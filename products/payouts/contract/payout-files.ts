/** The contents of a bulk-payout file and the reasons for refusing one: terms shared by server and portal. Source: server page section 9. */

import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

/** Possible contents of a column. `account` is an IBAN or an account number; `fromAccount` is the client's own account. */
export const payoutFields = [
  'payeeId',
  'name',
  'type',
  'account',
  'bic',
  'sortCode',
  'routingNumber',
  'bankName',
  'bankCountry',
  'amount',
  'currency',
  'reference',
  'creditorReference',
  'endToEndId',
  'street',
  'buildingNumber',
  'postCode',
  'town',
  'country',
  'addressLines',
  'fromAccount',
  'executionDate',
  'purpose',
  'chargeBearer',
] as const;
export type PayoutField = (typeof payoutFields)[number];

/** A payee has one of several accounts, and a name may be in parts, so these may have several columns. */
export const fieldsOfSeveralColumns: readonly PayoutField[] = ['account', 'name'];

export const zPayoutField = z.enum(payoutFields);

/** Files with known columns. */
export const payoutLayouts = [
  'calmly',
  'wise',
  'revolut',
  'paypal',
  'payoneer',
  'swan',
  'pain001',
  '1c_client_bank',
] as const;
export type PayoutLayout = (typeof payoutLayouts)[number];

/** Recognised encodings of a text file, which may be chosen if the guess was wrong. */
export const payoutEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1251',
  'windows-1252',
  'windows-1250',
  'windows-1257',
  'ibm866',
  'koi8-r',
  'macintosh',
  'x-mac-cyrillic',
] as const;
export type PayoutEncoding = (typeof payoutEncodings)[number];

/** Why a whole file is refused. `params` of each: products/payouts/server/files/refusal.ts. */
export const payoutRefusals = [
  'too_large',
  'too_many_rows',
  'too_many_columns',
  'cell_too_long',
  'empty',
  'unknown_format',
  'old_spreadsheet',
  'not_readable_as_text',
  'unclosed_quote',
  'formula',
  'macros',
  'external_links',
  'encrypted',
  'no_such_sheet',
  'too_many_empty_cells',
  'zip_bomb',
  'damaged',
  'xml',
  'wrong_pain_version',
  'missing_element',
  'wrong_order',
  'equivalent_amount',
  'id_too_long',
  'payment_method',
  'number_of_transactions',
  'control_sum',
  'took_too_long',
  'took_too_much_memory',
] as const;
export type PayoutRefusal = (typeof payoutRefusals)[number];

/** Parameters of a sentence, as text. */
export const zParams = z.record(z.string(), z.string());

export const zPayoutRefusal = wire({
  code: ['Code', z.enum(payoutRefusals)],
  params: ['Params', zParams],
});

/** The file's format, and the guessed contents of its columns. */
export const zPayoutFile = wire({
  kind: ['Kind', z.enum(['csv', 'xlsx', 'pain001', '1c'])],
  layout: ['Layout', z.enum(payoutLayouts).nullable()],
  encoding: ['Encoding', z.enum(payoutEncodings).nullable()],
  delimiter: ['Delimiter', z.string().nullable()],
  decimalSign: ['DecimalSign', z.enum(['.', ',']).nullable()],
  /** Null if the first row is a payment. */
  header: ['Header', z.array(z.string()).nullable()],
  sheets: ['Sheets', z.array(z.string())],
  sheet: ['Sheet', z.string().nullable()],
  message: ['Message', z.string().nullable()],
  /** The field of each column; null: ignored. */
  columns: ['Columns', z.array(zPayoutField.nullable())],
  /** Known headings that are not needed. */
  ignored: ['Ignored', z.array(z.string())],
  /** The first rows, unchanged. */
  preview: ['Preview', z.array(z.array(z.string()))],
  hiddenRows: ['HiddenRows', z.number().int()],
});
export type PayoutFile = z.output<typeof zPayoutFile>;
