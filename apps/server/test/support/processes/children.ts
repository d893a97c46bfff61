/** Processes that this one has started. */
import { readdir, readFile } from 'node:fs/promises';

/** The ids of its children whose command line contains this. */
async function childrenOf(command: string): Promise<number[]> {
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

/** Kills them with SIGKILL and answers their ids. One that has ended by itself meanwhile is not among them. */
export async function killChildren(command: string): Promise<number[]> {
  return (await childrenOf(command)).filter((pid) => {
    try {
      return process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
      throw error;
    }
  });
}
