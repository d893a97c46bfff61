/** The fonts of a long PDF: the code and the width of each letter, looked up once. Latin and Cyrillic letters need no shaping. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/onest/package.json'));

export type Weight = 'regular' | 'bold';

/** What the library knows of a font; it has no types for it. */
interface EmbeddedFont {
  readonly id: string;
  encode(text: string): [codes: string[], positions: Array<{ advanceWidth: number }>];
  ref(): unknown;
}

interface Glyph {
  readonly code: string;
  /** Thousandths of the font's size. */
  readonly width: number;
}

/** A text in one weight. */
interface Measured {
  readonly codes: string;
  /** Thousandths of the font's size. */
  readonly width: number;
}

/** Texts remembered: a text is measured before it is written, and dates and kinds of payment repeat. */
const mostMeasured = 2_000;

export class PdfLetters {
  readonly #fonts: Readonly<Record<Weight, EmbeddedFont>>;
  readonly #glyphs: Readonly<Record<Weight, Map<string, Glyph>>> = { regular: new Map(), bold: new Map() };
  readonly #measured: Readonly<Record<Weight, Map<string, Measured>>> = {
    regular: new Map(),
    bold: new Map(),
  };

  constructor(document: PDFKit.PDFDocument) {
    const embedded = (file: string) =>
      (document.font(join(fonts, file)) as unknown as { _font: EmbeddedFont })._font;
    this.#fonts = {
      regular: embedded('400Regular/Onest_400Regular.ttf'),
      bold: embedded('600SemiBold/Onest_600SemiBold.ttf'),
    };
  }

  /** A page must name the fonts that it uses. */
  nameOn(page: PDFKit.PDFPage): void {
    const named = (page as unknown as { fonts: Record<string, unknown> }).fonts;
    for (const font of Object.values(this.#fonts)) named[font.id] = font.ref();
  }

  encode(text: string, weight: Weight): { readonly font: string; readonly codes: string } {
    return { font: this.#fonts[weight].id, codes: this.#measure(text, weight).codes };
  }

  widthOf(text: string, points: number, weight: Weight = 'regular'): number {
    return (this.#measure(text, weight).width * points) / 1000;
  }

  /** The largest size, at most this one, at which the text fits: an amount is never cut off. */
  sizeFor(text: string, width: number, points: number, weight: Weight = 'regular'): number {
    return points * Math.min(1, width / this.widthOf(text, points, weight));
  }

  /** The text, cut off where it is wider. */
  fitted(text: string, width: number, points: number, weight: Weight = 'regular'): string {
    if (this.widthOf(text, points, weight) <= width) return text;
    const room = (width * 1000) / points - this.#glyphOf('…', weight).width;
    let [fitted, used] = ['', 0];
    for (const character of text) {
      used += this.#glyphOf(character, weight).width;
      if (used > room) break;
      fitted += character;
    }
    return `${fitted.trimEnd()}…`;
  }

  /** The text in lines of at most this width, broken at blanks. */
  wrapped(text: string, width: number, points: number): string[] {
    const lines = [''];
    for (const word of text.split(' ')) {
      const line = lines.pop() ?? '';
      const longer = line === '' ? word : `${line} ${word}`;
      lines.push(...(line === '' || this.widthOf(longer, points) <= width ? [longer] : [line, word]));
    }
    return lines.map((line) => this.fitted(line, width, points));
  }

  #measure(text: string, weight: Weight): Measured {
    const known = this.#measured[weight].get(text);
    if (known) return known;
    let [codes, width] = ['', 0];
    for (const character of text) {
      const glyph = this.#glyphOf(character, weight);
      codes += glyph.code;
      width += glyph.width;
    }
    if (this.#measured[weight].size >= mostMeasured) this.#measured[weight].clear();
    const measured = { codes, width };
    this.#measured[weight].set(text, measured);
    return measured;
  }

  #glyphOf(character: string, weight: Weight): Glyph {
    const known = this.#glyphs[weight].get(character);
    if (known) return known;
    const [codes, positions] = this.#fonts[weight].encode(character);
    const width = positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
    const glyph = { code: codes.join(''), width };
    this.#glyphs[weight].set(character, glyph);
    return glyph;
  }
}
