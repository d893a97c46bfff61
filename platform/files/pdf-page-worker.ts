/**
 * Renders PDF pages, in a worker thread. Nothing is fetched, and only the fonts are read from the file system; they have Latin and
 * Cyrillic letters.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pdfmake from 'pdfmake';
import type { Content, CustomTableLayout } from 'pdfmake/interfaces.js';
import { renderSVG } from 'uqr';
import { movable, serveTask } from '../jobs/worker-thread.ts';
import { colours } from './pdf-colours.ts';
import type { PdfMark } from './pdf-mark.ts';
import type { PdfPage } from './pdf-page.ts';

const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/onest/package.json'));
const logo = readFileSync(new URL('./logo.svg', import.meta.url), 'utf8');

pdfmake.setFonts({
  Onest: {
    normal: join(fonts, '400Regular', 'Onest_400Regular.ttf'),
    bold: join(fonts, '600SemiBold', 'Onest_600SemiBold.ttf'),
  },
});
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));

const badge = (colour: string): CustomTableLayout => ({
  defaultBorder: false,
  fillColor: () => colour,
  paddingLeft: () => 9,
  paddingRight: () => 9,
  paddingTop: () => 4,
  paddingBottom: () => 3,
});

/** A table's layout consists of functions, which cannot be sent to the worker, so pages refer to it by name. */
const layouts: Record<string, CustomTableLayout> = {
  facts: {
    defaultBorder: false,
    paddingLeft: () => 0,
    paddingRight: () => 0,
    paddingTop: () => 4.5,
    paddingBottom: () => 4.5,
  },
  badge: badge(colours.paleGreen),
  warningBadge: badge(colours.paleAmber),
};
pdfmake.addTableLayouts(layouts);

serveTask<PdfPage, Uint8Array>(async (page) => {
  const output = movable(await renderPage(page));
  return { output, transfer: [output.buffer] };
});

function renderPage({ title, subtitle, createdAt, content, footer, mark }: PdfPage): Promise<Buffer> {
  return pdfmake
    .createPdf({
      pageSize: 'A4',
      pageMargins: [56, 52, 56, 108],
      info: { title: `${title} ${subtitle}`, author: 'Calmly', creationDate: createdAt },
      defaultStyle: { font: 'Onest', fontSize: 10, color: colours.ink, lineHeight: 1.25 },
      content: [heading(title, subtitle), ...content],
      footer: () => foot(mark, footer),
    })
    .getBuffer();
}

/** The code with its QR code, and the time of creation below them. */
const foot = ({ label, code, page, url }: PdfMark, text: string): Content => ({
  margin: [56, 12, 56, 0],
  stack: [
    {
      columns: [
        { svg: renderSVG(url, { ecc: 'M', border: 0 }), width: 46 },
        {
          stack: [
            { text: label, color: colours.muted, fontSize: 8 },
            { text: code, bold: true, fontSize: 9 },
            { text: page, color: colours.muted, fontSize: 8 },
          ],
          margin: [0, 6, 0, 0],
        },
      ],
      columnGap: 12,
    },
    {
      columns: [
        { text, color: colours.muted, fontSize: 8 },
        { text: 'Calmly', color: colours.muted, fontSize: 8, width: 'auto' },
      ],
      margin: [0, 6, 0, 0],
    },
  ],
});

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
