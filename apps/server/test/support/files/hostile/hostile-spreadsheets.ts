/**
 * Spreadsheets that inflate endlessly, whose directory lies, whose parts share bytes, or that contain huge numbers of empty items.
 * Generated on demand.
 */
import { chanceOf } from '../../chance.ts';
import { workbookOf, zipOf } from '../payout-files.ts';

export interface HostileFile {
  readonly name: string;
  make(): Uint8Array;
  /** Codes of the acceptable refusals. */
  readonly codes: readonly string[];
  /** Takes most of a second to create or read: only full runs include it, short ones use another file with its code. */
  readonly isDear?: true;
}

const megabyte = 1_000_000;
const ns = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const sheetPart = 'xl/worksheets/sheet1.xml';
const sheet = (inside: string) => `<worksheet xmlns="${ns}"><sheetData>${inside}</sheetData></worksheet>`;

/** Text that deflates to about a fiftieth, so that its ratio is not suspicious. */
export function repetitiveText(length: number): string {
  const below = chanceOf(7);
  const words = Array.from({ length: 400 }, () => below(2 ** 31).toString(36));
  let made = '';
  while (made.length < length) made += words[below(400)]?.repeat(40);
  return made.slice(0, length);
}

const withPart = (name: string, content: () => string | Uint8Array) => () =>
  workbookOf({ rows: '', parts: { [name]: content() } });

const centralHeader = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
const localHeader = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** A zip in which the directory's record of a part, or of each, is changed. */
function changed(bytes: Uint8Array, name: string | undefined, change: (zip: Buffer, record: number) => void) {
  const zip = Buffer.from(bytes);
  for (let at = zip.indexOf(centralHeader); at !== -1; at = zip.indexOf(centralHeader, at + 4)) {
    const length = zip.readUInt16LE(at + 28);
    if (name === undefined || zip.toString('utf8', at + 46, at + 46 + length) === name) change(zip, at);
  }
  return zip;
}

const sizeAt = 24;
const compressedAt = 20;
const offsetAt = 42;

