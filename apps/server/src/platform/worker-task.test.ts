/** Tasks in worker threads: whatever one does, the server answers and the next one runs. */
import { expect, test } from 'vitest';
import { TaskStopped, workerTask } from './worker-task.ts';

const task = workerTask<string, string>({
  file: new URL('../../test/support/hostile-task.ts', import.meta.url),
  limitMs: 2_000,
});

test.each(['loop', 'grow'])('ends a thread that would %s for ever, and the next task runs', async (order) => {
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 20);
  await expect(task('a', order)).rejects.toBeInstanceOf(TaskStopped);
  clearInterval(ticking);
  // This thread was not stopped by it.
  expect(ticks).toBeGreaterThan(1);
  expect(await task('a', 'next')).toBe('next');
});

test.each(['fail', 'exit'])(
  'reports a thread that %ss as our own failure, and the next task runs',
  async (order) => {
    const error = await task('a', order).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(TaskStopped);
    expect(await task('a', 'next')).toBe('next');
  },
);

test('shows a thread nothing of the environment', async () => {
  expect(process.env.PATH).toBeDefined();
  expect(JSON.parse(await task('a', 'environment'))).toEqual({});
});
