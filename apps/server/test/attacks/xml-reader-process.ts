/**
 * A process that only reads XML as the file rail does, one file after the other, and prints what each one cost.
 *
 *   node xml-reader-process.ts <directory>
 *
 * The directory's files are read in the order of their names. One line of JSON a file, and a last one about the process.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readInThread } from '../../src/modules/clearing/files/reader.ts';

const [directory = ''] = process.argv.slice(2);
/** The most memory that the process ever had, in bytes. */
const peak = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1_024;

const before = peak();
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
for (const name of readdirSync(directory).sort()) {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const own = process.threadCpuUsage();
  const reading = await readInThread(join(directory, name));
  const { user, system } = process.cpuUsage(cpu);
  const thread = process.threadCpuUsage(own);
  const result = {
    name,
    ok: reading.ok,
    said: reading.ok ? '' : reading.refusal,
    ms: performance.now() - start,
    cpuMs: (user + system) / 1_000,
    mainMs: (thread.user + thread.system) / 1_000,
    peak: peak() - before,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
process.stdout.write(`${JSON.stringify({ grown: peak() - before, loopMs: delay.max / 1e6 })}\n`);
