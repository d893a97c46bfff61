/**
 * Random choices for tests. `chanceOf(seed)` is the same every time. `chanceOfRun` differs each day: it prints its seed, and
 * `SEED=… npx vitest run …` repeats the choices of a day (but not the order in which concurrent callers get their turn).
 */

/** A number from 0 up to, not including, `below` (mulberry32). */
export function chanceOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

export interface Chance {
  readonly seed: number;
  /** A whole number from 0 up to, not including, `below`. */
  readonly below: (below: number) => number;
  /** Whether something of this probability happens. */
  readonly happens: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

/** The random choices of a test file today; `name` identifies the seed in the output. */
export function chanceOfRun(name: string): Chance {
  const seed = Number(process.env.SEED);
  process.stderr.write(`${name}: SEED=${seed} repeats this run's choices\n`);
  return chanceFrom(seed);
}

export function chanceFrom(seed: number): Chance {
  const below = chanceOf(seed);
  return {
    seed,
    below,
    happens: (probability) => below(1_000_000) < probability * 1_000_000,
    pick: (items) => {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[below(items.length)] as (typeof items)[number];
    },
  };
}
