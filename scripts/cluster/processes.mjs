/** The processes of a cluster: each with its log, outside our process group, so that Ctrl-C reaches them only through us, in order. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a stopped process may take, before it is killed. */
const stopMs = 40_000;
const pauseMs = 100;

/**
 * @param {{ name: string, command: string, parameters?: readonly string[], env: Record<string, string>, directory: string,
 *   user?: { uid: number, gid: number } }} options
 */
export function startProcess({ name, command, parameters = [], env, directory, user = {} }) {
  const log = openSync(join(directory, 'logs', `${name}.log`), 'a');
  const child = spawn(command, parameters, {
    ...user,
    cwd: directory,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
  });
  const ended = once(child, 'exit').catch(() => undefined);
  return {
    name,
    pid: child.pid ?? 0,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined,
    /** @param {NodeJS.Signals} signal */
    kill: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** @typedef {ReturnType<typeof startProcess>} ClusterProcess */

/**
 * Waits until a condition holds. Fails with the name of a process that has ended meanwhile.
 * @param {() => Promise<unknown> | unknown} holds
 * @param {{ what: string, needs?: readonly ClusterProcess[], stopped?: AbortSignal, withinMs?: number }} options
 */
export async function waitUntil(holds, { what, needs = [], stopped, withinMs = 300_000 }) {
  for (const deadline = Date.now() + withinMs; ; await sleep(pauseMs)) {
    stopped?.throwIfAborted();
    if (await Promise.resolve(holds()).catch(() => false)) return;
    const gone = needs.find((process) => process.hasEnded());
    if (gone) throw new Error(`${gone.name} has ended; its log says why: logs/${gone.name}.log`);
    if (Date.now() > deadline) throw new Error(`${what} was not ready in time; see the directory logs`);
  }
}
