/**
 * A long table as a PDF: a first page with facts, rows on as many pages as needed, sums at the end. Pages are written as rows arrive, so memory does
 * not grow with their number. Made in a worker thread (`pdf-table-worker.ts`); the caller provides the texts.
 */
import { TaskStopped, workerStream } from '../jobs/worker-task.ts';
import { Problem } from '../problem.ts';
import type { PdfMark } from './pdf-mark.ts';

export interface PdfColumn {
  readonly heading: string;
  /** Points; the sum is at most `tableWidth`. */
  readonly width: number;
  readonly align?: 'right';
}

/** Between the margins of A4, in points. */
export const tableWidth = 595.28 - 2 * 40;

/** A cell: its first line, and up to two smaller ones. Long lines are truncated with an ellipsis. */
export type PdfCell = string | readonly [string, ...string[]];

export interface PdfTable {
  readonly title: string;
  readonly subtitle: string;
  readonly createdAt: Date;
  /** Label and lines, in two columns under the title. */
  readonly facts: ReadonlyArray<readonly [label: string, lines: readonly string[]]>;
  /** A paragraph under the facts. */
  readonly lead?: string;
  /** Large figures under the facts: label and amount. */
  readonly figures: ReadonlyArray<readonly [label: string, text: string]>;
  readonly columns: readonly PdfColumn[];
  /** Shown if there are no rows. */
  readonly empty: string;
  /** The row after the last one: cells by column; empty for a table without sums. */
  readonly closing: readonly PdfCell[];
  /** A paragraph under the table. */
  readonly note?: string;
  /** Bottom left. */
  readonly footer: string;
  /** At the bottom: with a QR code on the first page, as a code on the others. */
  readonly mark: PdfMark;
  /** Text before the page number. */
  readonly page: string;
}

/**
 * Cells by column, a section's title with a smaller line below it, or a section's sums. A section starts on a new page if `rows` of its rows would
 * not fit below the title.
 */
export type PdfRow =
  | readonly PdfCell[]
  | { readonly heading: string; readonly aside?: string; readonly rows?: number }
  | { readonly sums: readonly PdfCell[] };

export type PdfRows = readonly PdfRow[];

const worker = { file: new URL('./pdf-table-worker.ts', import.meta.url), limitMs: 60_000, youngMb: 8 };
const render = workerStream<PdfTable, Uint8Array, PdfRows>(worker);
/** Runs at most two prepared files and one official statement at a time. */
const renderInBackground = workerStream<PdfTable, Uint8Array, PdfRows>({ ...worker, background: 3 });

/** The PDF's bytes, for this client. In the background it may take longer than a minute. Errors: `overloaded`. */
export async function* renderTable(
  clientId: string,
  table: PdfTable,
  rows: AsyncIterable<PdfRows>,
  { inBackground = false }: { readonly inBackground?: boolean | undefined } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* (inBackground ? renderInBackground : render)(clientId, table, rows);
  } catch (error) {
    throw error instanceof TaskStopped
      ? new Problem('overloaded', { retryAfterSeconds: 2, cause: error })
      : error;
  }
}
