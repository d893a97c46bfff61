/**
 * Writes long tables as PDF, in a worker thread. The library lays out each text separately, which takes a tenth of a millisecond; here the code of
 * each character is looked up once, because Latin and Cyrillic letters need no shaping, and a page is one piece of content.
 */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { encode as encodeQr } from 'uqr';
import { serveStream } from '../jobs/worker-thread.ts';
import { colours } from './pdf-colours.ts';
import { PdfContent } from './pdf-content.ts';
import { type Measured, PdfLetters, sizeOf, type Weight } from './pdf-letters.ts';
import type { PdfCell, PdfColumn, PdfRow, PdfRows, PdfTable } from './pdf-table.ts';

const logoPaths = Array.from(
  readFileSync(new URL('./logo.svg', import.meta.url), 'utf8').matchAll(/ d="([^"]+)"/g),
  ([, path]) => path ?? '',
);

const [pageWidth, pageHeight] = [595.28, 841.89];
const margin = 40;
const textWidth = pageWidth - 2 * margin;
const bottom = pageHeight - 56;
/** Size of the QR code, and the space reserved for it at the bottom of the first page. */
const [codeSize, codeRoom] = [46, 60];
const [size, smallSize] = [8, 7];
const [rowHeight, lineHeight, paragraphLine, sectionHeight] = [17, 9, 14, 34];
/** Default number of rows kept with a section's title. */
const usualRows = 2;

serveStream<PdfTable, Uint8Array, PdfRows | undefined>(async function* (table) {
  const pdf = new TablePdf(table);
  let isEmpty = true;
  for (let rows = yield pdf.take(); rows !== undefined; rows = yield pdf.take()) {
    for (const row of rows) pdf.row(row);
    isEmpty &&= rows.length === 0;
  }
  if (isEmpty) pdf.note(table.empty);
  yield pdf.end();
});

class TablePdf {
  readonly #doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, info: {} });
  readonly #letters: PdfLetters;
  readonly #table: PdfTable;
  #made: Uint8Array[] = [];
  /** The page being written. */
  readonly #content: PdfContent;
  #pages = 0;
  #y = 0;
  #bottom = bottom - codeRoom;

