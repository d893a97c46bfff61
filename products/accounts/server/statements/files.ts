/**
 * Statements as files: one of an account, or a ZIP with those of all accounts. Errors: `invalid_request` for a format that cannot carry the currency.
 */
import { fitsFormat, type StatementFormat } from '@calmly/contract';
import { type ZipFile, zipOf } from '@calmly/platform/files/zip.ts';
import type { Download } from '@calmly/platform/http/answer.ts';
import { badFields } from '@calmly/platform/problem.ts';
import type { Locale, Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import type { Bank } from '../accounts/index.ts';
import type { Documents } from '../documents/index.ts';
import type { StatedAccount } from './accounts.ts';
import { camt053Of } from './formats/camt053.ts';
import { mt940Of } from './formats/mt940.ts';
import { pdfOf } from './formats/pdf.ts';
import { sheetOf } from './formats/sheet.ts';
import { addressOf } from './holder.ts';
import { type PeriodInput, periodOf } from './period.ts';
import { openSource } from './read.ts';
import type { StatementSource } from './source.ts';
import { statementTexts } from './texts.ts';

const kinds: Readonly<Record<StatementFormat, { readonly ending: string; readonly mediaType: string }>> = {
  pdf: { ending: 'pdf', mediaType: 'application/pdf' },
  csv: { ending: 'csv', mediaType: 'text/csv; charset=utf-8' },
  xlsx: {
    ending: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  camt053: { ending: 'xml', mediaType: 'application/xml; charset=utf-8' },
  mt940: { ending: 'sta', mediaType: 'text/plain; charset=us-ascii' },
};
/** MT940 is sent as US-ASCII, camt.053 as UTF-8 (ISO 20022). */
export const mediaTypeOf = (format: StatementFormat): string => kinds[format].mediaType;

const compressed: readonly StatementFormat[] = ['pdf', 'xlsx'];

/** Dependencies for making files. */
export interface FileTools {
  readonly bank: Bank;
  readonly documents: Pick<Documents, 'issue'>;
  readonly inBackground?: boolean;
  /** Observes the lines as they are written. */
  readonly follow?: (source: StatementSource) => StatementSource;
}

interface FileOrder extends PeriodInput {
  readonly format: StatementFormat;
  readonly locale: Locale;
}

/** Errors: `invalid_request` (`format_decimals`), and those of `periodOf`. The content is read while it is sent; only a PDF is recorded as issued. */
export async function statementFile(
  work: Work,
  tools: FileTools,
  account: StatedAccount,
  { format, locale, ...period }: FileOrder,
): Promise<Download> {
  if (!fitsFormat(format, account.currency)) throw badFields({ field: 'format', code: 'format_decimals' });
  const source = await openSource(work, account, period);
  return {
    fileName: nameOf(account, period, { format, locale }),
    mediaType: kinds[format].mediaType,
    content: await contentOf(work, tools, source, { format, locale }),
  };
}

/** Each statement is begun after the previous one has been sent. */
export function statementArchive(
  work: Work,
  tools: FileTools,
  accounts: readonly StatedAccount[],
  order: FileOrder,
): Download {
  const { from, to, locale, format } = order;
  const { ends } = periodOf(order, work.now);
  const stated = accounts.filter(
    ({ currency, createdAt }) => fitsFormat(format, currency) && createdAt < ends,
  );
  return {
    fileName: `${statementTexts[locale].archiveName}-${from}-${to}.zip`,
    content: zipOf(filesOf(work, tools, stated, order)),
  };
}

async function* filesOf(
  work: Work,
  tools: FileTools,
  accounts: readonly StatedAccount[],
  { format, locale, ...period }: FileOrder,
): AsyncGenerator<ZipFile> {
  for (const account of accounts) {
    const source = await openSource(work, account, period);
    // Closed before the period.
    if (account.isClosed && source.count === 0 && source.openingMinor === 0n) continue;
    yield {
      path: nameOf(account, period, { format, locale }),
      content: await contentOf(work, tools, source, { format, locale }),
      isCompressed: compressed.includes(format),
    };
  }
}

/** Letters, digits and hyphens only; never contains the client's own text. */
const nameOf = (
  { iban, number }: StatedAccount,
  { from, to }: PeriodInput,
  { format, locale }: Pick<FileOrder, 'format' | 'locale'>,
): string => `${statementTexts[locale].fileName}-${iban ?? number}-${from}-${to}.${kinds[format].ending}`;

async function contentOf(
  work: Work,
  { bank, documents, inBackground, follow = (source) => source }: FileTools,
  opened: StatementSource,
  { format, locale }: Pick<FileOrder, 'format' | 'locale'>,
): Promise<AsyncGenerator<Uint8Array, void, undefined>> {
  const source = follow(opened);
  switch (format) {
    case 'csv':
    case 'xlsx':
      return sheetOf(source, format, locale);
    case 'camt053':
      return camt053Of(source, bank, work.now);
    case 'mt940':
      return mt940Of(source);
    case 'pdf': {
      const { clientId } = requireClientActor(work);
      const address = await addressOf(work);
      return documents.issue.stream(work, { clientId, kind: 'STATEMENT', locale }, (mark) =>
        pdfOf(clientId, { source, issuer: bank, address, locale, now: work.now, mark, inBackground }),
      );
    }
  }
}
