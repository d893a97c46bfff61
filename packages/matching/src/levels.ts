/**
 * The price levels of one side in sorted chunks, best last. A look-up is two binary searches in short arrays of numbers, an insertion
 * moves at most a chunk, and the best level is removed from an end: both a book of twenty levels and one of a hundred thousand stay in
 * few cache lines.
 */
import type { Level } from './order.ts';

const chunkSize = 128;

interface Chunk {
  /** Ascending; the first `size` are in use. */
  readonly keys: Float64Array;
  readonly levels: Level[];
}

export class Levels {
  /** The level that trades first. */
  best: Level | undefined;
  /** How many levels there are. */
  size = 0;
  /** 1 if the highest price is best (bids), -1 if the lowest is (asks). */
  readonly sign: 1 | -1;
  readonly #chunks: Chunk[] = [];
  /** The first key of each chunk. */
  readonly #firsts: number[] = [];

  constructor(sign: 1 | -1) {
    this.sign = sign;
  }

  /** The level of a price. */
  find(price: number): Level | undefined {
    const key = this.sign * price;
    if (this.best?.key === key) return this.best;
    const chunk = this.#chunks[this.#chunkOf(key)];
    if (!chunk) return undefined;
    const level = chunk.levels[position(chunk, key)];
    return level?.key === key ? level : undefined;
  }

  /** Adds an empty level for a price that has none. */
  add(price: number): Level {
    const key = this.sign * price;
    const level: Level = { price, key, total: 0, orders: 0, head: undefined, tail: undefined };
    const at = Math.max(this.#chunkOf(key), 0);
    const chunk = this.#chunks[at] ?? this.#addChunk(0, []);
    const index = position(chunk, key);
    chunk.keys.copyWithin(index + 1, index, chunk.levels.length);
    chunk.keys[index] = key;
    if (index === chunk.levels.length) chunk.levels.push(level);
    else chunk.levels.splice(index, 0, level);
    if (index === 0) this.#firsts[at] = key;
    if (chunk.levels.length === chunkSize) this.#addChunk(at + 1, chunk.levels.splice(chunkSize / 2));
    this.size += 1;
    if (!this.best || key > this.best.key) this.best = level;
    return level;
  }

  /** Removes a level of this side. */
  remove(level: Level): void {
    const at = level === this.best ? this.#chunks.length - 1 : this.#chunkOf(level.key);
    const chunk = this.#chunks[at];
    if (!chunk) throw new Error(`no level at ${level.price}`);
    const index = level === this.best ? chunk.levels.length - 1 : position(chunk, level.key);
    chunk.keys.copyWithin(index, index + 1, chunk.levels.length);
    if (index === chunk.levels.length - 1) chunk.levels.pop();
    else chunk.levels.splice(index, 1);
    if (chunk.levels.length === 0) {
      this.#chunks.splice(at, 1);
      this.#firsts.splice(at, 1);
    } else if (index === 0) this.#firsts[at] = chunk.keys[0] ?? 0;
    this.size -= 1;
    if (level === this.best) this.best = this.#chunks.at(-1)?.levels.at(-1);
  }

  /** From the best to the worst. The side must not change during the iteration. */
  *[Symbol.iterator](): Generator<Level> {
    for (let at = this.#chunks.length - 1; at >= 0; at -= 1) {
      const levels = this.#chunks[at]?.levels ?? [];
      for (let index = levels.length - 1; index >= 0; index -= 1) {
        const level = levels[index];
        if (level) yield level;
      }
    }
  }

  /** The best `count` levels, best first. */
  first(count: number): Level[] {
    const levels: Level[] = [];
    for (const level of this) {
      if (levels.length >= count) break;
      levels.push(level);
    }
    return levels;
  }

  /** The last chunk that starts at or before the key; -1 if all start after it. */
  #chunkOf(key: number): number {
    const firsts = this.#firsts;
    let low = 0;
    let high = firsts.length - 1;
    // Most orders arrive near the best price.
    if (high >= 0 && (firsts[high] ?? 0) <= key) return high;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if ((firsts[middle] ?? 0) <= key) low = middle + 1;
      else high = middle - 1;
    }
    return high;
  }

  #addChunk(at: number, levels: Level[]): Chunk {
    const chunk = { keys: new Float64Array(chunkSize), levels };
    for (const [index, level] of levels.entries()) chunk.keys[index] = level.key;
    this.#chunks.splice(at, 0, chunk);
    this.#firsts.splice(at, 0, levels[0]?.key ?? 0);
    return chunk;
  }
}

/** The key's position in the chunk, or its insertion point. */
function position({ keys, levels }: Chunk, key: number): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
