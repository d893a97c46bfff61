/**
 * The encoding of a text file: by its byte order mark, by the zeros of UTF-16, by strict decoding as UTF-8, and otherwise by which letters are
 * adjacent: in Cyrillic text, letters outside ASCII occur together; in Western European text they occur among ASCII letters. The small letters of
 * CP866 begin where Windows-1251 has symbols. `code-pages.ts` decides among the other code pages.
 * Source: WHATWG Encoding Standard (labels and tables), which Node implements with full ICU.
 */
import type { PayoutEncoding } from '@calmly/contract';
import { cyrillicPageOf, latinPageOf } from './code-pages.ts';

export type Encoding = PayoutEncoding;

export interface EncodingGuesser {
  write(bytes: Uint8Array): void;
  /** Null: these bytes are not text. */
  end(): Encoding | null;
}

/** Reads all bytes of a file, in pieces. */
export function createEncodingGuesser(): EncodingGuesser {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let marked: Encoding | null | undefined;
  let position = 0;
  /** Zeros at even and at odd positions. */
  const zeros: [number, number] = [0, 0];
  let previous: Kind = 'other';
  let together = 0;
  let among = 0;
  /** Adjacent bytes that are both letters in CP866, one of them a symbol in Windows-1251. */
  let dosTogether = 0;
  /** Bytes that only CP866 has as letters, beside ASCII letters: in Latin text. */
  let dosAmong = 0;
  let dosPrevious: DosKind = 'other';
  /** Bytes from 0x80 that occur beside a letter. */
  const counts = new Float64Array(0x80);
  const count = (byte: number) => {
    counts[byte - 0x80] = (counts[byte - 0x80] ?? 0) + 1;
  };
  let last = 0;
  let isLastCounted = true;
  let isLetterBefore = false;

  return {
    write(bytes) {
      marked ??= position === 0 && bytes.length > 0 ? markOf(bytes) : undefined;
      try {
        if (isUtf8) utf8.decode(bytes, { stream: true });
      } catch {
        isUtf8 = false;
      }
      // Letters need checking only if the bytes are not UTF-8, and zeros are rare enough to be searched for.
      for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1))
        zeros[((position + at) % 2) as 0 | 1] += 1;
      if (!isUtf8)
        for (const byte of bytes) {
          const kind = kindOf(byte);
          const dosKind = dosKindOf(byte);
          if ((kind === 'ascii' && dosPrevious === 'low') || (dosKind === 'low' && previous === 'ascii'))
            dosAmong += 1;
          if (kind === 'high' && previous === 'high') together += 1;
          if ((kind === 'high' && previous === 'ascii') || (kind === 'ascii' && previous === 'high'))
            among += 1;
          previous = kind;
          const isLetter = kind === 'ascii' || byte >= 0x80;
          if (!isLastCounted && isLetter) count(last);
          isLastCounted = byte < 0x80 || isLetterBefore;
          if (byte >= 0x80 && isLetterBefore) count(byte);
          isLetterBefore = isLetter;
          last = byte;
          if (dosKind !== 'other' && dosPrevious !== 'other' && (dosKind === 'low' || dosPrevious === 'low'))
            dosTogether += 1;
          dosPrevious = dosKind;
        }
      position += bytes.length;
    },
    end() {
      if (marked) return marked;
      const [even, odd] = zeros;
      if (even > 0 && odd > 0) return null;
      if (odd > 0) return 'utf-16le';
      if (even > 0) return 'utf-16be';
      try {
        if (isUtf8) utf8.decode();
      } catch {
        isUtf8 = false;
      }
      if (isUtf8) return 'utf-8';
      if (dosTogether > Math.max(together, among, dosAmong)) return 'ibm866';
      return together > among ? cyrillicPageOf(counts) : latinPageOf(counts);
    },
  };
}

function markOf(bytes: Uint8Array): Encoding | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

type Kind = 'ascii' | 'high' | 'other';

/** ASCII letters, and bytes that are letters in Windows-1251 and mostly in Windows-1252. */
function kindOf(byte: number): Kind {
  const lower = byte | 0x20;
  if (byte < 0x80) return lower >= 0x61 && lower <= 0x7a ? 'ascii' : 'other';
  return byte >= 0xc0 || byte === 0xa8 || byte === 0xb8 ? 'high' : 'other';
}

type DosKind = 'low' | 'high' | 'other';

/** Letters of CP866: capitals and most small letters in its low part, the last small letters in its high one. */
function dosKindOf(byte: number): DosKind {
  if (byte >= 0x80 && byte <= 0xaf) return 'low';
  return byte >= 0xe0 && byte <= 0xf1 ? 'high' : 'other';
}
