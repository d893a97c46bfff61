/**
 * Events emitted by every reader of bulk-payout files, whatever the format. Cells keep the file's own text; amounts, accounts and countries are
 * checked later, row by row. Source: server page section 9.
 */
import type { PayoutField, PayoutLayout } from '@calmly/contract';
import type { DecimalSign } from './columns/read-amount.ts';
import type { Refusal } from './refusal.ts';
import type { Encoding } from './text/encoding.ts';

/** A cell that cannot be used unchanged. */
export interface CellFault {
  readonly column: number;
  /**
   * `number_lost_digits`: a spreadsheet keeps 15 digits of a number, and this one had more, or shows only its exponent. `spreadsheet_error`: `#N/A`
   * and the like. `amount_in_source_currency`: the amount is in the payer's currency, not the payee's.
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

/** Parts of a row that the payment does not carry, or that are missing. `details`: in the file's own words. */
export interface ReadWarning {
  readonly code: 'not_instant' | 'missing_in_file' | 'not_sent' | 'not_urgent';
  readonly details?: string | undefined;
}

export type ReadWarnings = Readonly<Partial<Record<PayoutField, readonly ReadWarning[]>>>;

export interface PayoutRow {
  /** As people count: the line of a text file, the row of a spreadsheet, the n-th transaction of a pain.001. */
  readonly line: number;
  /** Trailing empty cells may be missing. */
  readonly cells: readonly string[];
  /** Columns with numbers of a spreadsheet, whose decimal sign is a point, whatever the column's is. */
  readonly numbers?: readonly number[];
  readonly faults?: readonly CellFault[];
  /** For a pain.001. */
  readonly original?: OriginalIds;
  /** Parts of a pain.001 that a payment does not carry, or that are missing. */
  readonly warnings?: ReadWarnings;
}

/** The description of the file, sent before its first row. */
export interface FileDescription {
  readonly kind: 'csv' | 'xlsx' | 'pain001' | '1c';
  readonly bytes: number;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly sha256: string;
  /** For a text file. */
  readonly encoding: Encoding | null;
  readonly delimiter: string | null;
  /** The decimal sign in the first rows' amounts; null if they do not tell. `FileEnd` has the decision over all rows. */
  readonly decimalSign: DecimalSign | null;
  readonly header: { readonly line: number; readonly cells: readonly string[] } | null;
  /** The largest number of cells among the first rows. */
  readonly columns: number;
  readonly sheets: readonly Sheet[];
  /** The sheet that is read. */
  readonly sheet: string | null;
  /** The base year of the file's dates. */
  readonly dateSystem: 1900 | 1904;
  /** For a pain.001: such as `pain.001.001.09`. */
  readonly message: string | null;
  readonly original: OriginalMessage | null;
  readonly layout: PayoutLayout | null;
  /** The field of each column; null if none is recognised. Several columns may be `account`: the first filled one counts. */
  readonly mapping: ReadonlyArray<PayoutField | null>;
  /** Whether every heading names its field exactly. */
  readonly isExact: boolean;
  /** Known headings of a layout that we do not need. */
  readonly ignored: readonly string[];
}

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** Facts known after all rows were read. */
export interface FileEnd {
  readonly rows: number;
  /** Hidden rows of a spreadsheet, which are included. */
  readonly hiddenRows: number;
  /** Payments marked as salaries (`SALA`). */
  readonly salaryRows: number;
  /** Documents of a 1C file that are not payment orders, and are omitted. */
  readonly otherDocuments: number;
  readonly columns: number;
  /** By column, over all rows; null: the numbers do not tell, or contradict each other. */
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
  /** Overrides the detected encoding. */
  readonly encoding?: Encoding;
  readonly delimiter?: string;
  /** Whether the first row is a header. */
  readonly headerRow?: boolean;
  /** Overrides the first visible one. */
  readonly sheet?: string;
}
