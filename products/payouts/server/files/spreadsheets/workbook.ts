/**
 * The parts of an XLSX (ECMA-376, Open Packaging Conventions): workbook, sheets, number formats and shared strings. Content that could run or fetch
 * something refuses the file.
 * Errors: FileRefused, XmlRefused.
 */
import { posix } from 'node:path';
import { createXmlReader, type XmlElement, type XmlHandlers } from '@calmly/platform/files/xml.ts';
import { all, find } from '@calmly/platform/iso20022/fields.ts';
import type { Sheet } from '../payout-file.ts';
import { FileRefused } from '../refusal.ts';
import { createTextTable, type TextTable } from '../text/text-table.ts';
import { type Archive, openArchive } from './archive.ts';
import { formatOf, type NumberFormat } from './spreadsheet-values.ts';

export interface Workbook {
  readonly archive: Archive;
  readonly sheets: readonly Sheet[];
  /** The sheet to read, and its part. */
  readonly sheet: { readonly name: string; readonly part: string };
  readonly dateSystem: 1900 | 1904;
  /** By the number of a cell's style. */
  readonly formats: readonly NumberFormat[];
  readonly strings: TextTable;
}

const small = { bytes: 8_000_000, elements: 100_000 };
/** One for each cell of the largest table of ten columns, with some reserve. */
const mostStrings = 1_200_000;
const mostEmptyStrings = 50_000;
const mostStringBytes = 80_000_000;

/**
 * Without a wanted sheet, the first visible one, or else the first. The caller closes the archive; it is
 * closed if this throws. Throws FileRefused (`no_such_sheet`, `macros`, `external_links`, …) or XmlRefused.
 */
