/**
 * Ids: UUID version 7 (RFC 9562, section 5.7, method 1), so that "ordered by id descending" is newest first.
 *
 * 48 bits of milliseconds, 12 bits that count upwards inside one millisecond, 62 random bits. Ids of one process increase strictly, even
 *    if its clock steps back.
 */
import { randomUUID } from 'node:crypto';

interface Counter {
  atMs: number;
  sequence: number;
  /** The first two parts of the id, in hex. */
  time: string;
}

const lastSequence = 0xfff;

const clock: Counter = { atMs: 0, sequence: 0, time: '' };
const named: Counter = { atMs: 0, sequence: 0, time: '' };

/**
 * A new id. Without an argument it is later than every earlier id; with `atMs` it carries that moment (for history written afterwards) and does not
 * affect the sequence of the clock's ids.
 */
export function newId(atMs?: number): string {
  if (atMs !== undefined) return advance(named, atMs);
  return advance(clock, Math.max(clock.atMs, Date.now()));
}

function advance(counter: Counter, atMs: number): string {
  const random = randomUUID();
  if (atMs !== counter.atMs) {
    // Starts in the lower half of the range, so that the upper half is left for counting.
    setTime(counter, atMs, Number.parseInt(random.slice(0, 3), 16) >> 1);
  } else if (counter.sequence < lastSequence) {
    counter.sequence += 1;
  } else {
    setTime(counter, counter.atMs + 1, 0);
  }
  // Four digits, the first of which is the version. From position 18 on, a version 4 id matches version 7: the variant and 62 random bits.
  return counter.time + (0x7000 + counter.sequence).toString(16) + random.slice(18);
}

function setTime(counter: Counter, atMs: number, sequence: number): void {
  const time = atMs.toString(16).padStart(12, '0');
  counter.atMs = atMs;
  counter.sequence = sequence;
  counter.time = `${time.slice(0, 8)}-${time.slice(8)}-`;
}

// Ids begin with their milliseconds (UUIDv7), so a range of times is a range of ids.

const dayMs = 86_400_000;

/** The smallest id of a moment; nothing is older than 1970. */
export function firstIdAt(time: Date): string {
  const hex = Math.max(time.getTime(), 0).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The first id of a period that begins with a day (UTC) or at a moment. */
export const firstIdFrom = (from: string): string => firstIdAt(new Date(from));

/** The first id after a period: of a day (UTC) the last moment still counts, a moment does not. */
export const firstIdAfter = (to: string): string =>
  firstIdAt(new Date(Date.parse(to) + (isDay(to) ? dayMs : 0)));

const isDay = (bound: string) => !bound.includes('T');

/** The moment of an id. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
