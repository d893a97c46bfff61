/**
 * The job that reads a payout's file and checks its rows.
 * It may be interrupted at any time and then starts again. Each run has a number: it first deletes the rows of earlier runs, and each of its
 * transactions locks the payout and stops if another run has begun, so that no row is duplicated. Rows are checked while the next ones are read. The
 * decimal sign of the amounts is certain only at the end; if the beginning of the file suggested another one, the rows are checked again.
 */
import type { PayoutField, PayoutFile } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import { createRowMaker } from '../cells.ts';
import { checkRows } from '../check/check-rows.ts';
import { type PayoutFacts, readPayoutFacts } from '../check/facts.ts';
import { findMapping } from '../file-store.ts';
import { currencyOf } from '../files/columns/heading-names.ts';
import type { DecimalSign } from '../files/columns/read-amount.ts';
import type {
  FileDescription,
  FileEnd,
  FileEvent,
  OriginalMessage,
  PayoutRow,
} from '../files/payout-file.ts';
import { ReadingCut, readPayoutFile } from '../files/read-payout-file.ts';
import type { Refusal } from '../files/refusal.ts';
import type { CheckedRow } from '../row.ts';
import { readRows } from '../row-store.ts';
import type { FileOptions, StoredPayout } from '../store.ts';
import { headingsKey } from './headings.ts';
import { onDisk } from './on-disk.ts';
import { beginRun, type Run, Superseded } from './run.ts';

export interface ReadTools {
  readonly database: Database;
  readonly bank: Bank;
}

/**
 * Opens its own transactions. Does nothing if the payout is not READING. A file that cannot be read makes the payout UNREADABLE, which is not an
 * error of the job.
 */
export async function readPayout(
  work: Work,
  tools: ReadTools,
  payoutId: string,
  isAgain = false,
): Promise<void> {
  const run = await beginRun(work, tools.database, payoutId);
  if (!run) return;
  try {
    await onDisk(work.sql, run.payout.uploadId ?? '', (path) =>
      readFile(work, { ...tools, isAgain }, run, path),
    );
  } catch (error) {
    if (error instanceof ReadingCut) return readPayout(work, tools, payoutId, true);
    if (!(error instanceof Superseded)) throw error;
  }
}

/** The mapped rows of a table. */
interface Table {
  readonly columns: ReadonlyArray<PayoutField | null>;
  readonly makeRow: ReturnType<typeof createRowMaker>;
  /** The fields of its rows. */
  readonly fields: readonly PayoutField[];
  /** As suggested by the beginning of the file. */
  readonly sign: DecimalSign | null;
}

interface FileTools extends Pick<ReadTools, 'bank'> {
  /** The reading was interrupted before. */
  readonly isAgain: boolean;
}

async function readFile(work: Work, tools: FileTools, first: Run, path: string): Promise<void> {
  for (let run = first; ; ) {
    const options = await readOnce(work, tools, run, path);
    if (!options) return;
    run = { ...run, payout: { ...run.payout, options } };
  }
}

/** Returns the options for reading the file again from its beginning; undefined when it is done. */
async function readOnce(
  work: Work,
  { bank, isAgain }: FileTools,
  run: Run,
  path: string,
): Promise<FileOptions | undefined> {
  const { payout } = run;
  const { headerRow, encoding, delimiter, sheet } = payout.options;
  const facts = await readPayoutFacts(work, bank, payout, { withNames: false });
  const given = {
    ...(headerRow !== undefined && { headerRow }),
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(sheet && { sheet }),
  };
  const events = readPayoutFile(payout.clientId, path, given, isAgain);
  let description: FileDescription | undefined;
  let table: Table | undefined;
  let preview: readonly PayoutRow[] | undefined;
  let position = 0;
  let writing: Promise<void> = Promise.resolve();
  for await (const event of ahead(events)) {
    switch (event.kind) {
      case 'progress':
        break;
      case 'refused':
        await writing;
        await run.refuse(refusalOf(event.refusal));
        return undefined;
      case 'description':
        description = event.description;
        table = tableOf(payout, description);
        break;
      case 'rows': {
        if (!description) throw new Error('rows came before their description');
        preview ??= event.rows.slice(0, previewRows);
        if (!table) {
          const options = await rememberedOptions(work, payout.clientId, description, preview);
          // Only the client may have said that the first row is a header, so the file is read from its beginning.
          if (!options) await run.askForMapping(fileOf(description, description.mapping, preview));
          return options;
        }
        const { makeRow, sign } = table;
        const placed = event.rows.map((row) => makeRow(row, ++position));
        const checked = await checkRows(work, facts, sign, placed);
        const { bytesRead: done, bytes: of } = event.progress;
        await writing;
        writing = run.write(checked, { step: 'reading', done, of });
        writing.catch(() => undefined);
        break;
      }
      default: {
        await writing;
        if (!description || !table) throw new Error('a file ended before it began');
        const sign = signOf(payout, description, table, event.end);
        if (sign !== table.sign) await checkAgain(work, facts, run, sign, event.end.rows);
        await run.finish({
          file: {
            ...fileOf(description, table.columns, preview ?? []),
            decimalSign: sign,
            hiddenRows: event.end.hiddenRows,
          },
          columns: table.fields,
          decimalSign: sign,
          original: storableMessage(description.original),
        });
      }
    }
  }
  return undefined;
}