export const hostileSpreadsheets: ReadonlyArray<HostileFile> = [
  {
    name: 'a sheet of 60 MB in 60 KB',
    make: withPart(sheetPart, () => new Uint8Array(60 * megabyte)),
    codes: ['zip_bomb'],
    isDear: true,
  },
  {
    name: 'a sheet whose declared size is a gigabyte',
    make: () =>
      changed(workbookOf({ rows: '' }), sheetPart, (zip, at) =>
        zip.writeUInt32LE(1_000 * megabyte, at + sizeAt),
      ),
    codes: ['zip_bomb'],
  },
  {
    name: 'a sheet of 80 MB that is declared as 1 KB',
    make: () =>
      changed(
        workbookOf({ rows: '', parts: { [sheetPart]: new Uint8Array(80 * megabyte) } }),
        sheetPart,
        (zip, at) => zip.writeUInt32LE(1_000, at + sizeAt),
      ),
    codes: ['zip_bomb', 'xml'],
  },
  {
    name: 'a sheet that is longer than declared',
    make: () =>
      changed(workbookOf({ rows: `<row>${' '.repeat(200_000)}</row>` }), sheetPart, (zip, at) =>
        zip.writeUInt32LE(100_000, at + sizeAt),
      ),
    codes: ['zip_bomb', 'xml'],
  },
  {
    name: 'a sheet that is shorter than declared',
    make: () =>
      changed(workbookOf({ rows: '<row/>' }), sheetPart, (zip, at) =>
        zip.writeUInt32LE(100_000, at + sizeAt),
      ),
    codes: ['zip_bomb'],
  },
  {
    name: 'parts that share their bytes',
    make: () => {
      const parts = Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => [`xl/worksheets/x${at}.xml`, repetitiveText(100_000)]),
      );
      const zip = Buffer.from(workbookOf({ rows: '', parts }));
      const first = zip.indexOf(localHeader);
      return changed(zip, undefined, (each, at) => each.writeUInt32LE(first, at + offsetAt));
    },
    codes: ['zip_bomb'],
  },
  {
    name: 'a part that reaches into the next',
    make: () =>
      changed(workbookOf({ rows: '' }), '_rels/.rels', (zip, at) =>
        zip.writeUInt32LE(zip.readUInt32LE(at + compressedAt) + 200, at + compressedAt),
      ),
    codes: ['zip_bomb', 'damaged'],
  },
  {
    name: 'many parts',
    make: () => zipOf(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${at}`, '']))),
    codes: ['zip_bomb'],
  },
  {
    name: 'zips in zips',
    make: () => {
      let zip: Uint8Array = new Uint8Array(9 * megabyte);
      for (let level = 0; level < 20; level += 1) zip = zipOf({ 'a.zip': zip, 'b.zip': zip });
      return zip;
    },
    codes: ['unknown_format', 'zip_bomb'],
  },
  {
    name: 'a directory that is not there',
    make: () => {
      const zip = Buffer.from(workbookOf({ rows: '' }));
      zip.writeUInt32LE(0xfffffff0, zip.length - 6);
      return zip;
    },
    codes: ['damaged'],
  },
  {
    name: 'a part that is no deflated data',
    make: () => {
      const zip = Buffer.from(workbookOf({ rows: repetitiveText(10_000) }));
      const at = zip.indexOf(sheetPart) + sheetPart.length;
      zip.fill(0xff, at, at + 60);
      return zip;
    },
    codes: ['damaged', 'zip_bomb'],
  },
  {
    name: 'a million columns',
    make: withPart(sheetPart, () =>
      sheet(
        `<row r="1">${Array.from({ length: 1_000_000 }, (_, at) => `<c><v>${at}</v></c>`).join('')}</row>`,
      ),
    ),
    codes: ['too_many_columns'],
    isDear: true,
  },
  {
    name: 'a column far out',
    make: withPart(sheetPart, () => sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>')),
    codes: ['too_many_columns'],
  },
  {
    name: 'empty cells',
    make: withPart(sheetPart, () => sheet(`<row r="1">${'<c s="1"/>'.repeat(3_000_000)}</row>`)),
    codes: ['too_many_empty_cells', 'zip_bomb'],
  },
  {
    name: 'empty cells among others',
    make: withPart(sheetPart, () =>
      sheet(`<row>${`<c/><c t="a${repetitiveText(400)}"/>`.repeat(20_000)}</row>`),
    ),
    codes: ['empty', 'too_many_empty_cells', 'zip_bomb'],
  },
  {
    name: 'empty rows',
    make: withPart(sheetPart, () => sheet('<row/>'.repeat(1_500_000))),
    codes: ['too_many_empty_cells', 'zip_bomb'],
    isDear: true,
  },
  {
    name: 'a row far down',
    make: withPart(sheetPart, () => sheet('<row r="1e99"><c><v>1</v></c></row>')),
    codes: ['damaged'],
  },
  {
    name: 'one text',
    make: withPart(sheetPart, () =>
      sheet(`<row><c t="inlineStr"><is><t>${repetitiveText(20 * megabyte)}</t></is></c></row>`),
    ),
    codes: ['xml'],
  },
  {
    name: 'many texts of a cell',
    make: withPart(sheetPart, () =>
      sheet(
        `<row><c t="inlineStr"><is>${`<r><t>${repetitiveText(9_000)}</t></r>`.repeat(2_500)}</is></c></row>`,
      ),
    ),
    codes: ['xml', 'zip_bomb'],
    isDear: true,
  },
  {
    name: 'nested elements',
    make: withPart(sheetPart, () => sheet('<row>'.repeat(1_000_000))),
    codes: ['xml', 'zip_bomb'],
  },
  {
    name: 'a sheet of other elements',
    make: withPart(sheetPart, () => `<worksheet xmlns="${ns}">${'<a/>'.repeat(2_400_000)}`),
    codes: ['too_many_empty_cells', 'zip_bomb'],
  },
  {
    name: 'a sheet of another namespace',
    make: withPart(
      sheetPart,
      () => `<worksheet xmlns="${ns}"><o xmlns="urn:o">${'<a/>'.repeat(2_400_000)}</o></worksheet>`,
    ),
    codes: ['xml'],
  },
  {
    name: 'shared strings without end',
    make: withPart('xl/sharedStrings.xml', () => `<sst xmlns="${ns}">${'<si/>'.repeat(1_900_000)}</sst>`),
    codes: ['zip_bomb'],
  },
  {
    name: 'long shared strings',
    make: withPart(
      'xl/sharedStrings.xml',
      () => `<sst xmlns="${ns}">${`<si><t>${repetitiveText(30_000)}</t></si>`.repeat(1_200)}</sst>`,
    ),
    codes: ['zip_bomb'],
    isDear: true,
  },
  {
    name: 'number formats without end',
    make: withPart(
      'xl/styles.xml',
      () => `<styleSheet xmlns="${ns}"><cellXfs>${'<xf/>'.repeat(1_900_000)}</cellXfs></styleSheet>`,
    ),
    codes: ['xml'],
    isDear: true,
  },
  {
    name: 'sheets without end',
    make: withPart(
      'xl/workbook.xml',
      () => `<workbook xmlns="${ns}"><sheets>${'<sheet/>'.repeat(1_200_000)}</sheets></workbook>`,
    ),
    codes: ['xml'],
    isDear: true,
  },
  {
    name: 'relations without end',
    make: withPart('_rels/.rels', () => '<Relationship/>'.repeat(600_000)),
    codes: ['xml'],
  },
  {
    name: 'entities',
    make: withPart(
      'xl/workbook.xml',
      () => '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>',
    ),
    codes: ['xml'],
  },
  {
    name: 'a part that is stored under a method of its own',
    make: () => changed(workbookOf({ rows: '' }), sheetPart, (zip, at) => zip.writeUInt16LE(99, at + 10)),
    codes: ['damaged'],
  },
];