export async function openWorkbook(path: string, wantedSheet?: string): Promise<Workbook> {
  const archive = await openArchive(path);
  try {
    refuseDangerous(archive);
    const root = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument');
    if (!root || !archive.has(root.target)) throw notASpreadsheet(archive);
    if ((await contentTypeOf(archive, root.target)).toLowerCase().includes('macroenabled'))
      throw new FileRefused({ code: 'macros' });
    const relations = await relationsOf(archive, root.target);
    if (relations.some(({ isExternal }) => isExternal)) throw new FileRefused({ code: 'external_links' });
    const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target;
    const workbook = await treeOf(archive, root.target);
    const sheets = sheetsOf(workbook, relations);
    const { name, part } = chosen(sheets, wantedSheet);
    const styles = partOf('styles');
    const strings = partOf('sharedStrings');
    return {
      archive,
      sheets: sheets.map(({ name, isHidden }) => ({ name, isHidden })),
      sheet: { name, part },
      dateSystem: isTrue(find(workbook, 'workbookPr')?.attributes.date1904) ? 1904 : 1900,
      formats: styles !== undefined && archive.has(styles) ? await formatsOf(archive, styles) : [],
      strings:
        strings !== undefined && archive.has(strings) ? await stringsOf(archive, strings) : createTextTable(),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** A boolean of XML Schema; false where the attribute is missing. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Reads a part to its end. */
async function readPart(archive: Archive, part: string, handlers: XmlHandlers) {
  const xml = createXmlReader(handlers);
  for await (const chunk of archive.read(part)) xml.write(chunk);
  return xml.end().root;
}

const treeOf = (archive: Archive, part: string) => readPart(archive, part, { limits: small });

function refuseDangerous({ names }: Archive): void {
  if (names.some((name) => name.endsWith('vbaproject.bin') || name.includes('/macrosheets/')))
    throw new FileRefused({ code: 'macros' });
  if (names.some((name) => name.includes('/externallinks/') || name.endsWith('/connections.xml')))
    throw new FileRefused({ code: 'external_links' });
}

function notASpreadsheet(archive: Archive): FileRefused {
  if (archive.has('content.xml')) return new FileRefused({ code: 'old_spreadsheet', format: 'ods' });
  if (archive.has('xl/workbook.bin')) return new FileRefused({ code: 'old_spreadsheet', format: 'xlsb' });
  return new FileRefused({ code: 'unknown_format', found: 'zip' });
}

interface Relation {
  readonly id: string;
  /** The last segment of its type, such as `worksheet`. */
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

/** The relations of a part; '' is the whole package. */
async function relationsOf(archive: Archive, part: string): Promise<readonly Relation[]> {
  const { dir, base } = posix.parse(part);
  const relations = posix.join(dir, '_rels', `${base}.rels`);
  if (!archive.has(relations)) return [];
  return all(await treeOf(archive, relations), 'Relationship').map(({ attributes }) => ({
    id: attributes.Id ?? '',
    type: attributes.Type?.split('/').at(-1) ?? '',
    // A target is relative to the folder of its part, or begins with a slash.
    target: posix.resolve('/', dir, attributes.Target ?? '').slice(1),
    isExternal: attributes.TargetMode === 'External',
  }));
}

async function contentTypeOf(archive: Archive, part: string): Promise<string> {
  if (!archive.has('[Content_Types].xml')) return '';
  const types = await treeOf(archive, '[Content_Types].xml');
  const own = all(types, 'Override').find(
    ({ attributes }) => attributes.PartName?.toLowerCase() === `/${part}`.toLowerCase(),
  );
  return own?.attributes.ContentType ?? '';
}

interface FoundSheet extends Sheet {
  readonly part: string;
}

function sheetsOf(workbook: XmlElement, relations: readonly Relation[]): readonly FoundSheet[] {
  return all(find(workbook, 'sheets'), 'sheet').flatMap(({ attributes }) => {
    const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];
    const relation = relations.find((each) => each.id === id);
    // Sheets of charts and dialogs have no rows.
    if (relation?.type !== 'worksheet') return [];
    const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
    return [{ name: attributes.name ?? '', isHidden, part: relation.target }];
  });
}

function chosen(sheets: readonly FoundSheet[], wanted: string | undefined): FoundSheet {
  const found =
    wanted === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : sheets.find(({ name }) => name === wanted);
  if (found) return found;
  throw new FileRefused(
    wanted === undefined ? { code: 'empty' } : { code: 'no_such_sheet', sheet: wanted.slice(0, 100) },
  );
}

async function formatsOf(archive: Archive, part: string): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  await readPart(archive, part, {
    limits: { bytes: 64_000_000, elements: 300_000 },
    take(path, { attributes }) {
      if (path === 'styleSheet/numFmts/numFmt')
        codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      else if (path === 'styleSheet/cellXfs/xf') ids.push(Number(attributes.numFmtId ?? 0));
      return path.includes('/');
    },
  });
  return ids.map((id) => formatOf(id, codes.get(id)));
}

async function stringsOf(archive: Archive, part: string): Promise<TextTable> {
  const table = createTextTable();
  let count = 0;
  let empty = 0;
  if (archive.sizeOf(part) > mostStringBytes) throw new FileRefused({ code: 'zip_bomb', sign: 'size' });
  await readPart(archive, part, {
    limits: { bytes: mostStringBytes, elements: 20_000_000, elementsBetweenTaken: 2_000, text: 33_000 },
    keepsBlanks: true,
    take(path, element) {
      if (path !== 'sst/si') return false;
      count += 1;
      const text = textOf(element);
      if (text === '') empty += 1;
      if (count > mostStrings || empty > mostEmptyStrings)
        throw new FileRefused({ code: 'zip_bomb', sign: 'size' });
      table.add(text);
      return true;
    },
  });
  return table;
}

/** The text of a shared or inline string: its runs without formats, and without phonetic hints. */
export function textOf(element: XmlElement): string {
  const texts = element.children.flatMap((child) => {
    if (child.name === 't') return child.text;
    return child.name === 'r' ? (find(child, 't')?.text ?? '') : [];
  });
  return unescaped(texts.join(''));
}

/** `_x000D_` escapes a character that XML cannot carry. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
