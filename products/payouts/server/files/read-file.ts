/**
 * Reads a file of bulk payments from its path: its format, rows and totals, or the reason for refusing it. Runs in the process of `reader-worker.ts`,
 * which limits memory and time.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { PayoutField, PayoutLayout } from '@calmly/contract';
import { XmlRefused } from '@calmly/platform/files/xml.ts';
import { faultFinderOf } from './columns/layouts.ts';
import { guessTable } from './columns/mapping.ts';
import { formatOfBytes, isText } from './file-format.ts';
import { pain001Mapping, readPain001 } from './pain001/pain001.ts';
import type { FileEvent, ReadOptions } from './payout-file.ts';
import { FileRefused, fileLimits } from './refusal.ts';
import { readSheet } from './spreadsheets/sheet.ts';
import { openWorkbook } from './spreadsheets/workbook.ts';
import { type TableDescription, type TableRow, type TableSource, tableEvents } from './table.ts';
import { clientBankEncoding, clientBankMapping, isClientBank, readClientBank } from './text/client-bank.ts';
import { csvRows, declaredDelimiter, guessDelimiter } from './text/csv.ts';
import { createEncodingGuesser, type Encoding } from './text/encoding.ts';

export interface ReadOrder {
  readonly path: string;
  readonly options: ReadOptions;
}

/** The last event is `end` or `refused`. */
export async function* readFile({ path, options }: ReadOrder): AsyncGenerator<FileEvent, void, undefined> {
  try {
    yield* readOrRefuse(path, options);
  } catch (error) {
    if (error instanceof FileRefused) yield { kind: 'refused', refusal: error.refusal };
    else if (error instanceof XmlRefused)
      yield {
        kind: 'refused',
        refusal: { code: 'xml', fault: error.fault, detail: error.message.slice(0, 200) },
      };
    else throw error;
  }
}

const headBytes = 65_536;

/** The result of one scan of all bytes. */
interface Survey {
  readonly bytes: number;
  readonly sha256: string;
  readonly head: Uint8Array;
  /** Null: not text. */
  readonly encoding: Encoding | null;
  /** Whether it is an old Microsoft container with an encrypted package. */
  readonly isEncrypted: boolean;
}

async function* readOrRefuse(path: string, options: ReadOptions): AsyncGenerator<FileEvent, void, undefined> {
  const { size } = await stat(path);
  if (size === 0) throw new FileRefused({ code: 'empty' });
  if (size > fileLimits.bytes)
    throw new FileRefused({ code: 'too_large', bytes: size, most: fileLimits.bytes });
  const survey = await surveyOf(path);
  // If the client names the separator it is a table, which may begin with < or %PDF.
  const format = options.delimiter === undefined ? formatOfBytes(survey.head) : 'text';
  switch (format) {
    case 'zip':
      return yield* spreadsheetEvents(path, survey, options);
    case 'ole':
      throw new FileRefused(
        survey.isEncrypted ? { code: 'encrypted' } : { code: 'old_spreadsheet', format: 'xls' },
      );
    case 'xml':
      if (isWebPage(survey.head)) throw new FileRefused({ code: 'unknown_format', found: 'xml' });
      return yield* tableEvents(pain001Source(path, survey));
    case 'pdf':
    case 'image':
      throw new FileRefused({ code: 'unknown_format', found: format });
    default:
      return yield* tableEvents(textSource(path, survey, options));
  }
}

/** Some programs name a web page `.xls`, and sometimes a sign-in page is saved instead of the file. */
const isWebPage = (head: Uint8Array): boolean =>
  /^\s*<(!doctype html|html)\b/i.test(new TextDecoder().decode(head.subarray(0, 200)));

async function surveyOf(path: string): Promise<Survey> {
  const hash = createHash('sha256');
  const guesser = createEncodingGuesser();
  const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');
  let head: Uint8Array = new Uint8Array();
  let bytes = 0;
  let isEncrypted = false;
  for await (const chunk of createReadStream(path, { highWaterMark: headBytes })) {
    const piece = chunk as Buffer;
    if (bytes === 0) head = Uint8Array.from(piece);
    bytes += piece.length;
    hash.update(piece);
    guesser.write(piece);
    isEncrypted ||= piece.includes(encryptedPackage);
  }
  return { bytes, sha256: hash.digest('hex'), head, encoding: guesser.end(), isEncrypted };
}

/** The bytes of a file, counted. */
function createBytes(path: string, bytes: number) {
  let bytesRead = 0;
  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of createReadStream(path, { highWaterMark: headBytes })) {
      bytesRead += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  return { read, progress: () => ({ bytesRead, bytes }) };
}

