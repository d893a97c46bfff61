/** The memory of a process with all its children, by Linux. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export interface TreeMemory {
  /** Megabytes of all processes together. Shared memory (the buffers of PostgreSQL) counts once. */
  readonly all: number;
  /** Megabytes of all except PostgreSQL's. */
  readonly server: number;
}

const betweenLooksMs = 250;

/** Samples until the returned function is called, which returns the maximum of each figure. */
export function watchTree(pid: number): () => Promise<TreeMemory> {
  let peak: TreeMemory = { all: 0, server: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const now = await memoryOfTree(pid);
      peak = { all: Math.max(peak.all, now.all), server: Math.max(peak.server, now.server) };
      await sleep(betweenLooksMs);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return peak;
  };
}

async function memoryOfTree(pid: number): Promise<TreeMemory> {
  let all = 0;
  let server = 0;
  for (const each of await treeOf(pid)) {
    const megabytes = await proportionalMemoryOf(each);
    all += megabytes;
    if (!(await readProcess(each, 'comm')).startsWith('postgres')) server += megabytes;
  }
  return { all, server };
}

/** Empty for a process that has ended. */
const readProcess = (pid: number, file: string): Promise<string> =>
  readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');

/** Pages shared by n processes count one n-th for each. File pages are left out, because the system reclaims them when it needs memory. */
async function proportionalMemoryOf(pid: number): Promise<number> {
  const pages = (await readProcess(pid, 'smaps_rollup')).matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB/gm);
  return [...pages].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1_024;
}

async function treeOf(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map<number, number>();
  for (const pid of pids)
    parents.set(pid, Number((await readProcess(pid, 'stat')).split(') ').at(-1)?.split(' ')[1]));
  const isInside = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isInside(parents.get(pid)));
  return pids.filter(isInside);
}
