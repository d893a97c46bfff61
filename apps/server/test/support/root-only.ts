/**
 * The tests that only root can run, because they become another user. For everybody else they are skipped, and `npm test` excuses these
 * skips and no others (`skips.ts`).
 */

/** Title of each group, and the tests in it. */
export const rootOnly = {
  'an ordinary user': [
    'runs the database as itself',
    'is told in one line when the data directory is closed to it',
  ],
  'the embedded database of root': [
    'runs as another user',
    "is put elsewhere, programs and data, when that user cannot enter root's own directories",
  ],
} as const;

export const isRoot = process.getuid?.() === 0;
