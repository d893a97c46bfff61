/**
 * A long table as a PDF: a first page with facts, rows on as many pages as they need, sums at the end. Pages are written as rows come, so memory
 * does not grow with their number. It is made in a worker thread (`pdf-table-worker.ts`); the texts are the caller's.
 */
import { TaskStopped, workerStream } from '../jobs/worker-task.ts';
import { Problem } from '../problem.ts';
import type { PdfMark } from './pdf-mark.ts';

export interface PdfColumn {
  readonly heading: string;
  /** Points; together at most `tableWidth`. */
  readonly width: number;
  readonly align?: 'right';
}

/** Between the margins of A4, in points. */
export const tableWidth = 595.28 - 2 * 40;

/** A cell: its first line, and perhaps two more, smaller. Too long ones are cut off with an ellipsis. */
export type PdfCell = string | readonly [string, ...string[]];

export interface PdfTable {
  readonly title: string;
  readonly subtitle: string;
  readonly createdAt: Date;
  /** Label and lines, in two columns under the title. */
  readonly facts: ReadonlyArray<readonly [label: string, lines: readonly string[]]>;
  /** A paragraph under the facts, on as many lines as it needs. */
  readonly lead?: string;
  /** Large figures under the facts: label and amount. */
  readonly figures: ReadonlyArray<readonly [label: string, text: string]>;
  readonly columns: readonly PdfColumn[];
  /** In place of rows, where there are none. */
  readonly empty: string;
  /** After the last row: cells by column; none for a table without sums. */
  readonly closing: readonly PdfCell[];
  /** A paragraph under the table. */
  readonly note?: string;
  /** At the foot, at the left. */
  readonly footer: string;
  /** At the foot of the first page with its QR code, and of the others as a code. */
  readonly mark: PdfMark;
  /** Before the number of the page. */
  readonly page: string;
}

/**
 * Cells by column, the title of a section with a smaller line below it, or the sums of a section. A section is not begun at the foot of a page
 * where `rows` of its rows would not follow.
 */
export type PdfRow =
  | readonly PdfCell[]
  | { readonly heading: string; readonly aside?: string; readonly rows?: number }
  | { readonly sums: readonly PdfCell[] };

export type PdfRows = readonly PdfRow[];

const worker = { file: new URL('./pdf-table-worker.ts', import.meta.url), limitMs: 60_000, youngMb: 8 };
const render = workerStream<PdfTable, Uint8Array, PdfRows>(worker);
/** Two files that are prepared, and an official statement. */
const renderInBackground = workerStream<PdfTable, Uint8Array, PdfRows>({ ...worker, background: 3 });

/** The bytes of the PDF, for this client. In the background it may take longer than a minute. Errors: `overloaded`. */
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
