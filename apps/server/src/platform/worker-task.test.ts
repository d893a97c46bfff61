/** Tasks in threads and processes: no task stops the server or the next one. */
import { expect, test } from 'vitest';
import { TaskStopped, workerTask } from './worker-task.ts';

const task = workerTask<string, string>({
  file: new URL('../../test/support/hostile-task.ts', import.meta.url),
  limitMs: 2_000,
});
const isolated = workerTask<string, string>({
  file: new URL('../../test/support/hostile-task.ts', import.meta.url),
  limitMs: 2_000,
  isolated: true,
});

test.each([
  ['a thread', 'loop', task],
  ['a process', 'loop', isolated],
  ['a process', 'grow', isolated],
])('ends %s that would %s for ever, and the next task runs', async (_where, order, run) => {
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 20);
  await expect(run('a', order)).rejects.toBeInstanceOf(TaskStopped);
  clearInterval(ticking);
  // This thread was not stopped by it.
  expect(ticks).toBeGreaterThan(1);
  expect(await run('a', 'next')).toBe('next');
});

test.each([
  ['a thread', 'fail', task],
  ['a thread', 'exit', task],
  ['a process', 'fail', isolated],
  ['a process', 'exit', isolated],
])('reports %s that %ss as our own failure, and the next task runs', async (_where, order, run) => {
  const error = await run('a', order).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(TaskStopped);
  expect(await run('a', 'next')).toBe('next');
});

test.each([
  ['a thread', task],
  ['a process', isolated],
])('shows %s nothing of the environment', async (_where, run) => {
  expect(process.env.PATH).toBeDefined();
  expect(JSON.parse(await run('a', 'environment'))).toEqual({});
});
