/** Tasks in threads and processes: no task can stop the server or the next task. */
import { availableParallelism } from 'node:os';
import type { StreamOrder } from '@calmly/server/test/support/files/hostile/hostile-stream.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { TaskKilled, TaskStopped, workerStream, workerTask } from './worker-task.ts';

/** On a busy machine, even a task that ends may take a while. */
const patientMs = 60_000;
/** A task that never ends can be stopped early. */
const soonMs = 300;
const hostile = {
  file: new URL('../../apps/server/test/support/files/hostile/hostile-task.ts', import.meta.url),
  heapMb: 64,
  limitMs: patientMs,
};
const inThread = { ...hostile };
const inProcess = { ...hostile, isolated: true };
const task = workerTask<string, string>(inThread);
const isolated = workerTask<string, string>(inProcess);

afterEach(() => {
  vi.restoreAllMocks();
  inThread.limitMs = patientMs;
  inProcess.limitMs = patientMs;
});

test.each([
  ['a thread', 'loop', task, inThread],
  ['a process', 'loop', isolated, inProcess],
  ['a process', 'grow', isolated, inProcess],
])('ends %s that would %s for ever, and the next task runs', async (_where, order, run, options) => {
  if (order === 'loop') options.limitMs = soonMs;
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 20);
  await expect(run('a', order)).rejects.toBeInstanceOf(TaskStopped);
  clearInterval(ticking);
  // This thread kept running.
  expect(ticks).toBeGreaterThan(1);
  options.limitMs = patientMs;
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

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'a process works on under %s, which the server gets too',
  async (signal) => {
    expect(await isolated('a', signal)).toBe(signal);
    expect(await isolated('a', 'next')).toBe('next');
  },
);

test('a process killed from outside says nothing about its task, so the caller may ask again', async () => {
  await expect(isolated('a', 'SIGKILL')).rejects.toMatchObject({ code: 'overloaded' });
  expect(await isolated('a', 'next')).toBe('next');
});

test.each([
  ['a thread', task],
  ['a process', isolated],
])('shows %s nothing of the environment', async (_where, run) => {
  expect(process.env.PATH).toBeDefined();
  expect(JSON.parse(await run('a', 'environment'))).toEqual({});
});

const streamWithin = (limitMs: number, background?: number) =>
  workerStream<StreamOrder, number>({
    file: new URL('../../apps/server/test/support/files/hostile/hostile-stream.ts', import.meta.url),
    limitMs,
    heapMb: 64,
    isolated: true,
    ...(background !== undefined && { background }),
  });
const stream = streamWithin(patientMs);
const limited = streamWithin(2_000);

async function piecesOf(client: string, order: StreamOrder, from = stream, feed?: AsyncIterable<never>) {
  const pieces: number[] = [];
  try {
    for await (const piece of from(client, order, feed)) pieces.push(piece);
    return { pieces };
  } catch (error) {
    return { pieces, error };
  }
}

test('a stream yields its parts in order, and its process serves the next one', async () => {
  for (const count of [0, 3]) {
    const { pieces } = await piecesOf('a', { pieces: count, last: 'end' });
    expect(pieces).toEqual(Array.from({ length: count }, (_, at) => at));
  }
});

test.each([
  ['time', 'loop', limited],
  ['memory', 'grow', stream],
] as const)(
  'a stream that exceeds its limit of %s ends after the earlier parts',
  async (limit, last, from) => {
    const { pieces, error } = await piecesOf('a', { pieces: 2, last }, from);
    expect(pieces).toEqual([0, 1]);
    expect(error).toBeInstanceOf(TaskStopped);
    expect(error).toMatchObject({ limit });
    expect((await piecesOf('a', { pieces: 1, last: 'end' }, from)).pieces).toEqual([0]);
  },
);

test('a stream killed from outside is distinguished from one that exceeds a limit', async () => {
  const { pieces, error } = await piecesOf('a', { pieces: 2, last: 'killed' });
  expect(pieces).toEqual([0, 1]);
  expect(error).toBeInstanceOf(TaskKilled);
});

test.each(['fail', 'exit'] as const)('reports a stream that %ss as our own failure', async (last) => {
  const { error } = await piecesOf('a', { pieces: 1, last });
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(TaskStopped);
});

