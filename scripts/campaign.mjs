/**
 * `npm run attacks` and `npm run faults`: the attack and fault tests in full size, and a table of what ran. `npm test` runs the same
 * tests in their short form.
 *
 *   npm run attacks               everything in apps/server/test/attacks and the browser's attack stories
 *   npm run attacks -- slow       only the test files whose path contains "slow"
 *
 * Tests that need a Debian package (sqlmap, slowhttptest) run in full size only and name the package when it is missing.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printFindings } from './findings.mjs';
import { requireNode24 } from './node-version.mjs';

requireNode24();
const root = fileURLToPath(new URL('..', import.meta.url));
const [name, ...filters] = process.argv.slice(2);
const browserStories = { attacks: ['hostile', 'redirect'], faults: [] }[name];
if (!browserStories) {
  console.error('Choose one: attacks or faults.');
  process.exit(2);
}
if (filters.includes('--help') || filters.includes('-h')) {
  console.log(`npm run ${name}: runs the ${name.slice(0, -1)} tests in full size and prints a table of what ran.
npm run ${name} -- <text>: runs only the test files whose path contains the text.

Test files: apps/server/test/${name}`);
  process.exit();
}

const reports = join(root, '.cache', 'reports');
mkdirSync(reports, { recursive: true });
const findings = join(reports, `${name}.jsonl`);
rmSync(findings, { force: true });
const env = { ...process.env, CALMLY_CAMPAIGN: 'full', CALMLY_FINDINGS: findings };

let code = await run('vitest', ['run', '--project', `${name}*`, '--no-file-parallelism', ...filters]);
if (filters.length === 0 && browserStories.length > 0) {
  const { buildAll } = await import('./build/all.mjs');
  await buildAll();
  code ||= await run('playwright', [
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--reporter=list',
    ...browserStories,
  ]);
}
printFindings(findings);
process.exitCode = code;

/** Exit code of a tool of the project. */
function run(tool, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules', '.bin', tool), args, { cwd: root, stdio: 'inherit', env });
    child.on('error', reject);
    child.on('exit', (status) => resolve(status ?? 1));
  });
}
