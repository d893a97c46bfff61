/**
 * The tests beside the code. Projects differ in what they need: the server's have a real PostgreSQL, the pure packages nothing.
 * The browser's journeys are run by Playwright (e2e).
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A test waits for its database as often as it computes: two files at a time use two cores.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: ['apps/server/test/reliability/**'],
          globalSetup: 'apps/server/test/support/global-setup.ts',
          hookTimeout: 30_000,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          // Races and kills: long, hungry for the machine, so after the others and one file at a time.
          name: 'reliability',
          include: ['apps/server/test/reliability/**/*.test.ts'],
          globalSetup: 'apps/server/test/support/global-setup.ts',
          hookTimeout: 30_000,
          testTimeout: 60_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'packages', include: ['packages/**/*.test.ts', 'bench/**/*.test.ts'] } },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'] } },
    ],
  },
});
