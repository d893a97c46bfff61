/**
 * The commands of package.json as a user types them, as far as they only print explanations: help, a wrong name, an older Node.
 * apps/server/src/commands.test.ts tests `verify` and `ops`, apps/server/test/faults/npm-start.test.ts `start` and `dev`.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Runs `npm run <name> -- …`; never rejects. */
function npmRun(name, parameters, env = {}) {
  return run('npm', ['run', '--silent', name, '--', ...parameters], env);
}

function run(command, parameters, env = {}) {
  const options = {
    cwd: root,
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: process.env.HOME, ...env },
  };
  return new Promise((resolve) => {
    execFile(command, parameters, options, (failure, out, error) =>
      resolve({ code: failure ? failure.code : 0, out, error }),
    );
  });
}

test.each([
  ['test', 'npm test -- lint server: runs only these parts.', '  browser    Playwright: the journeys'],
  ['test:all', 'npm run test:all: runs everything, in full size.', '  faults     Vitest: kills'],
  ['bench', 'npm run bench -- P7 P10 ', '\nGoals: P1, P4, '],
  ['cluster', 'npm run cluster -- [directory]', 'apt-get install patroni etcd-server haproxy postgresql'],
])('npm run %s -- --help explains it and runs nothing', async (name, usage, list) => {
  const { code, out, error } = await npmRun(name, ['--help']);
  expect([code, error]).toEqual([0, '']);
  expect(out).toContain(usage);
  expect(out).toContain(list);
});

test.each([
  ['test', ['lint', 'nonsense'], 1, 'There is no part nonsense. The parts are:\n\n  check ', '\n  server '],
  ['test', ['faults'], 1, 'There is no part faults. ', '\n  server '],
  ['test', ['--loud'], 1, "Unknown option '--loud'", 'npm test -- --help explains'],
  ['bench', ['P7', 'p99'], 2, 'There is no goal p99.\n\n', '\nGoals: P1, P4, '],
  ['bench', ['--loud'], 2, 'There is no option --loud.\n\n', '\nGoals: P1, P4, '],
  [
    'validate-files',
    [],
    1,
    'The directory of the schemas is missing.\n',
    'Usage: npm run validate-files -- <dir',
  ],
])('npm run %s -- %j names what is wrong, lists what there is and runs nothing', async (...row) => {
  const [name, parameters, expectedCode, sentence, list] = row;
  const { code, out, error } = await npmRun(name, parameters);
  expect([code, out]).toEqual([expectedCode, '']);
  expect(error.startsWith(sentence)).toBe(true);
  expect(error).toContain(list);
});

test('npm test --changed, without the dashes before it, says where the option belongs and runs nothing', async () => {
  const { code, out, error } = await run('npm', ['test', '--silent', '--changed']);
  expect([code, out]).toEqual([1, '']);
  expect(error).toContain('npm kept --changed for itself. Put it after two dashes: npm test -- --changed\n');
});

test('the commands that the docs name are there', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'products/*/*.md'], { cwd: root });
  const named = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const scriptNames = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => `npm run ${name}`);
    const files = [...text.matchAll(/node (scripts\/[\w/.-]+\.mjs)/g)].map(([, file]) => `node ${file}`);
    return [...scriptNames, ...files];
  });
  expect(named.length).toBeGreaterThan(50);
  const isThere = (command) => {
    const [, , name] = /^(npm run|node) (.+)$/.exec(command) ?? [];
    return command.startsWith('npm') ? name in scripts : existsSync(join(root, name));
  };
  expect(named.filter((command) => !isThere(command))).toEqual([]);
});

test('npm test with a wrong part leaves the reports of the last run', async () => {
  const reports = join(root, '.cache', 'reports');
  mkdirSync(reports, { recursive: true });
  const report = join(reports, `commands-test-${process.pid}.json`);
  writeFileSync(report, '{}');
  onTestFinished(() => rmSync(report, { force: true }));
  await npmRun('test', ['nonsense']);
  expect(existsSync(report)).toBe(true);
});

test('npm run validate-files names the schemas that a directory lacks', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'calmly-schemas-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const { code, out, error } = await npmRun('validate-files', [directory]);
  expect([code, out]).toEqual([1, '']);
  expect(error).toMatch(/ has no pain\.001\.001\.09\.xsd, .*\.\nUsage: /);
  expect(error).not.toContain('    at ');
});

describe('a Node that is too old', () => {
  /** Our Node with a different version: the version is checked before anything else is loaded. */
  const posingAs = (version) =>
    `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}});
     Object.defineProperty(process,'version',{value:'v${version}'})`;
  /** The command behind an npm script, without its first `exec`. */
  const parametersOf = (name) =>
    scripts[name]
      .replace(/^exec | \|\|.*$/g, '')
      .split(' ')
      .slice(1);

  test.each([
    'start',
    'dev',
    'test',
    'verify',
    'ops',
    'bench',
    'new:product',
    'products',
    'rights',
    'validate-files',
    'test:all',
  ])('ends npm run %s with what is needed', async (name) => {
    const { code, out, error } = await run('node', ['--import', posingAs('20.11.0'), ...parametersOf(name)]);
    expect([code, out]).toEqual([1, '']);
    expect(error).toMatch(/^Calmly needs Node 24; this is v20\.11\.0\. Run "npm ci", then .*\n$/);
  });

  test('control: is told apart from one that is new enough', async () => {
    const parameters = ['--import', posingAs('24.0.0'), ...parametersOf('test'), '--help'];
    expect(await run('node', parameters)).toMatchObject({ code: 0, error: '' });
  });
});
