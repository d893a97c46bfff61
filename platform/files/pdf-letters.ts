/** The fonts of a long PDF, with the code and width of each letter looked up once. Latin and Cyrillic letters need no shaping. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/onest/package.json'));

export type Weight = 'regular' | 'bold';

/** The library's data about a font; it has no types for it. */
interface EmbeddedFont {
  readonly id: string;
  encode(text: string): [codes: string[], positions: Array<{ advanceWidth: number }>];
  ref(): unknown;
}

export interface Glyph {
  /** The code as bytes of a literal string, with escapes. */
  readonly bytes: Uint8Array;
  /** Thousandths of the font's size. */
  readonly width: number;
}

/** A text in one weight. */
export interface Measured {
  readonly text: string;
  readonly weight: Weight;
  /** Thousandths of the font's size. */
  readonly width: number;
}

/** By code point. A list with gaps would be slow. */
interface Glyphs {
  readonly usual: Array<Glyph | undefined>;
  readonly others: Map<number, Glyph>;
}

/** Latin, Cyrillic, punctuation and signs of currencies. */
const usualCodes = 0x2200;
const newGlyphs = (): Glyphs => ({ usual: Array(usualCodes).fill(undefined), others: new Map() });

export class PdfLetters {
  readonly #fonts: Readonly<Record<Weight, EmbeddedFont>>;
  readonly #glyphs: Readonly<Record<Weight, Glyphs>> = { regular: newGlyphs(), bold: newGlyphs() };

  constructor(document: PDFKit.PDFDocument) {
    const embedded = (file: string) =>
      (document.font(join(fonts, file)) as unknown as { _font: EmbeddedFont })._font;
    this.#fonts = {
      regular: embedded('400Regular/Onest_400Regular.ttf'),
      bold: embedded('600SemiBold/Onest_600SemiBold.ttf'),
    };
  }

  /** Registers the font on a page, which must list the fonts it uses. */
  nameOn(page: PDFKit.PDFPage): void {
    const named = (page as unknown as { fonts: Record<string, unknown> }).fonts;
    for (const font of Object.values(this.#fonts)) named[font.id] = font.ref();
  }

  /** The name of a font on a page. */
  nameOf(weight: Weight): string {
    return this.#fonts[weight].id;
  }

  measure(text: string, weight: Weight = 'regular'): Measured {
    let width = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = codeAt(text, at);
      if (code > lastOfOneUnit) at += 1;
      width += this.glyphOf(code, weight).width;
    }
    return { text, weight, width };
  }

  widthOf(text: string, points: number, weight: Weight = 'regular'): number {
    return (this.measure(text, weight).width * points) / 1000;
  }

  /** The largest size, up to this one, at which the text fits, because an amount is never truncated. */
  sizeFor(text: string, width: number, points: number, weight: Weight = 'regular'): number {
    return sizeOf(this.measure(text, weight), width, points);
  }

  /** The text, truncated if it is too wide. */
  fitted(text: string, width: number, points: number, weight: Weight = 'regular'): Measured {
    const whole = this.measure(text, weight);
    if ((whole.width * points) / 1000 <= width) return whole;
    const room = (width * 1000) / points - this.measure('…', weight).width;
    let [fitted, used] = ['', 0];
    for (const character of text) {
      used += this.measure(character, weight).width;
      if (used > room) break;
      fitted += character;
    }
    return this.measure(`${fitted.trimEnd()}…`, weight);
  }

  /** The text in lines of at most this width, broken at spaces. */
  wrapped(text: string, width: number, points: number, weight: Weight = 'regular'): Measured[] {
    const lines = [''];
    for (const word of text.split(' ')) {
      const line = lines.pop() ?? '';
      const longer = line === '' ? word : `${line} ${word}`;
      lines.push(...(line === '' || this.widthOf(longer, points, weight) <= width ? [longer] : [line, word]));
    }
    return lines.map((line) => this.fitted(line, width, points, weight));
  }

  /** Of a code point. */
  glyphOf(code: number, weight: Weight): Glyph {
    const { usual, others } = this.#glyphs[weight];
    return (code < usualCodes ? usual[code] : others.get(code)) ?? this.#addGlyph(code, weight);
  }

  #addGlyph(code: number, weight: Weight): Glyph {
    const [codes, positions] = this.#fonts[weight].encode(String.fromCodePoint(code));
    const glyph = {
      bytes: literalOf(Buffer.from(codes.join(''), 'hex')),
      width: positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
    };
    const { usual, others } = this.#glyphs[weight];
    if (code < usualCodes) usual[code] = glyph;
    else others.set(code, glyph);
    return glyph;
  }
}

/** Higher code points take two UTF-16 units. */
export const lastOfOneUnit = 0xffff;

/** The code point that begins at this unit. */
export const codeAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return unit < 0xd800 || unit > 0xdbff ? unit : (text.codePointAt(at) ?? unit);
};

/** The largest size, up to this one, at which the text fits. */
export const sizeOf = ({ width }: Measured, room: number, points: number): number =>
  points * Math.min(1, (room * 1000) / (width * points));

const backslash = 0x5c;
/** Characters to escape: brackets, the backslash, and a carriage return, which readers take for a line feed (ISO 32000-1, 7.3.4.2). */
const marked: ReadonlyMap<number, number> = new Map([
  [0x28, 0x28],
  [0x29, 0x29],
  [backslash, backslash],
  [0x0d, 0x72],
]);

const literalOf = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from(
    [...bytes].flatMap((byte) => (marked.has(byte) ? [backslash, marked.get(byte) ?? byte] : byte)),
  );
