/**
 * Events that end the process: SIGINT and SIGTERM, a defect, and the end of the terminal or the npm that started it.
 * A server that was started on a terminal stops when the terminal closes (SIGHUP) and when npm is gone, which a `kill -9` of npm shows
 * in no other way. A server without a terminal (nohup, setsid, systemd, a container) keeps running when its parent ends; its supervisor
 * signals the process or its group. A second signal stops it at once.
 */
import type { Log } from '@calmly/platform/log.ts';

/** How long a stop may take after it takes no more calls, before it is cut short. */
const stopMs = 30_000;
/** npm passes Ctrl-C on although the terminal has sent it already; that second signal does not count. */
const echoMs = 500;
const parentPollMs = 500;

interface Stoppable {
  /** Part of `stop` in which it still takes calls. */
  readonly drainSeconds: number;
  stop(): Promise<void>;
  stopAtOnce(): void;
}

/** Ends the process on a signal from now on. */
export function endOnSignal(server: Stoppable, log: Log): { isStopping(): boolean } {
  let stoppedAtMs: number | undefined;

  function end(exitCode: number): void {
    stoppedAtMs = Date.now();
    setTimeout(cut, server.drainSeconds * 1000 + stopMs).unref();
    server.stop().then(() => process.exit(exitCode), cut);
  }

  function cut(): void {
    server.stopAtOnce();
    process.exit(1);
  }

  function endBy(signal: string): void {
    if (stoppedAtMs === undefined) {
      log.info({ signal }, 'stopping');
      end(0);
    } else if (Date.now() - stoppedAtMs > echoMs) cut();
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endBy(signal));
  const isOnTerminal = process.stdin.isTTY === true;
  // Node forgets that nohup had this one ignored.
  process.on('SIGHUP', () => isOnTerminal && endBy('SIGHUP'));
  if (isOnTerminal && process.env.npm_lifecycle_event !== undefined)
    onParentGone(() => stoppedAtMs === undefined && endBy('the end of npm'));

  // A defect: calls in flight are answered, and the supervisor restarts the process.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      log.fatal({ err: error }, 'unhandled error; stopping');
      if (stoppedAtMs === undefined) end(1);
    });

  return { isStopping: () => stoppedAtMs !== undefined };
}

function onParentGone(act: () => void): void {
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    act();
  }, parentPollMs).unref();
}
