/**
 * The bank's paper: one calm A4 page as PDF with logo, title, lines of facts and foot, which the modules fill. Nothing is fetched, and
 * of the file system only the fonts are read; they have Latin and Cyrillic letters.
 *
 * The library is the heaviest of all: whoever renders imports this file when the first page is asked for.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pdfmake from 'pdfmake';
import type { Content, TableCell } from 'pdfmake/interfaces.js';

export const colours = {
  ink: '#000102',
  muted: '#6b655e',
  line: '#e6e1d9',
  green: '#14703f',
  paleGreen: '#def3e5',
} as const;
/** Width between the margins of A4, in points. */
export const contentWidth = 595.28 - 2 * 56;

const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')),
  'fonts',
  'Roboto',
);
const logo = readFileSync(new URL('./logo.svg', import.meta.url), 'utf8');

pdfmake.setFonts({
  Roboto: { normal: join(fonts, 'Roboto-Regular.ttf'), bold: join(fonts, 'Roboto-Medium.ttf') },
});
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));

export interface PdfPage {
  readonly title: string;
  /** Under the title: a number. */
  readonly subtitle: string;
  readonly createdAt: Date;
  readonly content: Content[];
  /** At the foot, at the left. */
  readonly footer: string;
}

/** The page as a PDF. */
export function renderPage({ title, subtitle, createdAt, content, footer }: PdfPage): Promise<Buffer> {
  return pdfmake
    .createPdf({
      pageSize: 'A4',
      pageMargins: [56, 52, 56, 64],
      info: { title: `${title} ${subtitle}`, author: 'Calmly', creationDate: createdAt },
      defaultStyle: { font: 'Roboto', fontSize: 10, color: colours.ink, lineHeight: 1.25 },
      content: [heading(title, subtitle), ...content],
      footer: () => ({
        margin: [56, 12, 56, 0],
        columns: [
          { text: footer, color: colours.muted, fontSize: 8 },
          { text: 'Calmly', color: colours.muted, fontSize: 8, width: 'auto' },
        ],
      }),
    })
    .getBuffer();
}

const heading = (title: string, subtitle: string): Content => ({
  columns: [
    { svg: logo, width: 107, margin: [-2, 0, 0, 0] },
    {
      stack: [
        { text: title, bold: true, fontSize: 12 },
        { text: subtitle, color: colours.muted, fontSize: 9 },
      ],
      alignment: 'right',
      margin: [0, 2, 0, 0],
    },
  ],
  margin: [0, 0, 0, 44],
});

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
  layout: {
    defaultBorder: false,
    paddingLeft: () => 0,
    paddingRight: () => 0,
    paddingTop: () => 4.5,
    paddingBottom: () => 4.5,
  },
});

function factRow([label, [first = '', ...rest]]: Fact): TableCell[] {
  return [
    { text: label, color: colours.muted },
    { stack: [{ text: first, bold: true }, ...rest.map((text) => ({ text, color: colours.muted }))] },
  ];
}
