/**
 * The bank's PDFs: one A4 page with logo, title, facts and footer, filled by the modules. A page is rendered in a worker thread
 * (`pdf-page-worker.ts`), because the library is the heaviest dependency and blocks its thread for a tenth of a second.
 */
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { TaskStopped, workerTask } from '../jobs/worker-task.ts';
import { Problem } from '../problem.ts';
import { colours } from './pdf-colours.ts';
import type { PdfMark } from './pdf-mark.ts';

/** Width between the margins of A4, in points. */
export const contentWidth = 595.28 - 2 * 56;

export interface PdfPage {
  readonly title: string;
  /** Under the title: a number. */
  readonly subtitle: string;
  readonly createdAt: Date;
  /** Data only: functions cannot be sent to another thread. */
  readonly content: Content[];
  /** Bottom left. */
  readonly footer: string;
  /** At the bottom of each page. */
  readonly mark: PdfMark;
}

const render = workerTask<PdfPage, Uint8Array>({
  file: new URL('./pdf-page-worker.ts', import.meta.url),
  limitMs: 8_000,
});

/** The page as a PDF, for this client. */
export async function renderPage(clientId: string, page: PdfPage): Promise<Uint8Array> {
  try {
    return await render(clientId, page);
  } catch (error) {
    throw error instanceof TaskStopped
      ? new Problem('overloaded', { retryAfterSeconds: 2, cause: error })
      : error;
  }
}

/** A hairline with this much room above and below. */
export const rule = (space: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth: 0.75, lineColor: colours.line }],
  margin: [0, space, 0, space],
});

/** A label and its lines, the first one in bold. */
export type Fact = readonly [label: string, lines: readonly string[]];

/** Label and value, line by line. */
export const factTable = (facts: readonly Fact[]): Content => ({
  table: { widths: [150, '*'], body: facts.map(factRow) },
  layout: 'facts',
});

function factRow([label, [first = '', ...rest]]: Fact): TableCell[] {
  return [
    { text: label, color: colours.muted },
    { stack: [{ text: first, bold: true }, ...rest.map((text) => ({ text, color: colours.muted }))] },
  ];
}
