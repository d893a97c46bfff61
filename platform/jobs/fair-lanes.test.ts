/** Lanes for heavy work. No clock: the test ends the tasks and compares the order of their starts. */
import { expect, test } from 'vitest';
import { Problem } from '../problem.ts';
import { createFairLanes, type LaneLimits } from './fair-lanes.ts';

const limits: LaneLimits = { lanes: 2, lanesPerClient: 1, queue: 6, queuePerClient: 4 };

/** Tasks that record their start and run until the test ends them. */
function bench(given: LaneLimits) {
  const lanes = createFairLanes(given);
  const started: string[] = [];
  const running: Array<{ name: string; end: () => void }> = [];
  const refused: string[] = [];
  const add = (client: string, name: string) =>
    lanes
      .run(client, () => {
        started.push(name);
        return new Promise<void>((resolve) => running.push({ name, end: resolve }));
      })
      .catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'overloaded') throw error;
        refused.push(name);
      });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endOldest = async () => {
    running.shift()?.end();
    await settle();
  };
  return { add, started, running, refused, settle, endOldest };
}

test("a client's burst takes one lane and never runs before another client's single task", async () => {
  const { add, started, settle, endOldest } = bench(limits);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', name);
  await settle();
  expect(started).toEqual(['a1']);
  for (const name of ['b1', 'c1']) void add(name.charAt(0), name);
  await settle();
  expect(started).toEqual(['a1', 'b1']);
  await endOldest();
  expect(started).toEqual(['a1', 'b1', 'c1']);
  for (let left = 6; left > 0; left -= 1) await endOldest();
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4']);
});

test('control: if one client may take every lane, its burst does', async () => {
  const { add, started, settle } = bench({ ...limits, lanesPerClient: 2 });
  for (const name of ['a1', 'a2', 'b1']) void add(name.charAt(0), name);
  await settle();
  expect(started).toEqual(['a1', 'a2']);
});

test('refuses tasks beyond one client’s share, and a failed task frees its lane', async () => {
  const { add, started, refused, running, settle, endOldest } = bench(limits);
  for (let number = 1; number <= 7; number += 1) void add('a', `a${number}`);
  await settle();
  expect(refused).toEqual(['a6', 'a7']);
  while (running.length > 0) await endOldest();
  expect(started).toHaveLength(5);
  const lanes = createFairLanes({ ...limits, lanes: 1 });
  await expect(lanes.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(lanes.run('a', () => Promise.resolve('next'))).resolves.toBe('next');
});

test('a full queue drops the last task of the longest queue for a client that has none', async () => {
  const { add, refused, started, running, settle, endOldest } = bench({ ...limits, lanes: 1, queue: 4 });
  for (let number = 1; number <= 5; number += 1) void add('a', `a${number}`);
  void add('b', 'b1');
  await settle();
  expect(refused).toEqual(['a5']);
  while (running.length > 0) await endOldest();
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
});
