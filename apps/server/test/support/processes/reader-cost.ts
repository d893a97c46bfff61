/** The cost of a process that reads files for this one, by Linux. */
import { readFileSync } from 'node:fs';

/** The peak memory of a process, in bytes; 0 for one that has ended. */
export function peakOf(process: number | 'self'): number {
  try {
    const status = readFileSync(`/proc/${process}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}

/** The reader process; undefined before there is one. */
export function readerOf(): number | undefined {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
  return children === '' ? undefined : Number(children.split(' ').at(-1));
}

/** Milliseconds of the reader's processor time; the system counts ticks of ten. */
export function workedBy(reader: number | undefined): number {
  if (reader === undefined) return 0;
  const fields = readFileSync(`/proc/${reader}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
