import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { grouped } from './group.ts';

/** A group function whose groups end when the test says so. */
function heldGroups() {
  const groups: { items: readonly number[]; end: () => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<Array<number | Error>>((resolve) => {
      groups.push({
        items,
        end: () => resolve(items.map((item) => (item < 0 ? new Error(`${item}`) : item * 2))),
      });
    });
  return { run, groups };
}
const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

describe('a group', () => {
  test('takes a lone caller at once, and later callers together', async () => {
    const { run, groups } = heldGroups();
    const call = grouped(run, { limit: 10, queueLimit: 100 });
    const first = call(1);
    await turn();
    const later = from(2, 12).map(call);
    await turn();
    expect(groups.map(({ items }) => items)).toEqual([[1]]);
    groups[0]?.end();
    expect(await first).toBe(2);
    await turn();
    expect(groups[1]?.items).toEqual(from(2, 10));
    groups[1]?.end();
    await turn();
    await turn();
    expect(groups[2]?.items).toEqual([12, 13]);
    groups[2]?.end();
    expect(await Promise.all(later)).toEqual(from(2, 12).map((item) => item * 2));
  });

  test('starts beside one in flight only if enough callers wait', async () => {
    const { run, groups } = heldGroups();
    const call = grouped(run, { limit: 10, queueLimit: 100, lanes: 2, overlapAt: 3 });
    const calls = [call(1)];
    await turn();
    calls.push(call(2), call(3));
    await turn();
    expect(groups).toHaveLength(1);
    calls.push(call(4));
    await turn();
    expect(groups[1]?.items).toEqual([2, 3, 4]);
    calls.push(...from(5, 5).map(call));
    await turn();
    expect(groups).toHaveLength(2);
    for (const group of groups) group.end();
    await turn();
    await turn();
    groups[2]?.end();
    expect(await Promise.all(calls)).toEqual(from(1, 9).map((item) => item * 2));
  });

  test('never has two groups of one lane in flight, and starts with the longest waiting', async () => {
    const { run, groups } = heldGroups();
    const call = grouped(run, { limit: 10, queueLimit: 100, lanes: 2, keyOf: (item) => String(item % 2) });
    const calls = [call(2)];
    await turn();
    calls.push(call(4), call(3), call(6), call(5));
    await turn();
    expect(groups.map(({ items }) => items)).toEqual([[2], [3, 5]]);
    calls.push(call(7));
    groups[0]?.end();
    groups[1]?.end();
    await turn();
    await turn();
    expect(groups.map(({ items }) => items)).toEqual([[2], [3, 5], [4, 6], [7]]);
    for (const group of groups) group.end();
    await Promise.all(calls);
  });

  test('spreads keys evenly over the lanes, and an unused key goes to the shortest lane', async () => {
    const { run, groups } = heldGroups();
    const call = grouped(run, { limit: 10, queueLimit: 100, lanes: 2, keyOf: (item) => String(item % 10) });
    const calls = [1, 2, 3, 4, 11].map(call);
    await turn();
    expect(groups.map(({ items }) => items)).toEqual([
      [1, 3, 11],
      [2, 4],
    ]);
    // 1 is in flight with 3 and 11; a new key goes to the other lane, which is less loaded.
    calls.push(call(21), call(5), call(6));
    groups[1]?.end();
    await turn();
    await turn();
    expect(groups[2]?.items).toEqual([5, 6]);
    groups[0]?.end();
    await turn();
    await turn();
    expect(groups[3]?.items).toEqual([21]);
    for (const group of groups) group.end();
    await Promise.all(calls);
    const again = [2, 1].map(call);
    await turn();
    expect(groups.slice(4).map(({ items }) => items)).toEqual([[2], [1]]);
    for (const group of groups) group.end();
    await Promise.all(again);
  });

  test('a refused item fails only for its caller, and a full queue refuses with a retry time', async () => {
    const { run, groups } = heldGroups();
    const call = grouped(run, { limit: 10, queueLimit: 2 });
    const calls = [call(1), call(-2)];
    await expect(call(3)).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 1 });
    await turn();
    groups[0]?.end();
    expect(await calls[0]).toBe(2);
    await expect(calls[1]).rejects.toThrow('-2');
  });
});
