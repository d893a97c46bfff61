/**
 * A process that only reads bulk-payout files, one after the other, and prints what each one cost it and the process that reads for it.
 * Growth counts from the first file on.
 *
 *   node payout-reader-process.ts <directory>
 *
 * The directory's files are read in the order of their names. One line of JSON a file, and a last one about the process.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readPayoutFile } from '@calmly/products/payouts/server/files/read-payout-file.ts';
import { peakOf, readerOf, workedBy } from '../../support/processes/reader-cost.ts';

const [directory = ''] = process.argv.slice(2);

/** Over all reader processes: the peak of an ended one is kept. */
let readerPeak = 0;
const peak = () => {
  const reader = readerOf();
  readerPeak = Math.max(readerPeak, reader === undefined ? 0 : peakOf(reader));
  return peakOf('self') + readerPeak;
};

let before = 0;
let startMs: number | undefined;
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
for (const name of readdirSync(directory).sort()) {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const reader = readerOf();
  const worked = workedBy(reader);
  let code = '';
  // Longest time that the main thread works between two events.
  let mainMs = 0;
  let sinceEvent = process.threadCpuUsage();
  for await (const event of readPayoutFile('a client', join(directory, name))) {
    if (event.kind === 'refused') code = event.refusal.code;
    const { user, system } = process.threadCpuUsage(sinceEvent);
    mainMs = Math.max(mainMs, (user + system) / 1_000);
    sinceEvent = process.threadCpuUsage();
  }
  const { user, system } = process.cpuUsage(cpu);
  // A new process is starting, which is not this file's cost.
  startMs ??= workedBy(readerOf());
  const readerMs = workedBy(readerOf()) - (reader === readerOf() ? worked : startMs);
  before ||= peak();
  const result = {
    name,
    code,
    ms: performance.now() - start,
    cpuMs: (user + system) / 1_000 + readerMs,
    mainMs,
    peak: peak() - before,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
process.stdout.write(`${JSON.stringify({ grown: peak() - before, loopMs: delay.max / 1e6 })}\n`);
