/** A stream for a worker process: the numbers up to a given one, and then a given misbehaviour. */
import { setTimeout as sleep } from 'node:timers/promises';
import { serveStream } from '@calmly/platform/jobs/worker-thread.ts';

export interface StreamOrder {
  readonly pieces: number;
  /** What each of them takes. */
  readonly pieceMs?: number;
  readonly last: 'end' | 'fail' | 'exit' | 'loop' | 'grow' | 'killed';
}

serveStream<StreamOrder, number>(async function* ({ pieces, pieceMs = 0, last }) {
  for (let piece = 0; piece < pieces; piece += 1) {
    if (pieceMs > 0) await sleep(pieceMs);
    yield piece;
  }
  if (last === 'fail') throw new Error('as ordered');
  if (last === 'exit') process.exit(3);
  if (last === 'killed') process.kill(process.pid, 'SIGKILL');
  const kept: unknown[] = [];
  while (last === 'loop' || last === 'grow') if (last === 'grow') kept.push(new Array(1_000).fill(kept));
});
