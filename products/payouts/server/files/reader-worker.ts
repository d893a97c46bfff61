/** The process that reads bulk-payout files. Started by `read-payout-file.ts`. */
import { serveStream } from '@calmly/platform/jobs/worker-thread.ts';
import type { FileEvent } from './payout-file.ts';
import { type ReadOrder, readFile } from './read-file.ts';

serveStream<ReadOrder, FileEvent>(readFile);
