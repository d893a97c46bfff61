/**
 * A process that only reads XML as the file rail does, one file after the other, and prints what each one cost it and the process
 * that reads for it. Growth counts from the first file on.
 *
 *   node xml-reader-process.ts <directory>
 *
 * The directory's files are read in the order of their names. One line of JSON a file, and a last one about the process.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readInProcess } from '@calmly/products/payments/server/clearing/files/reader.ts';
import { peakOf, readerOf, workedBy } from '../../support/processes/reader-cost.ts';

const [directory = ''] = process.argv.slice(2);
const peak = () => {
  const reader = readerOf();
  return peakOf('self') + (reader === undefined ? 0 : peakOf(reader));
};

let before = 0;
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
for (const name of readdirSync(directory).sort()) {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const own = process.threadCpuUsage();
  const reader = readerOf();
  const worked = workedBy(reader);
  const reading = await readInProcess(join(directory, name));
  if (!reading) throw new Error(`the reader of ${name} was ended from outside`);
  // An entry that cannot be booked is set aside, and the rest of its file is read.
  const setAside = reading.ok && 'refused' in reading.message ? reading.message.refused : [];
  const refusal = reading.ok ? setAside.map(({ reason }) => reason).join() : reading.refusal;
  const { user, system } = process.cpuUsage(cpu);
  const readerMs = reader === readerOf() ? workedBy(reader) - worked : workedBy(readerOf());
  before ||= peak();
  const thread = process.threadCpuUsage(own);
  const result = {
    name,
    ok: refusal === '',
    said: refusal,
    ms: performance.now() - start,
    cpuMs: (user + system) / 1_000 + readerMs,
    mainMs: (thread.user + thread.system) / 1_000,
    peak: peak() - before,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
process.stdout.write(`${JSON.stringify({ grown: peak() - before, loopMs: delay.max / 1e6 })}\n`);