const fileOf = ({ bytes, sha256 }: Survey) => ({
  bytes,
  sha256,
  encoding: null,
  delimiter: null,
  sheets: [],
  sheet: null,
  dateSystem: 1900 as const,
  message: null,
  original: null,
});

function textSource(path: string, survey: Survey, options: ReadOptions): TableSource {
  const guessed = options.encoding ?? survey.encoding;
  if (guessed === null) throw new FileRefused({ code: 'not_readable_as_text', encoding: null });
  const isBank = isClientBank(new TextDecoder(guessed).decode(survey.head.subarray(0, 100)));
  const encoding = options.encoding ?? (isBank ? clientBankEncoding(survey.head, guessed) : guessed);
  const head = new TextDecoder(encoding).decode(survey.head, { stream: true });
  if (options.encoding === undefined && !isText(head))
    throw new FileRefused({ code: 'not_readable_as_text', encoding: null });
  const { read, progress } = createBytes(path, survey.bytes);
  const file = { ...fileOf(survey), encoding };
  if (isBank) {
    const bank = readClientBank(decoded(read(), encoding));
    return {
      rows: bank.rows,
      file: { ...file, kind: '1c' },
      describe: () => known('1c_client_bank', clientBankMapping),
      progress,
      counts: () => ({ otherDocuments: bank.otherDocuments() }),
    };
  }
  const declared = declaredDelimiter(head);
  const skipped = declared?.length ?? 0;
  const delimiter = options.delimiter ?? declared?.delimiter ?? guessDelimiter(head.slice(skipped));
  return {
    rows: csvRows(decoded(read(), encoding, skipped), delimiter, declared ? 2 : 1),
    file: { ...file, kind: 'csv', delimiter },
    describe: (sample) => described(sample, options),
    progress,
  };
}

/** The decoded text, without its first characters. */
async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  skipped = 0,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new FileRefused({ code: 'not_readable_as_text', encoding });
    }
  };
  let isFirst = true;
  for await (const chunk of chunks) {
    const text = decode(chunk);
    yield isFirst ? text.slice(skipped) : text;
    isFirst = false;
  }
  yield decode();
}

function pain001Source(path: string, survey: Survey): TableSource {
  const { read, progress } = createBytes(path, survey.bytes);
  const pain001 = readPain001(read());
  const file = fileOf(survey);
  return {
    rows: pain001.rows,
    file: {
      ...file,
      kind: 'pain001',
      get message() {
        return pain001.message();
      },
      get original() {
        return pain001.original();
      },
    },
    describe: () => known('pain001', pain001Mapping),
    progress,
    counts: () => ({ salaryRows: pain001.salaryRows() }),
  };
}

async function* spreadsheetEvents(
  path: string,
  survey: Survey,
  options: ReadOptions,
): AsyncGenerator<FileEvent, void, undefined> {
  const workbook = await openWorkbook(path, options.sheet);
  try {
    const { rows, share } = readSheet(workbook);
    const { sheets, sheet, dateSystem } = workbook;
    yield* tableEvents({
      rows,
      file: { ...fileOf(survey), kind: 'xlsx', sheets, sheet: sheet.name, dateSystem },
      describe: (sample) => described(sample, options),
      progress: () => ({ bytesRead: Math.round(share() * survey.bytes), bytes: survey.bytes }),
    });
  } finally {
    workbook.archive.close();
  }
}

/** Longer cells do not tell more about a column. */
const mostGuessed = 200;

/** The description of a table whose columns have to be guessed. */
function described(sample: readonly TableRow[], { headerRow }: ReadOptions): TableDescription {
  const { headerAt, ...guess } = guessTable(
    sample.map(({ cells }) => cells.map((cell) => cell.slice(0, mostGuessed))),
    headerRow,
  );
  const header = headerAt === undefined ? undefined : sample[headerAt];
  return {
    ...guess,
    header: header ? { line: header.line, cells: header.cells } : null,
    firstRow: headerAt === undefined ? 0 : headerAt + 1,
    faultsOf: faultFinderOf(guess.layout, header?.cells ?? []),
  };
}

/** … whose columns are defined by a format. */
const known = (layout: PayoutLayout, mapping: readonly PayoutField[]): TableDescription => ({
  header: null,
  columns: mapping.length,
  layout,
  mapping,
  isExact: true,
  ignored: [],
  decimalSign: '.',
  firstRow: 0,
  faultsOf: undefined,
});
