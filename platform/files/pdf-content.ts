/**
 * The operators of one page of a long PDF, as bytes, because concatenated and encoded strings cost several times as much. Areas and lines are written
 * before the texts, which form one text object; a font or colour is set only where it changes.
 */
import { Buffer } from 'node:buffer';
import { codeAt, lastOfOneUnit, type Measured, type PdfLetters, type Weight } from './pdf-letters.ts';

const startBytes = 64 * 1024;
const longestNumber = 24;
const [zero, minus, point, blank] = [0x30, 0x2d, 0x2e, 0x20];

/** A growing buffer, reused for each page. */
class Bytes {
  #bytes = Buffer.allocUnsafe(startBytes);
  #length = 0;

  /** ASCII only. */
  ascii(text: string): void {
    this.#reserve(text.length);
    this.#length += this.#bytes.write(text, this.#length, 'latin1');
  }

  /** A length with at most two decimals, and a space. Written digit by digit to avoid half a million strings. */
  points(length: number): void {
    this.#reserve(longestNumber);
    let hundredths = Math.round(length * 100);
    if (hundredths < 0) {
      this.#bytes[this.#length++] = minus;
      hundredths = -hundredths;
    }
    const whole = Math.floor(hundredths / 100);
    let power = 1;
    while (power * 10 <= whole) power *= 10;
    for (; power >= 1; power = Math.floor(power / 10))
      this.#bytes[this.#length++] = zero + (Math.floor(whole / power) % 10);
    const rest = hundredths % 100;
    if (rest > 0) {
      this.#bytes[this.#length++] = point;
      this.#bytes[this.#length++] = zero + Math.floor(rest / 10);
      this.#bytes[this.#length++] = zero + (rest % 10);
    }
    this.#bytes[this.#length++] = blank;
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    for (let at = 0; at < bytes.length; at += 1) this.#bytes[this.#length++] = bytes[at] ?? 0;
  }

  /** The bytes written; valid until the next write. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#bytes.length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

export interface PlacedText {
  readonly x: number;
  /** From the lower edge of the page. */
  readonly y: number;
  readonly points: number;
  readonly colour: string;
  readonly measured: Measured;
}

export class PdfContent {
  readonly #shapes = new Bytes();
  readonly #texts = new Bytes();
  readonly #letters: PdfLetters;
  /** The current text state. */
  #weight: Weight | undefined;
  #points = 0;
  #colour = '';
  #lineColour = '';

  constructor(letters: PdfLetters) {
    this.#letters = letters;
  }

  text({ x, y, points, colour, measured: { text, weight } }: PlacedText): void {
    const [texts, letters] = [this.#texts, this.#letters];
    if (weight !== this.#weight || points !== this.#points) {
      texts.ascii(`/${letters.nameOf(weight)} ${points} Tf\n`);
      [this.#weight, this.#points] = [weight, points];
    }
    if (colour !== this.#colour) {
      texts.ascii(fill(colour));
      this.#colour = colour;
    }
    texts.ascii('1 0 0 1 ');
    texts.points(x);
    texts.points(y);
    texts.ascii('Tm(');
    for (let at = 0; at < text.length; at += 1) {
      const code = codeAt(text, at);
      if (code > lastOfOneUnit) at += 1;
      texts.raw(letters.glyphOf(code, weight).bytes);
    }
    texts.ascii(')Tj\n');
  }

  /** A thin horizontal line. */
  line(from: number, to: number, y: number, colour: string): void {
    if (colour !== this.#lineColour) this.#shapes.ascii(`${fill(colour, 'RG')}0.5 w\n`);
    this.#lineColour = colour;
    this.#shapes.points(from);
    this.#shapes.points(y);
    this.#shapes.ascii('m ');
    this.#shapes.points(to);
    this.#shapes.points(y);
    this.#shapes.ascii('l S\n');
  }

  /** Squares of one size, at their lower left corners. */
  squares(places: ReadonlyArray<readonly [x: number, y: number]>, side: number, colour: string): void {
    const shapes = this.#shapes;
    shapes.ascii(fill(colour));
    for (const [x, y] of places)
      shapes.ascii(`${[x, y, side, side].map((length) => length.toFixed(2)).join(' ')} re\n`);
    shapes.ascii('f\n');
  }

  /** Returns the page's bytes and clears the buffer for the next page. */
  take(): Buffer {
    const whole = Buffer.concat([
      this.#shapes.view(),
      Buffer.from('BT\n'),
      this.#texts.view(),
      Buffer.from('ET\n'),
    ]);
    this.#shapes.clear();
    this.#texts.clear();
    this.#weight = undefined;
    this.#colour = '';
    this.#lineColour = '';
    return whole;
  }
}

const fills = new Map<string, string>();

/** A colour as an operator, for areas and texts or for lines. */
function fill(colour: string, operator: 'rg' | 'RG' = 'rg'): string {
  const key = colour + operator;
  const known = fills.get(key);
  if (known !== undefined) return known;
  const parts = [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3));
  const text = `${parts.join(' ')} ${operator}\n`;
  fills.set(key, text);
  return text;
}
