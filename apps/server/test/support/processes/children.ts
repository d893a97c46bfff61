/** Processes that this one has started. */
import { readdir, readFile } from 'node:fs/promises';

/** The ids of its children whose command line contains this. */
export async function childrenOf(command: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [stat = '', line = ''] = await Promise.all(
      ['stat', 'cmdline'].map((part) => readFile(`/proc/${name}/${part}`, 'utf8').catch(() => '')),
    );
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(parent) === process.pid && line.includes(command)) found.push(Number(name));
  }
  return found;
}
