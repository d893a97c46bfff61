/**
 * Processor time, which depends less on the machine's load than wall-clock time. From /proc, so on Linux only; Linux counts in hundredths of a
 * second.
 */
import { readdir, readFile } from 'node:fs/promises';

const ticksPerSecond = 100;

/** Seconds used by a process, its children and its ended children since it started. */
export async function processorSeconds(pid: number): Promise<number> {
  const { spent } = await statOf(pid);
  const children = await childrenOf(pid);
  const seconds = await Promise.all(children.map(processorSeconds));
  return seconds.reduce((sum, each) => sum + each, spent);
}

export const parentOf = async (pid: number): Promise<number> => (await statOf(pid)).parent;

/** Idle seconds of all cores together since the machine started. */
export async function idleSeconds(): Promise<number> {
  const [first = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  return Number(first.split(/\s+/)[4]) / ticksPerSecond;
}

/** A process that has just ended counts as zero: its parent has its time. */
async function statOf(pid: number): Promise<{ readonly parent: number; readonly spent: number }> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const spent = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  return { parent: Number(fields[1]), spent: spent / ticksPerSecond };
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
