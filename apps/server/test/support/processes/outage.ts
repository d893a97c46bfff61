/** Simulates outages of a database: its processes killed, its sessions ended, stopped for a while. */
import { readdir, readFile } from 'node:fs/promises';
import { findCluster } from '@calmly/platform/postgres/cluster/cluster-directory.ts';
import { readPostmaster } from '@calmly/platform/postgres/cluster/postmaster-lock.ts';
import pg from 'pg';
import { until } from './process.ts';

/** SIGKILL for the postmaster and all its processes at once, like a power cut. */
export async function killDatabase(dataDirectory: string): Promise<void> {
  const postmaster = await readPostmaster((await findCluster(dataDirectory)) ?? '');
  if (!postmaster) throw new Error('there is no postmaster to kill');
  for (const pid of await processesOf(postmaster.pid)) signal(pid, 'SIGKILL');
}

/** A postmaster, which is stopped now, and all its processes. */
export async function processesOf(postmaster: number): Promise<number[]> {
  // A running one may just be forking a process for a caller, which would survive and briefly answer in its place.
  signal(postmaster, 'SIGSTOP');
  await until(async () => /^(T|Z|)$/.test((await statOf(postmaster))[0] ?? ''));
  return [postmaster, ...(await childrenOf(postmaster))];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in between.
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(statOf));
  return pids.filter((_, index) => Number(stats[index]?.[1]) === parent);
}

/** State and parent of a process; empty if there is none. */
async function statOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return (text.split(') ').at(-1) ?? '').split(' ');
}

/** Ends every session but this one; returns how many there were. */
export async function endSessions(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Whether the database takes a connection and answers. */
export async function isUp(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
