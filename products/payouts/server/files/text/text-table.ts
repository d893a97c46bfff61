/** Stores many texts in little memory: their UTF-8 in pages outside V8's heap. */
import { FileRefused } from '../refusal.ts';

export interface TextTable {
  add(text: string): void;
  /** Undefined beyond the last. */
  at(index: number): string | undefined;
}

const pageBytes = 1_048_576;
/** Limit for all texts of a file together. */
const mostBytes = 16_000_000;

/** Numbered from 0 in the order added. `add` throws FileRefused (`zip_bomb`) above 16 MB of UTF-8 in all. */
export function createTextTable(): TextTable {
  const pages: Buffer[] = [];
  let page = Buffer.alloc(0);
  let used = 0;
  let bytes = 0;
  let count = 0;
  /** The page of each text, and its offset in it. */
  let places = new Uint32Array(1_024);
  let lengths = new Uint32Array(1_024);
  let pageNumbers = new Uint16Array(1_024);

  return {
    add(text) {
      const length = Buffer.byteLength(text);
      bytes += length;
      if (bytes > mostBytes) throw new FileRefused({ code: 'zip_bomb', sign: 'size' });
      if (used + length > page.length) {
        page = Buffer.allocUnsafeSlow(Math.max(pageBytes, length));
        pages.push(page);
        used = 0;
      }
      if (count === places.length) {
        places = doubled(places);
        lengths = doubled(lengths);
        pageNumbers = doubled(pageNumbers);
      }
      page.write(text, used);
      places[count] = used;
      lengths[count] = length;
      pageNumbers[count] = pages.length - 1;
      used += length;
      count += 1;
    },
    at(index) {
      if (!Number.isInteger(index) || index < 0 || index >= count) return undefined;
      const start = places[index] ?? 0;
      return pages[pageNumbers[index] ?? 0]?.toString('utf8', start, start + (lengths[index] ?? 0)) ?? '';
    },
  };
}

function doubled<Numbers extends Uint32Array | Uint16Array>(numbers: Numbers): Numbers {
  const more = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  more.set(numbers);
  return more;
}
