/**
 * The tests beside the code. Projects differ in what they need: the server's have a real PostgreSQL, the pure packages nothing.
 * The browser's journeys are run by Playwright (e2e).
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** As `npm start` keeps it: what tests start as processes (servers, readers of files) is not compiled anew each time. */
process.env.NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));
const isFull = process.env.CALMLY_CAMPAIGN === 'full';
/** `SEED=…` repeats the properties of fast-check, which prints the seed of one that fails. */
const setupFiles = process.env.SEED ? ['apps/server/test/support/seeded-properties.ts'] : [];
/** What a test waits for may take its time on a busy machine. */
const expectation = { poll: { timeout: 30_000 } };
/** A test or a hook that takes this long hangs; a machine that is busy is no reason to fail. */
const hangs = 120_000;
/** Kills that wait for the next server as long as it takes: nothing in them has a limit of time, so two of them share the machine. */
const patientKills = ['payout', 'raise', 'rail', 'statements', 'trading', 'wallet'].map(
  (what) => `apps/server/test/faults/${what}-kill.test.ts`,
);
/**
 * The files of a worker share what they import: loading the server for each of them took a fifth of the run. So a test leaves nothing
 * behind in a module (`vi.stubGlobal`, fake timers and spies are taken back).
 */
const isolate = false;
const faults = {
  expect: expectation,
  isolate,
  globalSetup: 'apps/server/test/support/global-setup.ts',
  hookTimeout: hangs,
  testTimeout: isFull ? 1_800_000 : hangs,
};

export default defineConfig({
  test: {
    // A test waits for its database as often as it computes: two files at a time use two cores.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          setupFiles,
          expect: expectation,
          isolate,
          include: ['apps/server/**/*.test.ts'],
          exclude: ['apps/server/test/faults/**', 'apps/server/test/attacks/**'],
          globalSetup: 'apps/server/test/support/global-setup.ts',
          hookTimeout: hangs,
          testTimeout: hangs,
        },
      },
      {
        test: {
          // What an attacker would try. `npm run attacks` runs it in full size.
          name: 'attacks',
          expect: expectation,
          isolate,
          include: ['apps/server/test/attacks/**/*.test.ts'],
          globalSetup: 'apps/server/test/support/global-setup.ts',
          hookTimeout: hangs,
          testTimeout: isFull ? 1_800_000 : hangs,
        },
      },
      {
        test: {
          ...faults,
          name: 'faults-kills',
          include: patientKills,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          // Races and outages: they need the machine to themselves, so they run last and one file at a time.
          // `npm run faults` runs them, and the kills, in full size.
          ...faults,
          name: 'faults',
          include: ['apps/server/test/faults/**/*.test.ts'],
          exclude: patientKills,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'packages',
          setupFiles,
          isolate,
          hookTimeout: hangs,
          testTimeout: isFull ? 1_800_000 : hangs,
          include: [
            'packages/**/*.test.ts',
            'apps/signer/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
        },
      },
      {
        test: {
          name: 'web',
          setupFiles,
          isolate,
          hookTimeout: hangs,
          testTimeout: hangs,
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
