/**
 * A machine silently cut off from the database loses its leases and locks within half a minute. It runs in a network
 * namespace that is disconnected; a kill would close its connections and prove nothing. Control: a connection with the driver's defaults
 * keeps its lock, for the two hours after which the system notices. Needs root, which alone may create networks.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findPostgresBinaries } from '@calmly/platform/postgres/cluster/postgres-binaries.ts';
import { findPostgresUser } from '@calmly/platform/postgres/cluster/postgres-user.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record } from '../support/campaign.ts';
import { freePort, temporaryDirectory } from '../support/processes/process.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const holderFile = fileURLToPath(new URL('../support/processes/lock-holder.ts', import.meta.url));
const kinds = ['lease', 'market', 'bare'] as const;

const namespace = `calmly${process.pid}`;
/** The end of the cable on this side, where the database is. */
const cable = `cal${process.pid}`;
const [here, there] = ['10.213.77.1', '10.213.77.2'];
const ip = (...parameters: string[]) => run('ip', parameters);

let directory: { path: string; remove: () => Promise<void> };
let postgres: ChildProcess | undefined;
const holders: ChildProcess[] = [];
let url = '';

describe('a machine that is cut off', () => {
  beforeAll(async () => {
    await ip('netns', 'add', namespace);
    await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'end', 'netns', namespace);
    await ip('address', 'add', `${here}/30`, 'dev', cable);
    await ip('link', 'set', cable, 'up');
    await ip('-n', namespace, 'address', 'add', `${there}/30`, 'dev', 'end');
    await ip('-n', namespace, 'link', 'set', 'end', 'up');

    directory = await temporaryDirectory();
    const user = await findPostgresUser();
    await chown(directory.path, user?.uid ?? 0, user?.gid ?? 0);
    const { directory: programs } = await findPostgresBinaries({
      user,
      major: undefined,
      copyDirectory: '/var/lib/calmly',
    });
    const cluster = join(directory.path, 'cluster');
    await run(
      join(programs, 'initdb'),
      ['-D', cluster, '-U', 'calmly', '--auth=trust', '--no-instructions'],
      {
        ...user,
        cwd: '/',
        env: { LC_ALL: 'C' },
      },
    );
    await appendFile(join(cluster, 'pg_hba.conf'), `host all all ${here}/30 trust\n`);
    const port = await freePort();
    const settings = { listen_addresses: here, port: String(port), unix_socket_directories: cluster };
    postgres = spawn(
      join(programs, 'postgres'),
      ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...user, cwd: cluster, stdio: 'ignore', env: { LC_ALL: 'C' } },
    );
    url = `postgres://calmly@${here}:${port}/postgres`;
    await until(() => isFree('lease').catch(() => false), Boolean);
  });

  afterAll(async () => {
    for (const holder of holders) holder.kill('SIGKILL');
    await ip('netns', 'delete', namespace);
    const ended = postgres && once(postgres, 'exit');
    postgres?.kill('SIGQUIT');
    await ended;
    await directory.remove();
  });

  test('loses its lease and the market’s writer; without the settings it would keep them', async () => {
    for (const kind of kinds) {
      const holder = spawn('ip', ['netns', 'exec', namespace, process.execPath, holderFile, url, kind], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      holders.push(holder);
      await once(holder.stdout, 'data');
      expect(await isFree(kind)).toBe(false);
    }
    await ip('link', 'set', cable, 'down');
    // The database's own address is on this end of the link, which stays reachable from here.
    const cutAt = performance.now();
    for (const kind of ['lease', 'market'] as const) await until(() => isFree(kind), Boolean);
    const seconds = (performance.now() - cutAt) / 1000;
    expect(await isFree('bare')).toBe(false);
    record({
      id: 'B8',
      what: 'a machine cut off from the database',
      figure: `its lease and the market's writer were free after ${seconds.toFixed(0)} s`,
      control: 'a connection as the driver opens it kept its lock',
    });
  });
});

/** Whether this lock is available. */
async function isFree(kind: (typeof kinds)[number]): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as free', [
      kind,
    ]);
    return rows[0].free;
  } finally {
    await client.end();
  }
}
