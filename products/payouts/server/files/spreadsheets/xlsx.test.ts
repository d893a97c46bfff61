/** Spreadsheets as written by programs, read in the real process. */

import {
  type PayoutFiles,
  payoutFiles,
  workbookOf,
  zipOf,
} from '@calmly/server/test/support/files/payout-files.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { xlsxTemplate } from '../columns/template.ts';

let files: PayoutFiles;
beforeAll(async () => {
  files = await payoutFiles();
});
afterAll(() => files.close());

const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
const headings = `<row r="1">${text('A1', 'Name')}${text('B1', 'IBAN')}${text('C1', 'Amount')}</row>`;
const payment = `<row r="2">${text('A2', 'Anna')}${text('B2', 'EE382200221020145685')}<c r="C2"><v>12.5</v></c></row>`;

test('texts, numbers, days and booleans are what a person sees', async () => {
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="000000"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="165"/></cellXfs>`;
  const rows = `${headings}<row r="3" hidden="1">
    <c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3"><v>0.30000000000000004</v></c>
    <c r="D3" s="1"><v>46349</v></c><c r="E3" s="2"><v>46349.5</v></c><c r="F3" s="3"><v>0.125</v></c>
    <c r="G3" t="b"><v>1</v></c><c r="H3" t="str"><v>kept</v></c><c r="I3" s="4"><v>1234</v></c><c r="K3"><v>4.0702810E+19</v></c>
    <c r="L3" t="e"><v>#N/A</v></c><c r="M3" s="1"/></row>`;
  const sharedStrings = [
    '<si><t xml:space="preserve"> Anna </t></si>',
    '<si><r><rPr><b/></rPr><t>EE38</t></r><r><t>2200_x000D_</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>',
  ];
  const { description, rows: read, end } = await files.read(workbookOf({ rows, styles, sharedStrings }));
  expect(description).toMatchObject({
    kind: 'xlsx',
    header: { line: 1, cells: ['Name', 'IBAN', 'Amount'] },
    sheet: 'Payments',
  });
  expect(read).toEqual([
    {
      line: 3,
      cells: [
        ' Anna ',
        'EE382200\r',
        '0.3',
        '2026-11-23',
        '2026-11-23',
        '12.5%',
        'TRUE',
        'kept',
        '001234',
        '',
        '4.0702810E+19',
        '#N/A',
      ],
      numbers: [2, 5, 8],
      faults: [
        { column: 10, code: 'number_lost_digits' },
        { column: 11, code: 'spreadsheet_error' },
      ],
    },
  ]);
  expect(end).toMatchObject({ rows: 1, hiddenRows: 1 });
});

test('days count from 1904 if the workbook uses that system', async () => {
  const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
  const rows = `${headings}<row r="2">${text('A2', 'Anna')}<c r="B2" s="0"><v>44887</v></c></row>`;
  const { rows: read } = await files.read(
    workbookOf({ rows, styles, workbookPr: '<workbookPr date1904="1"/>' }),
  );
  expect(read[0]?.cells).toEqual(['Anna', '2026-11-23']);
});

test('cells without an address follow one another', async () => {
  const rows =
    '<row><c t="inlineStr"><is><t>Name</t></is></c><c t="inlineStr"><is><t>Amount</t></is></c></row><row><c t="inlineStr"><is><t>Anna</t></is></c><c><v>5</v></c></row>';
  expect((await files.read(workbookOf({ rows }))).rows).toEqual([
    { line: 2, cells: ['Anna', '5'], numbers: [1] },
  ]);
});

test('the first visible sheet is read, or the one named by the client', async () => {
  const sheet = (name: string, state?: string) => ({
    name,
    rows: headings + payment.replace('Anna', name),
    ...(state && { state }),
  });
  const book = workbookOf({ sheets: [sheet('Old', 'hidden'), sheet('May'), sheet('June')] });
  const first = await files.read(book);
  expect(first.description?.sheets).toEqual([
    { name: 'Old', isHidden: true },
    { name: 'May', isHidden: false },
    { name: 'June', isHidden: false },
  ]);
  expect(first.rows[0]?.cells[0]).toBe('May');
  expect((await files.read(book, { sheet: 'June' })).rows[0]?.cells[0]).toBe('June');
  expect((await files.read(book, { sheet: 'July' })).refusal).toEqual({
    code: 'no_such_sheet',
    sheet: 'July',
  });
});

