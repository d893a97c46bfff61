/**
 * Controls: lines of the product that are broken on purpose, one at a time, each with the test that must fail then. They are listed in
 * products/<product>/controls and apps/server/test/controls; docs/tests.md describes an entry. A line is broken in a copy of the repository, never in the working tree.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/sources.mjs';
import { copyTree } from './copied-tree.mjs';

const keys = ['breaks', 'file', 'line', 'broken', 'test', 'fails'];

/**
 * The controls of a folder, each with its `name`: its list and its fault.
 * @param {string} [only] parts of the names of the wanted controls, separated by commas
 */
export function readControls(folder = root, only = '') {
  const parts = only.split(',');
  return globSync('{products/*,apps/server/test}/controls/**/*.json', { cwd: folder })
    .sort()
    .flatMap((path) => {
      const list = /\/controls\/(.*)\.json$/.exec(path.replaceAll('\\', '/'))[1];
      return JSON.parse(readFileSync(join(folder, path), 'utf8')).map((control) => ({
        ...control,
        name: `${list}: ${control.breaks}`,
      }));
    })
    .filter(({ name }) => parts.some((part) => name.includes(part)));
}

/** The fault of a control's definition, before anything runs; undefined if there is none. */
export function faultOf({ name, ...control }, folder = root) {
  const { file, line, broken, test, fails } = control;
  const odd = keys.filter((key) => typeof control[key] !== 'string' || (key !== 'broken' && !control[key]));
  if (odd.length > 0) return `it has no ${odd.join(', ')}`;
  const unknown = Object.keys(control).filter((key) => !keys.includes(key));
  if (unknown.length > 0) return `${unknown.join(', ')} means nothing here`;
  const missing = [file, test].filter((path) => !existsSync(join(folder, path)));
  if (missing.length > 0) return `${missing.join(', ')} does not exist`;
  if (line === broken) return 'nothing is broken: "line" and "broken" are the same';
  const times = readFileSync(join(folder, file), 'utf8').split(line).length - 1;
  if (times !== 1) return `${file} has this line ${times} times: ${line}`;
  if (!hasTitle(readFileSync(join(folder, test), 'utf8'), fails))
    return `no title in ${test} begins “${fails}”`;
  return undefined;
}

/**
 * Whether a title of a test file, with those of its groups, begins with this text. A value of a table matches any text; it must not be the last
 * given part of a title.
 */
function hasTitle(source, fails) {
  const titles = [...source.matchAll(/'(?:[^'\\\n]|\\.)+'|"(?:[^"\\\n]|\\.)+"|`(?:[^`\\]|\\.)+`/g)].map(
    ([quoted]) =>
      quoted
        .slice(1, -1)
        .replaceAll(/\\(.)/g, '$1')
        .split(/\$\{[^}]*\}|\$[\w.]+|%[a-z]/),
  );
  const patterns = titles.map((parts) => ({
    start: parts[0],
    whole: new RegExp(`^${parts.map(RegExp.escape).join('.+?')}(?: |$)`),
    isValue: parts.every((part) => !/\p{L}/u.test(part)),
  }));
  // A title that is only a value says nothing, except after a group's title.
  const isMadeOf = (rest, isInGroup = false) =>
    patterns.some(({ start, whole, isValue }) => {
      if (isValue && !isInGroup) return false;
      if (start.startsWith(rest) || isValue) return true;
      const [head] = whole.exec(rest) ?? [];
      return head !== undefined && (head.length === rest.length || isMadeOf(rest.slice(head.length), true));
    });
  return isMadeOf(fails.replaceAll(' > ', ' '));
}

/**
 * Runs the controls of a folder, two at a time: a control whose test notices it passes, any other fails with its reason.
 * @param {{ folder?: string, only?: string }} options `only`: see `readControls`
 */
export async function runControls({ folder = root, only = process.env.CONTROLS } = {}) {
  const controls = readControls(folder, only);
  if (controls.length === 0) throw new Error(`No control has “${only}” in its name.`);
  const copies = join(folder, '.cache', 'controls');
  rmSync(copies, { recursive: true, force: true });
  const results = { passed: 0, failures: [] };
  const report = ({ name }, reason, seconds) => {
    console.log(` ${reason === undefined ? '✓' : '✗'} ${name}${seconds ? ` (${seconds.toFixed(1)} s)` : ''}`);
    if (reason === undefined) results.passed += 1;
    else results.failures.push({ name: `controls, ${name}`, reason });
  };
  const faults = new Map(controls.map((control) => [control, faultOf(control, folder)]));
  for (const [control, fault] of faults) if (fault) report(control, fault);
  const sound = controls.filter((control) => !faults.get(control));
  // The controls of one test file follow each other, so that its tests run only once without a break. The largest groups first, so that both lanes
  // end together.
  const queue = Object.values(Object.groupBy(sound, ({ test }) => test)).sort(
    (one, other) => other.length - one.length,
  );
  const lanes = ['1', '2']
    .slice(0, queue.length)
    .map((lane) => runLane(folder, join(copies, lane), queue, report));
  await Promise.all(lanes);
  rmSync(copies, { recursive: true, force: true });
  return results;
}

/** Takes groups of controls from the queue, in a process with its own copy. */
async function runLane(folder, copy, queue, report) {
  copyTree(folder, copy);
  const lane = fork(new URL('./control-lane.mjs', import.meta.url), {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  lane.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ended = once(lane, 'exit').then(([code]) => {
    // Processes that it leaves running may hold its output open forever.
    lane.stderr.destroy();
    throw new Error(`A lane of controls ended with ${code}.\n${said}`);
  });
  ended.catch(() => undefined);
  for (let group = queue.shift(); group; group = queue.shift())
    for (const control of group) {
      const started = Date.now();
      lane.send(control);
      const [{ reason }] = await Promise.race([once(lane, 'message'), ended]);
      report(control, reason, (Date.now() - started) / 1000);
    }
  lane.disconnect();
  await ended.catch(() => undefined);
}
