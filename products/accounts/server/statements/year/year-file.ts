/** The year overview as a file. The PDF carries a code and is recorded as issued. Errors: `overloaded`. */
import type { YearFormat } from '@calmly/contract';
import { type PdfRows, renderTable } from '@calmly/platform/files/pdf-table.ts';
import type { Download } from '@calmly/platform/http/answer.ts';
import type { Locale, Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { type FileTools, mediaTypeOf } from '../files.ts';
import { addressOf } from '../holder.ts';
import type { Year } from './year.ts';
import { yearRows, yearTable } from './year-pdf.ts';
import { yearSheet } from './year-sheet.ts';
import { yearTexts } from './year-texts.ts';

interface YearOrder {
  readonly format: YearFormat;
  readonly locale: Locale;
  readonly timeZone: string;
}

const rowsEach = 500;

/** CSV, XLSX and PDF. Only the PDF is recorded as issued, before its last bytes are sent. */
export async function yearFile(
  work: Work,
  tools: FileTools,
  year: Year,
  order: YearOrder,
): Promise<Download> {
  const { format, locale } = order;
  return {
    fileName: `${yearTexts[locale].fileName}-${year.year}.${format}`,
    mediaType: mediaTypeOf(format),
    content: format === 'pdf' ? await pdfOf(work, tools, year, order) : yearSheet(year, format, locale),
  };
}

async function pdfOf(
  work: Work,
  { bank, documents }: FileTools,
  year: Year,
  { locale, timeZone }: YearOrder,
): Promise<AsyncGenerator<Uint8Array, void, undefined>> {
  const { clientId, displayName } = requireClientActor(work);
  const holder = [displayName, ...(await addressOf(work))];
  return documents.issue.stream(work, { clientId, kind: 'YEAR', locale }, (mark) =>
    renderTable(
      clientId,
      yearTable({ year, holder, issuer: bank, locale, timeZone, now: work.now, mark }),
      batchesOf(year, locale),
    ),
  );
}

async function* batchesOf(year: Year, locale: Locale): AsyncGenerator<PdfRows> {
  const rows = [...yearRows(year, locale)];
  for (let start = 0; start < rows.length; start += rowsEach) yield rows.slice(start, start + rowsEach);
}
