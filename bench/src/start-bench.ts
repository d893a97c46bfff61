/**
 * P7: `npm start` to the first answered request, on an empty data directory and again, and a desk command while it runs. The build already exists.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BenchResult, median, rounds } from './support/result.ts';
import { startServer } from './support/server-process.ts';

const run = promisify(execFile);

/** Each round has a directory of its own. */
export async function benchStart(): Promise<BenchResult[]> {
  const first: number[] = [];
  const again: number[] = [];
  const desk: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
    for (const times of [first, again]) {
      const server = await startServer(directory);
      times.push(server.startSeconds);
      desk.push(await secondsOf('ops', { DATA_DIR: directory }));
      await server.stop();
    }
    await rm(directory, { recursive: true, force: true });
  }
  return [
    {
      id: 'P7a',
      what: 'start on an empty directory to the first answer',
      value: median(first),
      unit: 's',
      must: 4,
      aim: 2,
      better: 'lower',
      details: { rounds: first },
    },
    {
      id: 'P7b',
      what: 'start again to the first answer',
      value: median(again),
      unit: 's',
      must: 1.5,
      aim: 0.7,
      better: 'lower',
      details: { rounds: again },
    },
    {
      id: 'P7c',
      what: '`npm run ops` beside the running bank, to its end',
      value: median(desk),
      unit: 's',
      must: 1,
      aim: 0.5,
      better: 'lower',
      details: { rounds: desk },
    },
  ];
}

async function secondsOf(script: string, env: Record<string, string>): Promise<number> {
  const started = performance.now();
  await run('npm', ['run', script], { env: { ...process.env, ...env } });
  return (performance.now() - started) / 1000;
}
