/** Races between two actors that exclude each other: the head start follows the winner, so that both win, and meet at the closest point. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';

type Actor = 'first' | 'second';

/**
 * Runs a race many times in sequence. `run` makes each actor wait for its start and returns the winner. Fails if one of them never wins, because such
 * rounds would have shown only one order of events.
 */
export async function tightRaces(
  rounds: number,
  run: (start: Readonly<Record<Actor, () => Promise<void>>>) => Promise<Actor>,
): Promise<void> {
  const wins = { first: 0, second: 0 };
  /** Milliseconds that the first waits; if negative, the second. */
  let lead = 0;
  let step = 1;
  let last: Actor | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const waits = { first: Math.max(lead, 0), second: Math.max(-lead, 0) };
    const winner = await run({
      first: async () => void (await sleep(waits.first)),
      second: async () => void (await sleep(waits.second)),
    });
    wins[winner] += 1;
    step = winner === last ? step * 2 : 1;
    last = winner;
    lead += winner === 'first' ? step : -step;
  }
  expect(Math.min(wins.first, wins.second), `who won: ${JSON.stringify(wins)}`).toBeGreaterThan(0);
}
