/** Two PostgreSQL servers on this machine, a primary and its standby, each on a TCP port of its own like two machines. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresBinaries } from '@calmly/platform/postgres/cluster/postgres-binaries.ts';
import { findPostgresUser, type PostgresUser } from '@calmly/platform/postgres/cluster/postgres-user.ts';
import pg from 'pg';
import { isUp, processesOf } from './outage.ts';
import { freePort, temporaryDirectory, until } from './process.ts';

const run = promisify(execFile);

export interface DatabaseHost {
  /** `127.0.0.1:20001` */
  readonly place: string;
  readonly url: string;
  signal(name: NodeJS.Signals): Promise<void>;
  query(text: string): Promise<Record<string, unknown>[]>;
}

export interface Pair {
  readonly primary: DatabaseHost;
  readonly standby: DatabaseHost;
  /** The address of both. */
  readonly url: string;
  /** Waits until the standby has everything, and makes it the primary. */
  promote(fail: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export async function startPair(): Promise<Pair> {
  const directory = await temporaryDirectory();
  const user = await findPostgresUser();
  if (user) await chown(directory.path, user.uid, user.gid);
  const { directory: programs } = await findPostgresBinaries({
    user,
    major: undefined,
    copyDirectory: '/var/lib/calmly',
  });
  const running: ChildProcess[] = [];
  const [first, second] = [join(directory.path, 'first'), join(directory.path, 'second')];
  await run(join(programs, 'initdb'), ['-D', first, '-U', 'calmly', '--auth=trust', '--no-instructions'], {
    ...user,
    cwd: '/',
    env: { LC_ALL: 'C' },
  });
  // Both begin with the same files.
  await run('cp', ['-a', first, second]);
  const primary = await startHost({ programs, cluster: first, user, running });
  const connection = primary.url.replace(/\/[^/]*$/, '');
  await appendFile(join(second, 'postgresql.conf'), `primary_conninfo = '${connection}'\n`);
  await writeFile(join(second, 'standby.signal'), '');
  const standby = await startHost({ programs, cluster: second, user, running });
  return {
    primary,
    standby,
    url: `postgres://calmly@${primary.place},${standby.place}/postgres?target_session_attrs=read-write`,
    async promote(fail) {
      await until(async () => {
        const [row] = await primary.query(
          'select bool_and(replay_lsn >= pg_current_wal_lsn()) as caught_up from pg_stat_replication',
        );
        return row?.caught_up === true;
      });
      await fail();
      await standby.query('select pg_promote(true)');
    },
    async close() {
      await Promise.all([primary, standby].map((host) => host.signal('SIGKILL')));
      await Promise.all(running.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
      await directory.remove();
    },
  };
}

async function startHost(of: {
  readonly programs: string;
  readonly cluster: string;
  readonly user: PostgresUser | undefined;
  readonly running: ChildProcess[];
}): Promise<DatabaseHost> {
  const { programs, cluster, user, running } = of;
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: cluster,
    max_connections: '100',
  };
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...user, cwd: cluster, stdio: 'ignore', env: { LC_ALL: 'C' } },
  );
  running.push(child);
  const place = `127.0.0.1:${port}`;
  const url = `postgres://calmly@${place}/postgres`;
  await until(() => isUp(url));
  return {
    place,
    url,
    async signal(name) {
      for (const pid of await processesOf(child.pid ?? 0))
        try {
          process.kill(pid, name);
        } catch {
          // It ended by itself in between.
        }
    },
    async query(text) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    },
  };
}
