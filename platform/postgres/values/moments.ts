/**
 * Reads and writes `timestamptz`, a `Date` here. pg's own reader runs two regular expressions on each text, which was the largest single cost of a
 * statement with 100,000 entries. Times in UTC with four-digit years are read here; all others by pg's reader. Both truncate to milliseconds.
 */
import pg from 'pg';

const timestamptz = 1184;
const readAny = pg.types.getTypeParser(timestamptz, 'text') as (text: string) => Date;

/** `2026-11-26 12:08:14`, and the shortest zone. */
const [secondsEnd, shortest] = [19, 22];
const [zero, dash, colon, blank, point] = [0x30, 0x2d, 0x3a, 0x20, 0x2e];

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