/** Slow enough that the passed limit is noticed before it is done. */
const pieceMs = 100;

test('a consumer that stops early frees its lane, and one that is slow does not use up the time limit', async () => {
  for await (const piece of stream('a', { pieces: 5, last: 'end' })) if (piece === 1) break;
  const now = performance.now.bind(performance);
  for await (const piece of stream('a', { pieces: 2, pieceMs, last: 'end' }))
    if (piece === 0) vi.spyOn(performance, 'now').mockImplementation(() => now() + 2 * patientMs);
});

test('in the background the limit applies to each piece: a slow stream is finished, one that hangs is stopped', async () => {
  // As if each piece took a third of the limit: its batch is requested while it is made.
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const slowly: AsyncIterable<never> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        nowMs += patientMs / 3;
        return { done: true, value: undefined };
      },
    }),
  };
  const order = { pieces: 5, pieceMs, last: 'end' } as const;
  const usual = await piecesOf('a', order, stream, slowly);
  expect(usual).toMatchObject({ pieces: [0, 1, 2], error: { limit: 'time' } });
  const inBackground = await piecesOf('a', order, streamWithin(patientMs, 1), slowly);
  expect(inBackground).toEqual({ pieces: [0, 1, 2, 3, 4] });
  vi.restoreAllMocks();
  const hung = await piecesOf('a', { pieces: 2, last: 'loop' }, streamWithin(2_000, 1));
  expect(hung).toMatchObject({ pieces: [0, 1], error: { limit: 'time' } });
});

const lanesOfAll = Math.max(2, availableParallelism() - 1);

test('background streams do not occupy the lanes of other tasks', async () => {
  const background = streamWithin(60_000, lanesOfAll);
  const open = Array.from({ length: lanesOfAll }, (_, at) => background(`${at}`, { pieces: 2, last: 'end' }));
  for (const each of open) expect(await each.next()).toEqual({ done: false, value: 0 });
  expect((await piecesOf('other', { pieces: 1, last: 'end' }, stream)).pieces).toEqual([0]);
  for (const each of open) expect(await each.next()).toEqual({ done: false, value: 1 });
  for (const each of open) expect((await each.next()).done).toBe(true);
});

const fedFile = new URL('../../apps/server/test/support/files/fed-stream.ts', import.meta.url);
const fed = workerStream<string, string, number[]>({ file: fedFile, limitMs: patientMs });

async function allOf(pieces: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

/** Batches of numbers, and how many were requested. */
function numbers(count: number, failAfter = Number.POSITIVE_INFINITY) {
  const state = { asked: 0, isClosed: false };
  async function* batches() {
    try {
      for (let at = 0; at < count; at += 1) {
        if (at === failAfter) throw new Error('the feed failed');
        state.asked += 1;
        yield [at, at];
      }
    } finally {
      state.isClosed = true;
    }
  }
  return { state, batches: batches() };
}

test('a stream that is fed takes the batches in order and learns of their end', async () => {
  for (const count of [0, 3]) {
    const { batches, state } = numbers(count);
    const told = Array.from({ length: count }, (_, at) => `batch ${at},${at}`);
    expect(await allOf(fed('a', 'begin', batches))).toEqual(['begin', ...told, `${count} batches`]);
    expect(state).toEqual({ asked: count, isClosed: true });
  }
});

test('a consumer that stops early closes the feed, which is never more than a batch ahead', async () => {
  const { batches, state } = numbers(1_000);
  for await (const piece of fed('a', 'begin', batches)) if (piece === 'batch 1,1') break;
  expect(state).toEqual({ asked: 3, isClosed: true });
  expect(await allOf(fed('a', 'next'))).toEqual(['next', '0 batches']);
});

test('a feed that throws ends the stream with its error, and its lane is free again', async () => {
  const { batches } = numbers(5, 2);
  const pieces: string[] = [];
  const read = async () => {
    for await (const piece of fed('a', 'begin', batches)) pieces.push(piece);
  };
  await expect(read()).rejects.toThrow('the feed failed');
  expect(pieces).toEqual(['begin', 'batch 0,0', 'batch 1,1']);
  expect(await allOf(fed('a', 'next'))).toEqual(['next', '0 batches']);
});