  constructor(table: PdfTable) {
    this.#table = table;
    this.#doc.on('data', (bytes: Uint8Array) => this.#made.push(bytes));
    Object.assign(this.#doc.info, {
      Title: `${table.title} ${table.subtitle}`,
      Author: 'Calmly',
      CreationDate: table.createdAt,
    });
    this.#letters = new PdfLetters(this.#doc);
    this.#content = new PdfContent(this.#letters);
    this.#newPage();
    this.#firstPage();
    this.#headings();
  }

  /** The bytes written since the last call. */
  take(): Uint8Array {
    const bytes = Buffer.concat(this.#made);
    this.#made = [];
    return bytes;
  }

  row(row: PdfRow): void {
    if ('heading' in row) this.#section(row);
    else if ('sums' in row) this.#cellsOf(row.sums, 'bold');
    else this.#cellsOf(row, 'regular');
  }

  /** Writes cells, on a new page if they do not fit together with the closing row. */
  #cellsOf(cells: readonly PdfCell[], weight: Weight): void {
    const lines = Math.max(...cells.map((cell) => (typeof cell === 'string' ? 1 : cell.length)));
    const height = rowHeight + (lines - 1) * lineHeight;
    this.#reserve(height + rowHeight);
    this.#cells(cells, weight);
    this.#y += height;
    this.#line(this.#y);
  }

  #section({ heading, aside = '', rows = usualRows }: Extract<PdfRow, { heading: string }>): void {
    const height = sectionHeight + (aside === '' ? 0 : lineHeight + 2);
    this.#reserve(height + (rows + 1) * rowHeight);
    const title = this.#letters.fitted(heading, textWidth, 9, 'bold');
    this.#place(margin, this.#y + sectionHeight - 8, title, { points: 9, colour: colours.ink });
    if (aside !== '') {
      const line = this.#letters.fitted(aside, textWidth, smallSize);
      this.#place(margin, this.#y + sectionHeight + 3, line, smallText);
    }
    this.#y += height;
    this.#line(this.#y);
  }

  /** Starts a new page if this height does not fit. */
  #reserve(height: number): void {
    if (this.#y + height <= this.#bottom) return;
    this.#newPage();
    this.#y = margin;
    this.#headings();
  }

  note(text: string): void {
    this.#text(margin, this.#y + 14, text, { colour: colours.muted });
    this.#y += 26;
  }

  async end(): Promise<Uint8Array> {
    const { closing, note } = this.#table;
    if (closing.length > 0) {
      this.#cells(closing, 'bold');
      this.#y += rowHeight;
    }
    if (note !== undefined) this.#note(note);
    this.#endPage();
    const ended = new Promise((resolve) => this.#doc.on('end', resolve));
    this.#doc.end();
    await ended;
    return this.take();
  }

  /** Below the table, or on a separate page. */
  #note(text: string): void {
    const lines = this.#letters.wrapped(text, textWidth, size).length;
    if (this.#y + 20 + lines * paragraphLine > this.#bottom) {
      this.#newPage();
      this.#y = margin;
    }
    this.#paragraph(this.#y + 20, text, { size, colour: colours.muted });
  }

  /** Writes the text from this height down, between the margins; returns the height below it. */
  #paragraph(y: number, text: string, style: TextStyle & { readonly size: number }): number {
    const lines = this.#letters.wrapped(text, textWidth, style.size);
    const { size: points, colour = colours.ink } = style;
    lines.forEach((line, at) => {
      this.#place(margin, y + at * paragraphLine, line, { points, colour });
    });
    return y + lines.length * paragraphLine;
  }

  #newPage(): void {
    if (this.#pages > 0) {
      this.#endPage();
      this.#bottom = bottom;
    }
    this.#doc.addPage();
    this.#pages += 1;
    this.#letters.nameOn(this.#doc.page);
  }

  #endPage(): void {
    const { footer, page, mark } = this.#table;
    const foot = { size: smallSize, colour: colours.muted };
    this.#text(margin, pageHeight - 32, footer, foot);
    if (this.#pages === 1) this.#mark();
    const number = `${this.#pages === 1 ? '' : `${mark.code} · `}${page} ${this.#pages}`;
    this.#text(pageWidth - margin - this.#letters.widthOf(number, smallSize), pageHeight - 32, number, foot);
    // The library's axis points down.
    this.#write();
  }

  /** Ends the page's content: the library's part, such as the logo, and ours. Compressed here, because the library's level takes twice as long. */
  #write(): void {
    const { content } = this.#doc.page as unknown as { content: PageContent };
    const ours = [Buffer.from(`q 1 0 0 -1 0 ${pageHeight} cm\n`), this.#content.take(), Buffer.from('Q\n')];
    const bytes = deflateSync(Buffer.concat([...content.buffer, ...ours]), { level: 3 });
    Object.assign(content, { buffer: [bytes], compress: false });
    Object.assign(content.data, { Filter: 'FlateDecode', Length: bytes.length });
  }

  #firstPage(): void {
    const { title, subtitle, facts, lead, figures } = this.#table;
    this.#logo();
    const right = (text: string, y: number, style: TextStyle) =>
      this.#text(
        pageWidth - margin - this.#letters.widthOf(text, style.size ?? size, style.weight),
        y,
        text,
        style,
      );
    right(title, margin + 14, { size: 13, weight: 'bold' });
    right(subtitle, margin + 28, { size: 9, colour: colours.muted });
    this.#y = margin + 62;
    const half = textWidth / 2;
    for (let at = 0; at < facts.length; at += 2) {
      const pair = facts.slice(at, at + 2);
      const heights = pair.map(([label, lines], side) => {
        const x = margin + side * half;
        this.#text(x, this.#y, label, { size: smallSize, colour: colours.muted });
        const wrapped = lines.flatMap((line, index) =>
          this.#letters.wrapped(line, half - 16, 9, index === 0 ? 'bold' : 'regular'),
        );
        wrapped.forEach((line, index) => {
          this.#place(x, this.#y + 13 + index * 12, line, { points: 9, colour: colours.ink });
        });
        return wrapped.length;
      });
      this.#y += 26 + 12 * Math.max(...heights);
    }
    if (lead !== undefined) this.#y = this.#paragraph(this.#y + 12, lead, { size: 10 }) + 8;
    if (figures.length === 0) return;
    const width = textWidth / figures.length;
    this.#line(this.#y - 6);
    const points = Math.min(...figures.map(([, text]) => this.#letters.sizeFor(text, width - 8, 11, 'bold')));
    figures.forEach(([label, text], at) => {
      const x = margin + at * width;
      this.#text(x, this.#y + 12, label, { size: smallSize, colour: colours.muted });
      this.#text(x, this.#y + 27, text, { size: points, weight: 'bold' });
    });
    this.#y += 52;
  }

  #headings(): void {
    this.#cells(
      this.#table.columns.map(({ heading }) => heading),
      'regular',
      colours.muted,
    );
    this.#y += rowHeight;
    this.#line(this.#y);
  }

  #cells(cells: readonly PdfCell[], weight: Weight, colour: string = colours.ink): void {
    const first = { points: size, weight, colour };
    let x = margin;
    for (const [at, column] of this.#table.columns.entries()) {
      const cell = cells[at] ?? '';
      if (typeof cell === 'string') this.#cell(column, x, this.#y + 11, cell, first);
      else
        cell.forEach((line, index) => {
          const y = index === 0 ? this.#y + 11 : this.#y + 11.5 + lineHeight * index;
          this.#cell(column, x, y, line, index === 0 ? first : smallText);
        });
      x += column.width;
    }
  }

  #cell({ width, align }: PdfColumn, x: number, y: number, text: string, style: CellStyle): void {
    if (text === '') return;
    const { points, weight } = style;
    const room = width - 8;
    if (align !== 'right') {
      this.#place(x, y, this.#letters.fitted(text, room, points, weight), style);
      return;
    }
    const measured = this.#letters.measure(text, weight);
    const fitting = sizeOf(measured, room, points);
    const { colour } = style;
    this.#place(x + width - (measured.width * fitting) / 1000, y, measured, { points: fitting, colour });
  }

  #text(x: number, y: number, text: string, style: TextStyle = {}): void {
    if (text === '') return;
    const { size: points = size, weight = 'regular', colour = colours.ink } = style;
    this.#place(x, y, this.#letters.measure(text, weight), { points, colour });
  }

  #place(
    x: number,
    y: number,
    measured: Measured,
    { points, colour }: Pick<CellStyle, 'points' | 'colour'>,
  ): void {
    this.#content.text({ x, y: pageHeight - y, points, colour, measured });
  }

  #line(y: number): void {
    this.#content.line(margin, pageWidth - margin, pageHeight - y, colours.line);
  }

  /** The code with its QR code, at the bottom. */
  #mark(): void {
    const { label, code, page, url } = this.#table.mark;
    const top = pageHeight - 48 - codeSize;
    const { data, size: modules } = encodeQr(url, { ecc: 'M', border: 0 });
    const side = codeSize / modules;
    const places = data.flatMap((row, down) =>
      row.flatMap((isDark, across) =>
        isDark ? [[margin + across * side, pageHeight - top - (down + 1) * side] as const] : [],
      ),
    );
    this.#content.squares(places, side, colours.ink);
    const x = margin + codeSize + 12;
    this.#text(x, top + 13, label, { size: smallSize, colour: colours.muted });
    this.#text(x, top + 26, code, { size: 9, weight: 'bold' });
    this.#text(x, top + 38, page, { size: smallSize, colour: colours.muted });
  }

  /** The mark is a stroked arc and a dot, the name an outline. */
  #logo(): void {
    const [mark = '', name = ''] = logoPaths;
    this.#doc.save().translate(margin - 2, margin - 4);
    this.#doc.save().translate(0, 2).path(mark).lineWidth(3.85).lineCap('round').stroke(colours.ink);
    this.#doc.restore().circle(23.71, 16, 3.15).fill('#FE6B41');
    this.#doc.path(name).fill(colours.ink).restore();
  }
}

/** The library's data of a page until it is written. */
interface PageContent {
  readonly buffer: readonly Uint8Array[];
  readonly data: object;
}

interface TextStyle {
  readonly size?: number;
  readonly weight?: Weight;
  readonly colour?: string;
}

/** The same with all fields set, because cells have many texts. */
interface CellStyle {
  readonly points: number;
  readonly weight: Weight;
  readonly colour: string;
}

const smallText: CellStyle = { points: smallSize, weight: 'regular', colour: colours.muted };
