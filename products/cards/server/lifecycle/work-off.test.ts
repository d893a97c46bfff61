/** Kinds of work that fail for all their cards do not delay other kinds. */

import { createTestDatabase } from '@calmly/server/test/support/database.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { expect, test } from 'vitest';
import { type Due, type Unfinished, workOff } from './work-off.ts';

const broken = Array.from({ length: 2_500 }, (_, index) => `broken-${index}`);

test('thousands of cards that fail in each run keep no other kind waiting, and the runs end', async () => {
  const { database, close } = await createTestDatabase();
  const done: string[] = [];
  let tried = 0;
  const kinds: Due[] = [
    {
      what: 'a kind that fails',
      list: async (_, { limit, except }) => {
        const left = new Set(except);
        return broken.filter((id) => !left.has(id)).slice(0, limit);
      },
      handle: async () => {
        tried += 1;
        throw new Error('fails');
      },
    },
    {
      what: 'another kind',
      list: async (_, { except }) => ['fine'].filter((id) => !done.includes(id) && !except.includes(id)),
      handle: async (_, id) => void done.push(id),
    },
  ];
  /** Each run has time for 1,500 cards. */
  const begin = () => {
    let left = 1_500;
    return () => left-- > 0;
  };
  let rest: Unfinished | undefined = { first: 0, failed: {} };
  let runs = 0;
  for (; rest && runs < 10; runs += 1)
    rest = await workOff(database, systemWork(database.sql), kinds, { ...rest, begin });
  await close();
  expect([done, runs < 10]).toEqual([['fine'], true]);
  // At most one page beyond the thousand.
  expect(tried).toBeLessThan(1_400);
});
