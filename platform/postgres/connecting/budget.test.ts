import { describe, expect, test } from 'vitest';
import { fewestConnections, requireAllowed, splitConnections } from './budget.ts';

describe('the connections of a process', () => {
  test.each([
    // total, several hosts, pool, jobs
    [undefined, false, 16, 8, 28],
    [undefined, true, 16, 8, 29],
    [11, false, 2, 5, 11],
    [12, true, 2, 5, 12],
    [19, false, 10, 5, 19],
    [22, false, 12, 6, 22],
    [61, false, 49, 8, 61],
    [62, true, 49, 8, 62],
  ])(
    '%s connections (several hosts: %s) are %s in the pool and %s for jobs',
    (total, hasSeveralHosts, pool, jobs, all) => {
      expect(splitConnections(total, { hasSeveralHosts })).toEqual({ total: all, pool, jobs });
    },
  );

  test('are never more than the number says', () => {
    for (const hasSeveralHosts of [false, true])
      for (let total = fewestConnections({ hasSeveralHosts }); total < 200; total += 1) {
        const { pool, jobs } = splitConnections(total, { hasSeveralHosts });
        expect(pool + jobs + (hasSeveralHosts ? 5 : 4)).toBe(total);
        expect(Math.min(pool - 1, jobs - 4)).toBeGreaterThan(0);
      }
  });

  const limit = 'the limit of this user';
  test.each([
    [
      40,
      20,
      true,
      'DATABASE_CONNECTIONS is 40, but the database server allows 20 (the limit of this user). Set DATABASE_CONNECTIONS to a number from 11 to 20, or raise that limit.',
    ],
    [
      undefined,
      20,
      false,
      'Calmly takes up to 28 database connections, but the database server allows 20 (the limit of this user). Set DATABASE_CONNECTIONS to a number from 11 to 20, or raise that limit.',
    ],
    [
      undefined,
      9,
      false,
      'Calmly needs at least 11 database connections, but the database server allows 9 (the limit of this user). Raise that limit.',
    ],
  ])('%s of %s are refused', (total, allowed, isSet, text) => {
    expect(() =>
      requireAllowed(
        splitConnections(total),
        [
          { allowed: 97, limit: 'max_connections', used: 90 },
          { allowed, limit, used: 0 },
        ],
        { isSet },
      ),
    ).toThrow(text);
  });

  test('as many as the server allows are accepted', () => {
    requireAllowed(splitConnections(20), [{ allowed: 20, limit, used: 0 }], { isSet: true });
  });
});
