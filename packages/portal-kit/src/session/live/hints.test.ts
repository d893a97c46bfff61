import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Changed, gatherHints } from './hints.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Hints whose reads are recorded and end when the test resolves them. */
function watched() {
  const readings: [string, Changed][] = [];
  const ends: (() => void)[] = [];
  const hints = gatherHints((topic, changed) => {
    readings.push([topic, changed]);
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  return { readings, hints, answer: () => ends.shift()?.() };
}

const ids = (...names: string[]) => new Set(names);

it('acts on the first hint at once and reads the rest of a burst together, a second later', async () => {
  const { readings, hints, answer } = watched();
  hints.add('payments', ids('a'));
  expect(readings).toEqual([['payments', ids('a')]]);
  for (let n = 0; n < 10_000; n += 1) hints.add('payments', ids(`b${n % 3}`));
  answer();
  await vi.advanceTimersByTimeAsync(999);
  expect(readings).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(readings.slice(1)).toEqual([['payments', ids('b0', 'b1', 'b2')]]);
});

it('waits for a slow read instead of aborting it', async () => {
  const { readings, hints, answer } = watched();
  hints.add('payments', ids('a'));
  hints.add('payments', 'all');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(readings).toHaveLength(1);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(readings).toEqual([
    ['payments', ids('a')],
    ['payments', 'all'],
  ]);
});

it('keeps topics separate, and is ready again after a quiet second', async () => {
  const { readings, hints, answer } = watched();
  hints.add('payments', ids('a'));
  hints.add('accounts', 'all');
  expect(readings.map(([topic]) => topic)).toEqual(['payments', 'accounts']);
  answer();
  answer();
  await vi.advanceTimersByTimeAsync(1000);
  hints.add('accounts', 'all');
  expect(readings).toHaveLength(3);
});

it('reads nothing more once stopped', async () => {
  const { readings, hints, answer } = watched();
  hints.add('payments', ids('a'));
  hints.add('payments', ids('b'));
  hints.stop();
  answer();
  await vi.advanceTimersByTimeAsync(5000);
  expect(readings).toHaveLength(1);
});
