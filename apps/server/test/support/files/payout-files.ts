/** Files of bulk payments for tests: written to a directory, read through the public function, and zips with any content. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  FileDescription,
  FileEnd,
  PayoutRow,
  ReadOptions,
} from '@calmly/products/payouts/server/files/payout-file.ts';
import { readPayoutFile } from '@calmly/products/payouts/server/files/read-payout-file.ts';
import type { Refusal } from '@calmly/products/payouts/server/files/refusal.ts';
import type { Encoding } from '@calmly/products/payouts/server/files/text/encoding.ts';
import { strToU8, type Zippable, zipSync } from 'fflate';

export interface ReadFile {
  readonly description: FileDescription | undefined;
  readonly rows: readonly PayoutRow[];
  readonly end: FileEnd | undefined;
  readonly refusal: Refusal | undefined;
}

export interface PayoutFiles {
  /** Writes the content to a file and reads it in the process for clients' files. */
  read(content: string | Uint8Array, options?: ReadOptions): Promise<ReadFile>;
  write(content: string | Uint8Array): Promise<string>;
  close(): Promise<void>;
}

export async function payoutFiles(): Promise<PayoutFiles> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-payouts-'));
  let count = 0;
  const write = async (content: string | Uint8Array) => {
    count += 1;
    const path = join(directory, String(count));
    await writeFile(path, content);
    return path;
  };
  return {
    write,
    read: async (content, options = {}) => readAll(await write(content), options),
    close: () => rm(directory, { recursive: true }),
  };
}

async function readAll(path: string, options: ReadOptions): Promise<ReadFile> {
  let description: FileDescription | undefined;
  let end: FileEnd | undefined;
  let refusal: Refusal | undefined;
  const rows: PayoutRow[] = [];
  for await (const event of readPayoutFile('a client', path, options)) {
    if (event.kind === 'description') description = event.description;
    if (event.kind === 'rows') rows.push(...event.rows);
    if (event.kind === 'end') end = event.end;
    if (event.kind === 'refused') refusal = event.refusal;
  }
  return { description, rows, end, refusal };
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface WorkbookParts {
  /** The inside of `sheetData`. */
  readonly rows?: string;
  /** Further sheets, by name; `hidden` ones first. */
  readonly sheets?: ReadonlyArray<{ readonly name: string; readonly rows: string; readonly state?: string }>;
  readonly sharedStrings?: readonly string[];
  /** The inside of `styleSheet`. */
  readonly styles?: string;
  readonly workbookPr?: string;
  /** Additional or replacing parts. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
}

/** An XLSX as other programs write it. */
export function workbookOf(workbook: WorkbookParts): Uint8Array {
  const sheets = workbook.sheets ?? [{ name: 'Payments', rows: workbook.rows ?? '' }];
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="${packageRelations}">${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}">${workbook.workbookPr ?? ''}<sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" ${state ? `state="${state}" ` : ''}r:id="s${at}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}">${sheets
      .map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
      .join(
        '',
      )}${relation('st', 'styles', 'styles.xml')}${relation('ss', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${workbook.styles ?? ''}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${(workbook.sharedStrings ?? []).join('')}</sst>`,
  };
  sheets.forEach(({ rows }, at) => {
    files[`xl/worksheets/sheet${at + 1}.xml`] =
      `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
  });
  return zipOf({ ...files, ...workbook.parts });
}

export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const bytes: Zippable = {};
  for (const [name, content] of Object.entries(files))
    bytes[name] = typeof content === 'string' ? strToU8(content) : content;
  return zipSync(bytes, { level: 6 });
}

/** The bytes of a text in an encoding; undefined if the encoding cannot represent it. */
export function encoded(text: string, encoding: Encoding, mark = false): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(`${mark ? '\ufeff' : ''}${text}`);
  if (encoding.startsWith('utf-16')) {
    const little = Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');
    return encoding === 'utf-16le' ? little : little.swap16();
  }
  const letters = alphabetOf(encoding);
  const bytes = Array.from(text, (letter) => letters.indexOf(letter));
  return bytes.includes(-1) ? undefined : Buffer.from(bytes);
}

/** The letter of each byte. */
export const alphabetOf = (encoding: Encoding): string[] =>
  Array.from({ length: 256 }, (_, byte) => new TextDecoder(encoding).decode(Uint8Array.of(byte)));
