/**
 * Breaks lines of the copy that it is started in, one after the other as controls.mjs sends them, and reports for each the reason why its test did
 * not notice, if any. One Vitest serves all of them, because starting it with PostgreSQL and all migrations takes longer than most tests.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { createVitest } from 'vitest/node';

/** A test that waits forever because of its break fails after this time, which no sound one needs. */
const testTimeout = 60_000;
/** Ends a run whose test does not even fail in time: an endless loop, a server that does not stop. */
const runTimeout = 180_000;
/** Time for Vitest to end after that, which may wait for a worker that is gone. */
const endTimeout = 30_000;

const root = process.cwd();
let vitest;
/** The result of each named test before its line was broken. */
const whole = new Map();

/** Processes started by Vitest and PostgreSQL. */
const children = new Set();
subscribe('child_process', ({ process: child }) => children.add(child));

/** A hanging test would keep Vitest from closing. Only Vitest's workers have a channel to this process. */
function killWorkers() {
  for (const child of children) if (child.connected) child.kill('SIGKILL');
}

process.on('message', async (control) => {
  const reason = await judge(control).catch((error) => String(error.stack));
  if (process.connected) process.send({ reason });
});
process.on('disconnect', async () => {
  killWorkers();
  await stop();
  process.exit();
});
// The terminal sends it to every process. This one ends cleanly when the first has ended.
process.on('SIGINT', () => undefined);

async function judge({ file, line, broken, test, fails }) {
  const key = `${test}\0${fails}`;
  if (!whole.has(key)) whole.set(key, await run(test, fails));
  const before = whole.get(key);
  if (before.state === 'missing') return `no test in ${test} is called “${fails}”`;
  if (before.state !== 'passed') return `“${fails}” must pass while nothing is broken: ${before.reason}`;
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  await change(
    path,
    text.replace(line, () => broken),
  );
  try {
    const { state, reason } = await run(test, fails);
    if (state === 'passed') return `“${fails}” passes although the line is broken: ${line}`;
    return state === 'failed' ? undefined : `“${fails}” did not run with the line broken: ${reason}`;
  } finally {
    await change(path, text);
  }
}

/** Vitest migrates the database when it starts. */
async function change(path, text) {
  writeFileSync(path, text);
  if (path.endsWith('.sql')) await stop();
  else vitest?.invalidateFile(path);
}

async function stop() {
  await atMost(endTimeout, vitest?.close());
  vitest = undefined;
}

/** The promise's value; undefined if it takes longer. */
const atMost = (ms, promise) => Promise.race([promise, sleep(ms, undefined, { ref: false })]);

/** The result of the tests with this name: `failed` if one of them did, `missing` or `stopped` if none ran to its end. */
async function run(test, fails) {
  vitest ??= await createVitest('test', { root, watch: false, maxWorkers: 1, reporters: [{}], testTimeout });
  vitest.setGlobalTestNamePattern(patternOf(fails));
  const specifications = await vitest.getRelevantTestSpecifications([test]);
  if (specifications.length === 0) return { state: 'stopped', reason: `${test} belongs to no project` };
  const ended = vitest.runTestSpecifications(specifications);
  const result = await atMost(runTimeout, ended);
  if (result) return stateOf(result, join(root, test), patternOf(fails));
  killWorkers();
  await atMost(
    endTimeout,
    ended.catch(() => undefined),
  );
  await stop();
  return { state: 'stopped', reason: `no end after ${runTimeout / 1000} s` };
}

/** Titles of groups come before that of the test, with ` > ` between them for Vitest and a space in its output. */
function patternOf(fails) {
  const words = fails.replaceAll(' > ', ' ').split(' ');
  return new RegExp(`(?:^| > )${words.map(RegExp.escape).join('(?: > | )')}`);
}

/** Other files can be among the modules: those of an earlier run. */
function stateOf({ testModules: all, unhandledErrors }, test, pattern) {
  const testModules = all.filter(({ moduleId }) => moduleId === test);
  const named = testModules
    .flatMap(({ children }) => [...children.allTests()])
    .filter(({ fullName }) => pattern.test(fullName));
  const failed = named.find((test) => test.result().state === 'failed' && hasBegun(test));
  if (failed) return { state: 'failed', reason: firstLine(failed.result().errors) };
  if (named.length > 0 && named.every((test) => test.result().state === 'passed')) return { state: 'passed' };
  const groups = testModules.flatMap((module) => [module, ...module.children.allSuites()]);
  const errors = [
    ...groups.flatMap((group) => group.errors()),
    ...named.flatMap((test) => test.result().errors ?? []),
    ...unhandledErrors,
  ];
  if (named.length === 0 && errors.length === 0) return { state: 'missing' };
  return { state: 'stopped', reason: errors.length > 0 ? firstLine(errors) : 'it is skipped' };
}

/** False if it failed before its own body. */
const hasBegun = ({ task }) => !['run', 'fail'].includes(task.result?.hooks?.beforeEach);

function firstLine([error]) {
  return stripVTControlCharacters(String(error?.message ?? error)).split('\n')[0];
}
