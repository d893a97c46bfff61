/**
 * Why a whole file is refused: a code for which the portal has a sentence, and its parameters. Faults of single cells are not among them, because
 * rows are checked later.
 */
import type { XmlFault } from '@calmly/platform/files/xml.ts';

export const fileLimits = {
  bytes: 50_000_000,
  rows: 100_000,
  columns: 200,
  /** Characters of a cell. */
  cell: 10_000,
  heapMb: 40,
  /** Working time, without waiting for the consumer. */
  ms: 60_000,
} as const;

export type Refusal =
  | { readonly code: 'too_large'; readonly bytes: number; readonly most: number }
  | { readonly code: 'too_many_rows'; readonly most: number }
  | { readonly code: 'too_many_columns'; readonly line: number; readonly most: number }
  | { readonly code: 'cell_too_long'; readonly line: number; readonly most: number }
  | { readonly code: 'empty' }
  /** Neither text nor a known format; `found` names the format if it is recognised. */
  | { readonly code: 'unknown_format'; readonly found: 'pdf' | 'image' | 'zip' | 'xml' | 'other' }
  | { readonly code: 'old_spreadsheet'; readonly format: 'xls' | 'xlsb' | 'ods' }
  | { readonly code: 'not_readable_as_text'; readonly encoding: string | null }
  /** A quotation mark that opens a cell at this line is never closed. */
  | { readonly code: 'unclosed_quote'; readonly line: number }
  | { readonly code: 'formula'; readonly cell: string }
  | { readonly code: 'macros' }
  | { readonly code: 'external_links' }
  | { readonly code: 'encrypted' }
  | { readonly code: 'no_such_sheet'; readonly sheet: string }
  /** Half a million formatted but empty cells, or as many blank lines. */
  | { readonly code: 'too_many_empty_cells' }
  | { readonly code: 'zip_bomb'; readonly sign: 'ratio' | 'size' | 'entries' | 'overlap' | 'declared_size' }
  | { readonly code: 'damaged'; readonly part: string | null }
  | { readonly code: 'xml'; readonly fault: XmlFault; readonly detail: string }
  | { readonly code: 'wrong_pain_version'; readonly found: string }
  | { readonly code: 'missing_element'; readonly path: string }
  | { readonly code: 'wrong_order'; readonly path: string }
  | { readonly code: 'equivalent_amount'; readonly transaction: number }
  /** An id that a status report could not repeat. */
  | { readonly code: 'id_too_long'; readonly path: string; readonly most: number }
  | { readonly code: 'payment_method'; readonly found: string }
  /** `group`: the PmtInfId, or null for the whole file. */
  | {
      readonly code: 'number_of_transactions' | 'control_sum';
      readonly group: string | null;
      readonly declared: string;
      readonly found: string;
    }
  | { readonly code: 'took_too_long' | 'took_too_much_memory' };

/** Thrown when reading ends with a refusal. */
export class FileRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}
