/** Processes of a run, and its stored data of earlier runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../build/sources.mjs';

/** Runs a command in a folder, with its output shown; returns its exit code, 1 if a signal ended it, and its standard output. */
export function runCommand(command, args, env = {}, folder = root) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      process.stdout.write(text);
    });
    child.on('error', reject);
    child.on('exit', async (code, signal) => {
      // Processes that the command leaves running may hold its output open forever.
      await Promise.race([once(child, 'close'), sleep(2_000, undefined, { ref: false })]);
      child.stdout.destroy();
      resolve({ code: signal ? 1 : code, output });
    });
  });
}

/** A tool of node_modules, as a command of this Node. */
export const tool = (path) => join(root, 'node_modules', path);

/** Seconds of test files and stories when each ran last, as kept in this folder. */
export function lastDurations(folder = root) {
  try {
    return JSON.parse(readFileSync(durationsFile(folder), 'utf8'));
  } catch {
    return {};
  }
}

/** Stores the durations of this run in a folder; `rows` as `slowest.mjs` returns them. */
export function keepDurations(rows, folder) {
  mkdirSync(join(folder, '.cache'), { recursive: true });
  const seconds = Object.fromEntries(rows.map(({ name, milliseconds }) => [name, milliseconds / 1000]));
  writeFileSync(durationsFile(folder), JSON.stringify({ ...lastDurations(folder), ...seconds }));
}

const durationsFile = (folder) => join(folder, '.cache', 'durations.json');