/** Reads the next event while this one is processed. */
async function* ahead(events: AsyncGenerator<FileEvent, void, undefined>): AsyncGenerator<FileEvent> {
  let next = events.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done || !value) return;
      next = events.next();
      // An error is reported when it is awaited, or no longer matters.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await events.return();
  }
}

const previewRows = 20;

/** The columns' fields: from the client, the format or the layout. */
function tableOf({ options }: StoredPayout, description: FileDescription): Table | undefined {
  const { layout, mapping, isExact, decimalSign } = description;
  const table = (columns: Table['columns'], sign: DecimalSign | null): Table => {
    const currency = currencyOfAmounts(columns, description);
    return {
      columns,
      makeRow: createRowMaker(columns, {
        currency,
        headings: description.header?.cells ?? [],
        dateSystem: description.dateSystem,
      }),
      fields: [...new Set([...columns, currency ? ('currency' as const) : null])].flatMap(
        (field) => field ?? [],
      ),
      sign,
    };
  };
  if (options.columns) return table(options.columns, options.decimalSign ?? decimalSign);
  return layout === null && !isExact ? undefined : table(mapping, decimalSign);
}

/** The currency in the heading of the amounts. */
function currencyOfAmounts(columns: Table['columns'], { header }: FileDescription): CurrencyCode | undefined {
  const heading = header?.cells[columns.indexOf('amount')];
  return heading === undefined ? undefined : currencyOf(heading);
}

/** The client's choices for an earlier file with these headings. */
async function rememberedOptions(
  { sql, now }: Work,
  clientId: string,
  { header }: FileDescription,
  [first]: readonly PayoutRow[],
): Promise<FileOptions | undefined> {
  const headings = header?.cells ?? first?.cells;
  const known = headings && (await findMapping(sql, clientId, headingsKey(headings), now));
  return known && { ...known, headerRow: true };
}

/** The decision over all rows, unless the client or the format made it. */
function signOf(
  { options }: StoredPayout,
  { kind, decimalSign }: FileDescription,
  table: Table,
  { decimalSigns }: FileEnd,
): DecimalSign | null {
  if (options.decimalSign) return options.decimalSign;
  if (kind === 'pain001' || kind === '1c') return decimalSign;
  const column = table.columns.indexOf('amount');
  return decimalSigns[column] ?? null;
}

const chunk = 2_000;

async function checkAgain(
  work: Work,
  facts: PayoutFacts,
  run: Run,
  sign: DecimalSign | null,
  of: number,
): Promise<void> {
  let done = 0;
  for (let from = 1; ; ) {
    const rows = await readRows(work.sql, run.payout.id, { from, limit: chunk });
    const last = rows.at(-1);
    if (!last) return;
    const checked: CheckedRow[] = await checkRows(work, facts, sign, rows);
    done += rows.length;
    await run.rewrite(checked, { step: 'checking', done, of });
    from = last.position + 1;
  }
}

const fileOf = (
  {
    kind,
    layout,
    encoding,
    delimiter,
    decimalSign,
    header,
    sheets,
    sheet,
    message,
    ignored,
  }: FileDescription,
  columns: Table['columns'],
  preview: readonly PayoutRow[],
): PayoutFile => ({
  kind,
  layout,
  encoding,
  delimiter,
  decimalSign,
  header: header?.cells.map(storable) ?? null,
  sheets: sheets.map(({ name }) => storable(name)),
  sheet: sheet && storable(sheet),
  message,
  columns: [...columns],
  ignored: ignored.map(storable),
  preview: preview.map(({ cells }) => cells.map((cell) => storable(cell).slice(0, longestPreview))),
  hiddenRows: 0,
});

const longestPreview = 200;

/** The database's JSON cannot hold U+0000 or half a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

const storableMessage = (message: OriginalMessage | null): OriginalMessage | null =>
  message && {
    name: message.name,
    messageId: message.messageId && storable(message.messageId),
    createdAt: message.createdAt && storable(message.createdAt),
    transactions: message.transactions && storable(message.transactions),
    controlSum: message.controlSum && storable(message.controlSum),
  };

const refusalOf = ({ code, ...params }: Refusal): NonNullable<StoredPayout['refusal']> => ({
  code,
  params: Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      value === null ? [] : [[name, storable(String(value))]],
    ),
  ),
});