test('our template is recognised in both languages', async () => {
  for (const locale of ['en', 'ru'] as const) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of xlsxTemplate(locale)) chunks.push(chunk);
    const { description, rows } = await files.read(Buffer.concat(chunks));
    expect(description).toMatchObject({ kind: 'xlsx', layout: 'calmly' });
    expect(rows.map(({ cells }) => cells[description?.mapping.indexOf('amount') ?? -1])).toEqual([
      '1250',
      '99.9',
    ]);
  }
});

describe('spreadsheets that are refused', () => {
  const cell = (inside: string) =>
    workbookOf({ rows: `${headings}<row r="2"><c r="B2">${inside}</c></row>` });
  const withPart = (name: string) => workbookOf({ rows: headings + payment, parts: { [name]: 'x' } });
  const externalRelations =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="x" Type="a/externalLinkPath" Target="http://x.example" TargetMode="External"/></Relationships>';
  test.each([
    ['a formula', cell('<f>1+1</f><v>2</v>'), { code: 'formula', cell: 'B2' }],
    ['a shared formula', cell('<f t="shared" si="0"/><v>2</v>'), { code: 'formula', cell: 'B2' }],
    ['macros', withPart('xl/vbaProject.bin'), { code: 'macros' }],
    ['old macros', withPart('xl/macrosheets/sheet1.xml'), { code: 'macros' }],
    [
      'the type of a file with macros',
      workbookOf({
        rows: headings + payment,
        parts: {
          '[Content_Types].xml':
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
        },
      }),
      { code: 'macros' },
    ],
    ['links to other files', withPart('xl/externalLinks/externalLink1.xml'), { code: 'external_links' }],
    ['connections', withPart('xl/connections.xml'), { code: 'external_links' }],
    [
      'a workbook with an external relation',
      workbookOf({ rows: '', parts: { 'xl/_rels/workbook.xml.rels': externalRelations } }),
      { code: 'external_links' },
    ],
    [
      'an OpenDocument file',
      zipOf({ mimetype: 'x', 'content.xml': '<a/>' }),
      { code: 'old_spreadsheet', format: 'ods' },
    ],
    ['a binary workbook', zipOf({ 'xl/workbook.bin': 'x' }), { code: 'old_spreadsheet', format: 'xlsb' }],
    ['another zip', zipOf({ 'a.txt': 'x' }), { code: 'unknown_format', found: 'zip' }],
    ['half a zip', workbookOf({ rows: payment }).slice(0, 900), { code: 'damaged', part: null }],
    ['no rows', workbookOf({ rows: '' }), { code: 'empty' }],
    [
      'rows that go back',
      workbookOf({ rows: `${payment}${headings}` }),
      { code: 'damaged', part: 'xl/worksheets/sheet1.xml' },
    ],
    [
      'a column too many',
      workbookOf({ rows: `<row r="1">${text('GS1', 'x')}</row>` }),
      { code: 'too_many_columns', line: 1, most: 200 },
    ],
    [
      'a long text',
      workbookOf({ rows: `${headings}<row r="2">${text('A2', 'a'.repeat(10_001))}</row>` }),
      { code: 'cell_too_long', line: 2, most: 10_000 },
    ],
    ['broken XML', workbookOf({ rows: '<row>' }), { code: 'xml', fault: 'syntax' }],
    [
      'a document type',
      workbookOf({
        rows: '',
        parts: { 'xl/styles.xml': '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>' },
      }),
      { code: 'xml', fault: 'document_type' },
    ],
  ])('%s', async (_what, content, refusal) => {
    expect((await files.read(content)).refusal).toMatchObject(refusal);
  });

  test('one that is encrypted by its zip', async () => {
    const bytes = workbookOf({ rows: headings + payment });
    const at = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes[at + 8] = 1;
    expect((await files.read(bytes)).refusal).toEqual({ code: 'encrypted' });
  });
});
