/** A task for a worker thread that does what the input says. */
import { setTimeout as sleep } from 'node:timers/promises';
import { serveTask } from '@calmly/platform/jobs/worker-thread.ts';

serveTask<string, string>(async (input) => {
  if (input === 'fail') throw new Error('as ordered');
  if (input === 'exit') process.exit(3);
  // The signal arrives during the next turns of the event loop.
  if (input.startsWith('SIG')) {
    process.kill(process.pid, input);
    await sleep(50);
  }
  if (input === 'environment') return { output: JSON.stringify(process.env) };
  const kept: unknown[] = [];
  while (input === 'loop' || input === 'grow') if (input === 'grow') kept.push(new Array(1_000).fill(kept));
  return { output: input };
});
