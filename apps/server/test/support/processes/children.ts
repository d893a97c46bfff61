/** Processes that this one has started. */
import { readdir, readFile } from 'node:fs/promises';

/** The ids of its children whose command line contains this. */
async function childrenOf(command: string): Promise<number[]> {
  const found: number[] = [];
  for (const thread of await readdir('/proc/self/task')) {
    const children = await readFile(`/proc/self/task/${thread}/children`, 'utf8').catch(() => '');
    for (const pid of children.split(' ').filter(Boolean)) {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (line.includes(command)) found.push(Number(pid));
    }
  }
  return found;
}

/** Sends them a signal and returns their ids. Processes that have already ended are left out. */
export async function killChildren(command: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<number[]> {
  return (await childrenOf(command)).filter((pid) => {
    try {
      return process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
      throw error;
    }
  });
}
