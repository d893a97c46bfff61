/**
 * The tests that only root can run, because they switch to another user. For other users they are skipped, and `npm test` allows only
 * these skips (`skips.ts`).
 */

/** Title of each group, and the tests in it. */
export const rootOnly = {
  'an ordinary user': [
    'runs the database as itself',
    'gets one line when the data directory is not accessible',
  ],
  'the embedded database of root': [
    'is left alone when it belongs to another user',
    'is placed elsewhere, programs and data, when that user cannot enter root’s own directories',
  ],
} as const;

export const isRoot = process.getuid?.() === 0;
