/**
 * Events that every reader of bulk-payout files emits, whatever the format. Cells keep the file's own text; amounts, accounts and
 * countries are checked later, row by row. Source: server page section 9.
 */
import type { PayoutField, PayoutLayout } from '@calmly/contract';
import type { DecimalSign } from './columns/read-amount.ts';
import type { Refusal } from './refusal.ts';
import type { Encoding } from './text/encoding.ts';

/** A cell that cannot be taken as it is. */
export interface CellFault {
  readonly column: number;
  /**
   * `number_lost_digits`: the spreadsheet keeps 15 digits of a number, and this one had more, or shows only its exponent.
   * `spreadsheet_error`: `#N/A` and the like. `amount_in_source_currency`: the amount is in the payer's currency, not the payee's.
   */
  readonly code: 'number_lost_digits' | 'spreadsheet_error' | 'amount_in_source_currency';
}

/** The header of a pain.001, unchanged. */
export interface OriginalMessage {
  /** `pain.001.001.09`. */
  readonly name: string;
  readonly messageId: string | null;
  readonly createdAt: string | null;
  readonly transactions: string | null;
  readonly controlSum: string | null;
}

/** The ids of one of its transactions and of the enclosing PmtInf. */
export interface OriginalIds {
  readonly payment: string | null;
  readonly instruction: string | null;
  readonly endToEnd: string | null;
}

/** What a file says of a row that the payment does not carry, or leaves out. `details`: in the file's own words. */
export interface ReadWarning {
  readonly code: 'not_instant' | 'missing_in_file' | 'not_sent' | 'not_urgent';
  readonly details?: string | undefined;
}

export type ReadWarnings = Readonly<Partial<Record<PayoutField, readonly ReadWarning[]>>>;

export interface PayoutRow {
  /** As a person counts: the line of a text file, the row of a spreadsheet, the n-th transaction of a pain.001. */
  readonly line: number;
  /** As many as the row has; trailing empty ones may be missing. */
  readonly cells: readonly string[];
  /** Columns in which a spreadsheet holds a number: its decimal sign is a point, whatever the column's is. */
  readonly numbers?: readonly number[];
  readonly faults?: readonly CellFault[];
  /** Of a pain.001. */
  readonly original?: OriginalIds;
  /** What a pain.001 says and a payment does not carry, or leaves out. */
  readonly warnings?: ReadWarnings;
}

/** What the file is, sent before its first row. */
export interface FileDescription {
  readonly kind: 'csv' | 'xlsx' | 'pain001' | '1c';
  readonly bytes: number;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly sha256: string;
  /** Of a text file. */
  readonly encoding: Encoding | null;
  readonly delimiter: string | null;
  /** In the amounts of the first rows; null where they do not say. `FileEnd` has the decision over all rows. */
  readonly decimalSign: DecimalSign | null;
  readonly header: { readonly line: number; readonly cells: readonly string[] } | null;
  /** The most cells of a row among the first ones. */
  readonly columns: number;
  readonly sheets: readonly Sheet[];
  /** The sheet that is read. */
  readonly sheet: string | null;
  /** From which year the file counts days. */
  readonly dateSystem: 1900 | 1904;
  /** Of a pain.001: such as `pain.001.001.09`. */
  readonly message: string | null;
  readonly original: OriginalMessage | null;
  readonly layout: PayoutLayout | null;
  /** The field of each column; null where none is recognised. Several columns may be `account`: the first that is filled counts. */
  readonly mapping: ReadonlyArray<PayoutField | null>;
  /** Every heading names its field exactly. */
  readonly isExact: boolean;
  /** Headings of a known layout that we understand and do not need. */
  readonly ignored: readonly string[];
}

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** What is known when all rows were read. */
export interface FileEnd {
  readonly rows: number;
  /** Rows that the spreadsheet hides; they are among the rows. */
  readonly hiddenRows: number;
  /** Payments marked as salaries (`SALA`). */
  readonly salaryRows: number;
  /** Documents of a 1C file that are not payment orders, and are left out. */
  readonly otherDocuments: number;
  readonly columns: number;
  /** By column, over all rows; null: no number says which, or they contradict each other. */
  readonly decimalSigns: ReadonlyArray<DecimalSign | null>;
}

export interface Progress {
  readonly bytesRead: number;
  readonly bytes: number;
}

/** In this order: progress at any time, one description, rows in several parts, and the end or a refusal. */
export type FileEvent =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'description'; readonly description: FileDescription }
  | { readonly kind: 'rows'; readonly rows: readonly PayoutRow[]; readonly progress: Progress }
  | { readonly kind: 'end'; readonly end: FileEnd }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface ReadOptions {
  /** Instead of what the file looks like. */
  readonly encoding?: Encoding;
  readonly delimiter?: string;
  /** Whether the first row is a header. */
  readonly headerRow?: boolean;
  /** Instead of the first visible one. */
  readonly sheet?: string;
}
