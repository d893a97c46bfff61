/**
 * Ids: UUID version 7 (RFC 9562, section 5.7, method 1), so that "ordered by id descending" is newest first.
 *
 * 48 bits of milliseconds, 12 bits that count upwards inside one millisecond, 62 random bits. Ids of one process
 * rise strictly, even when its clock steps back.
 */
import { randomUUID } from 'node:crypto';

interface Counter {
  atMs: number;
  sequence: number;
}

const lastSequence = 0xfff;

const clock: Counter = { atMs: 0, sequence: 0 };
const named: Counter = { atMs: 0, sequence: 0 };

/**
 * A new id. Without an argument it is later than every id before; with `atMs` it is an id of that moment (for
 * history that is written afterwards) and leaves the clock's ids alone.
 */
export function newId(atMs?: number): string {
  if (atMs !== undefined) return advance(named, atMs);
  return advance(clock, Math.max(clock.atMs, Date.now()));
}

function advance(counter: Counter, atMs: number): string {
  const random = randomUUID();
  if (atMs !== counter.atMs) {
    counter.atMs = atMs;
    // Half of the range: the other half is room to count.
    counter.sequence = Number.parseInt(random.slice(0, 3), 16) >> 1;
  } else if (counter.sequence < lastSequence) {
    counter.sequence += 1;
  } else {
    counter.atMs += 1;
    counter.sequence = 0;
  }
  const time = counter.atMs.toString(16).padStart(12, '0');
  const sequence = counter.sequence.toString(16).padStart(3, '0');
  // From position 19 a version 4 id has exactly what version 7 wants: the variant and 62 random bits.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${random.slice(19)}`;
}
