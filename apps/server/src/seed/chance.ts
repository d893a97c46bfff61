/** Repeatable random numbers: the same seed gives the same sequence. For demo data only, never for secrets. */
import { createHash } from 'node:crypto';

export interface Chance {
  /** A whole number between the two, both included. */
  between(least: number, most: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** Mulberry32, started from the hash of a text. */
export function createChance(seed: string): Chance {
  let state = createHash('sha256').update(seed).digest().readUInt32BE();

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return { between, pick: (items) => items[between(0, items.length - 1)] ?? items[0] };
}
