/**
 * The tests beside the code. `pure` needs nothing; the other projects share one PostgreSQL. `npm test` runs `pure`, `server` and `attacks`;
 * `faults` (kills, outages, races) and the full sizes of all belong to `npm run test:all`. Playwright runs the browser stories (e2e).
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The compile cache of `npm start`, so that processes started by tests (servers, readers of files) are not compiled each time. */
process.env.NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));
/** The same seed all day: a failing test fails again, and another day tries other choices. Forwarded to the workers. */
process.env.SEED ??= new Date().toISOString().slice(0, 10).replaceAll('-', '');
/** Ends a test that hangs. A busy machine is no reason to fail. */
const hangsMs = process.env.CALMLY_CAMPAIGN === 'full' ? 3_600_000 : 600_000;

const shared = {
  setupFiles: ['apps/server/test/support/seeded-properties.ts'],
  expect: { poll: { timeout: 120_000 } },
  // The files of a worker share what they import: loading the server for each of them took a fifth of the run. So a test leaves nothing
  // behind in a module (`vi.stubGlobal`, fake timers and spies are taken back).
  isolate: false,
  hookTimeout: hangsMs,
  testTimeout: hangsMs,
};

export default defineConfig({
  test: {
    // A test waits for its database as often as it computes: two files at a time use two cores.
    maxWorkers: 2,
    // Most objects live for one call. With more room for young ones the garbage collector copies fewer, and a run takes a tenth less time.
    execArgv: ['--max-semi-space-size=64'],
    globalSetup: 'apps/server/test/support/global-setup.ts',
    experimental: { vcsProvider: fileURLToPath(new URL('scripts/test/changes.mjs', import.meta.url)) },
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: [
            'packages/**/*.test.{ts,tsx}',
            'apps/signer/**/*.test.ts',
            '{apps/{web,office}/src,products/*/{contract,portal,office,texts}}/**/*.test.{ts,tsx}',
            'bench/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: [
            '{platform,providers,products/*/server,apps/server/src,apps/server/test/support}/**/*.test.ts',
          ],
        },
      },
      { test: { ...shared, name: 'attacks', include: ['apps/server/test/attacks/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'faults',
          include: ['apps/server/test/faults/**/*.test.ts'],
          // A race or an outage needs the machine to itself.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
