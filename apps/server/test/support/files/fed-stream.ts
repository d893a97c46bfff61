/** A stream for a worker thread that receives batches: it reports each batch, and at the end their number. */
import { serveStream } from '@calmly/platform/jobs/worker-thread.ts';

serveStream<string, string, number[] | undefined>(async function* (name) {
  let batches = 0;
  for (let batch = yield name; batch !== undefined; batch = yield `batch ${batch.join()}`) batches += 1;
  yield `${batches} batches`;
});
