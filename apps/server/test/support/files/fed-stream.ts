/** A stream for a worker thread that is fed: it tells of each batch, and at the end how many there were. */
import { serveStream } from '@calmly/platform/jobs/worker-thread.ts';

serveStream<string, string, number[] | undefined>(async function* (name) {
  let batches = 0;
  for (let batch = yield name; batch !== undefined; batch = yield `batch ${batch.join()}`) batches += 1;
  yield `${batches} batches`;
});
