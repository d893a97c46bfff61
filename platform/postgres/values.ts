/** How values travel to PostgreSQL and back where pg's own way is slow: lists in binary form, lists of one value, times. */

import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';

const [zero, dash, colon, blank, point] = [0x30, 0x2d, 0x3a, 0x20, 0x2e];

/*
 * A list of long texts, or of byte strings, as a parameter of type `text[]` or `bytea[]`, in PostgreSQL's binary form (`array_send`). In a literal, each quote
 * would be escaped here and parsed character by character by PostgreSQL, and bytes would travel as hex.
 */

const oidOfText = 25;
const oidOfBytes = 17;

/** Pass it as a parameter with the cast `::text[]`. PostgreSQL refuses a text with a NUL. */
export function binaryTexts(texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  return binaryList(oidOfText, sizes, (bytes, at, index) => bytes.write(texts[index] ?? '', at));
}

/** Pass it as a parameter with the cast `::bytea[]`. */
export function binaryBytes(list: readonly Uint8Array[]): Buffer {
  const sizes = list.map(({ byteLength }) => byteLength);
  return binaryList(oidOfBytes, sizes, (bytes, at, index) => bytes.set(list[index] ?? [], at));
}

function binaryList(
  elementOid: number,
  sizes: readonly number[],
  write: (bytes: Buffer, at: number, index: number) => unknown,
): Buffer {
  const dimensions = sizes.length === 0 ? 0 : 1;
  const bytes = Buffer.allocUnsafe(12 + 8 * dimensions + sizes.reduce((sum, size) => sum + 4 + size, 0));
  let at = bytes.writeInt32BE(dimensions);
  at = bytes.writeInt32BE(0, at); // no element is null
  at = bytes.writeInt32BE(elementOid, at);
  if (dimensions > 0) {
    at = bytes.writeInt32BE(sizes.length, at);
    at = bytes.writeInt32BE(1, at); // the first index
  }
  for (const [index, size] of sizes.entries()) {
    at = bytes.writeInt32BE(size, at);
    write(bytes, at, index);
    at += size;
  }
  return bytes;
}

/*
 * A list of UUIDs as a parameter of type `uuid[]`, in PostgreSQL's binary form (`array_send`). It takes as long to write as a literal, and PostgreSQL reads
 * it several times faster.
 */

const oidOfUuid = 2950;
const headerBytes = 20;
const uuidBytes = 16;
const noDigit = 0xff;

const digits = new Uint8Array(128).fill(noDigit);
for (const digit of '0123456789abcdefABCDEF') digits[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** A value in another spelling than PostgreSQL's is passed on unchanged, and the database decides what it means. */
export function binaryUuids(ids: ReadonlyArray<string | null>): Buffer | ReadonlyArray<string | null> {
  if (ids.length === 0) return ids;
  const bytes = Buffer.allocUnsafe(headerBytes + ids.length * (4 + uuidBytes));
  bytes.writeInt32BE(1, 0); // dimensions
  bytes.writeInt32BE(1, 4); // an element may be null
  bytes.writeInt32BE(oidOfUuid, 8);
  bytes.writeInt32BE(ids.length, 12);
  bytes.writeInt32BE(1, 16); // the first index
  let at = headerBytes;
  for (const id of ids) {
    at = bytes.writeInt32BE(id === null ? -1 : uuidBytes, at);
    if (id === null) continue;
    if (!writeUuid(bytes, at, id)) return ids;
    at += uuidBytes;
  }
  return bytes.subarray(0, at);
}

const isDash = (place: number) => place === 8 || place === 13 || place === 18 || place === 23;

/** False if it is not a UUID. */
function writeUuid(bytes: Buffer, start: number, id: string): boolean {
  if (id.length !== 36) return false;
  let at = start;
  let seen = 0;
  for (let place = 0; place < 36; place += 2) {
    if (isDash(place)) {
      if (id.charCodeAt(place) !== dash) return false;
      place += 1;
    }
    const high = digits[id.charCodeAt(place)] ?? noDigit;
    const low = digits[id.charCodeAt(place + 1)] ?? noDigit;
    seen |= high | low;
    bytes[at] = (high << 4) | low;
    at += 1;
  }
  return seen < uuidBytes;
}

// Parameters for lists whose values are often all the same, such as account, time or currency of payments in one group.

/** A list as a parameter. If all its values are the same, only one is sent (`platform.spread`, migration 0120). */
export function spread(type: string, values: ReadonlyArray<string | number | null>): RawBuilder<unknown> {
  const [first] = values;
  const sent = values.every((value) => value === first) ? values.slice(0, 1) : values;
  const written = type === 'uuid' ? binaryUuids(sent as ReadonlyArray<string | null>) : sent;
  return sql`platform.spread(${written}::${sql.raw(type)}[], ${values.length}::int)`;
}

/*
 * Reads and writes `timestamptz`, a `Date` here. pg's own reader runs two regular expressions over each text, which was the largest single cost of a statement of 100,000
 * entries. Times in UTC, in years of four digits, are read here; all others by pg's reader. Both cut off what is smaller than a millisecond.
 */

const timestamptz = 1184;
const readAny = pg.types.getTypeParser(timestamptz, 'text') as (text: string) => Date;

/** `2026-11-26 12:08:14`, and the shortest zone. */
const [secondsEnd, shortest] = [19, 22];

/** PostgreSQL's text of a `timestamptz` in ISO style, for any time zone of the session. */
export function momentOf(text: string): Date {
  const isPlain =
    text.length >= shortest &&
    text.endsWith('+00') &&
    text.charCodeAt(4) === dash &&
    text.charCodeAt(10) === blank &&
    text.charCodeAt(13) === colon;
  if (!isPlain) return readAny(text);
  const year = 100 * two(text, 0) + two(text, 2);
  // Date.UTC interprets years below 100 as 19xx.
  if (!(year >= 100)) return readAny(text);
  const ms = Date.UTC(
    year,
    two(text, 5) - 1,
    two(text, 8),
    two(text, 11),
    two(text, 14),
    two(text, 17),
    text.charCodeAt(secondsEnd) === point ? thousandths(text) : 0,
  );
  return Number.isNaN(ms) ? readAny(text) : new Date(ms);
}

const digit = (text: string, at: number): number => text.charCodeAt(at) - zero;
const two = (text: string, at: number): number => 10 * digit(text, at) + digit(text, at + 1);

/** Milliseconds from up to three decimals. */
function thousandths(text: string): number {
  const end = Math.min(text.length - 3, secondsEnd + 4);
  let ms = 0;
  for (let at = secondsEnd + 1; at < secondsEnd + 4; at += 1) ms = 10 * ms + (at < end ? digit(text, at) : 0);
  return ms;
}

let lastMs = Number.NaN;
let lastText = '';

/** A time as a parameter. Cached, because lists mostly repeat one time and formatting takes a microsecond. */
export function writeMoment(at: Date): string {
  const ms = at.getTime();
  if (ms !== lastMs) {
    lastText = at.toISOString();
    lastMs = ms;
  }
  return lastText;
}
