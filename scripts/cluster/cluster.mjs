/**
 * Three database machines and two servers on one machine, all on 127.0.0.1: etcd, Patroni and PostgreSQL three times, two Calmly servers, HAProxy in
 * front. The configuration is that of deploy/; only addresses and passwords are our own. For trying it out (`npm run cluster`) and for tests.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buildServer } from '../build/server.mjs';
import { root } from '../build/sources.mjs';
import { startProcess, waitUntil } from './processes.mjs';
import { findPrograms } from './programs.mjs';

const host = '127.0.0.1';
const names = ['db1', 'db2', 'db3'];
const deploy = (path) => readFileSync(join(root, 'deploy', path), 'utf8');

/**
 * @param {{ directory: string, port: number, firstPort: number, isSynchronous?: boolean, env?: Record<string, string>,
 *   say?: (text: string) => void, stopped?: AbortSignal }} options `port` is that of HAProxy; `firstPort` and the 13 after it are for the others
 */
export async function startCluster({
  directory,
  port,
  firstPort,
  isSynchronous = true,
  env = {},
  say = () => {},
  stopped,
}) {
  const programs = findPrograms();
  const ports = portsFrom(firstPort);
  await requireFree([port, ...Object.values(ports).flat()]);
  const user = prepareDirectory(directory);
  const secrets = readSecrets(directory);
  const started = [];
  const start = (name, command, options = {}) => {
    const process = startProcess({ name, command, directory, user, env: {}, ...options });
    started.push(process);
    return process;
  };
  const stop = async () => {
    for (let process = started.pop(); process; process = started.pop()) await process.stop();
  };
  try {
    say('etcd');
    const etcds = names.map((name, at) =>
      start(`etcd-${name}`, programs.etcd, { env: etcdOf(name, at, ports, directory) }),
    );
    await Promise.all(
      ports.etcd.map((each) =>
        waitUntil(() => isHealthy(`http://${host}:${each}/health`), { what: 'etcd', stopped, needs: etcds }),
      ),
    );

    say('Patroni and PostgreSQL');
    const configuration = join(directory, 'patroni.yml');
    writeFileSync(configuration, patroniConfiguration(isSynchronous), { mode: 0o644 });
    const nodes = names.map((name, at) =>
      createNode(name, {
        api: `http://${host}:${ports.api[at]}`,
        place: `${host}:${ports.postgres[at]}`,
        data: join(directory, name),
        start: () =>
          start(`patroni-${name}`, programs.patroni, {
            parameters: [configuration],
            env: patroniOf(name, { at, ports, programs, directory, secrets }),
          }),
      }),
    );
    for (const node of nodes) node.start();
    const cluster = createView(nodes, { isSynchronous });
    await waitUntil(cluster.isWhole, {
      what: 'Patroni',
      stopped,
      needs: nodes.map((node) => node.process()),
    });
    createDatabase(await cluster.leader(), programs, secrets);

    say('two servers');
    const places = nodes.map(({ place }) => place).join(',');
    const databaseUrl = `postgres://calmly:${secrets.calmly}@${places}/calmly?target_session_attrs=read-write`;
    const main = await buildServer();
    const serverOf = (at) => () =>
      start(`calmly-${at + 1}`, process.execPath, {
        user: {},
        parameters: ['--enable-source-maps', main],
        env: {
          SANDBOX: 'on',
          LOG_LEVEL: 'info',
          HOST: host,
          PORT: String(ports.server[at]),
          DATABASE_URL: databaseUrl,
          SECRET_KEY: secrets.key,
          PUBLIC_URL: `http://${host}:${port}`,
          TRUSTED_PROXIES: `${host},::1`,
          DRAIN_SECONDS: '5',
          ...env,
        },
      });
    const servers = [];
    for (const at of [0, 1]) {
      // One after the other: the first one creates the demo clients.
      servers[at] = serverOf(at)();
      await waitUntil(() => isHealthy(`http://${host}:${ports.server[at]}/readyz`), {
        what: 'a server',
        stopped,
        needs: [servers[at]],
      });
    }

    say('HAProxy');
    const balancing = join(directory, 'haproxy.cfg');
    writeFileSync(balancing, balancerConfiguration(port), { mode: 0o644 });
    const balancer = start('haproxy', programs.haproxy, {
      parameters: ['-db', '-f', balancing],
      env: { CALMLY_ONE: `${host}:${ports.server[0]}`, CALMLY_TWO: `${host}:${ports.server[1]}` },
    });
    const url = `http://${host}:${port}`;
    await waitUntil(() => isHealthy(`${url}/readyz`), { what: 'HAProxy', stopped, needs: [balancer] });
    return { url, databaseUrl, nodes, ...cluster, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A database machine: Patroni, and the PostgreSQL that it starts. */
function createNode(name, { api, place, data, start }) {
  let patroni;
  return {
    name,
    place,
    process: () => patroni,
    /** @returns {Promise<{ role: string, state: string } | undefined>} */
    status: () => readJson(`${api}/patroni`),
    members: async () => (await readJson(`${api}/cluster`))?.members ?? [],
    start() {
      patroni = start();
    },
    /** The process id of its PostgreSQL. */
    postmaster: () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10),
    /** `kill -9` of Patroni, as when the machine dies; its PostgreSQL is killed by the caller. */
    async killPatroni() {
      patroni.kill('SIGKILL');
      await patroni.ended;
    },
    async switchOver() {
      const answer = await fetch(`${api}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name }),
      });
      if (!answer.ok) throw new Error(`no switchover: ${await answer.text()}`);
    },
  };
}

/** What Patroni says of all members. */
function createView(nodes, { isSynchronous }) {
  const members = async () => {
    for (const node of nodes) {
      const seen = await node.members().catch(() => []);
      if (seen.length > 0) return seen;
    }
    return [];
  };
  const isLeader = ({ role }) => role === 'leader';
  return {
    /** The node that accepts writes; undefined while there is none. */
    async leader() {
      for (const node of nodes) {
        const status = await node.status().catch(() => undefined);
        if (status?.state === 'running' && /^(master|primary)$/.test(status.role)) return node;
      }
      return undefined;
    },
    /** Whether there is a primary, and both others follow it, one of them synchronously. */
    async isWhole() {
      const all = await members();
      const following = all.filter((member) => !isLeader(member) && /running|streaming/.test(member.state));
      return (
        all.some((member) => isLeader(member) && member.state === 'running') &&
        following.length === nodes.length - 1 &&
        new Set(all.map(({ timeline }) => timeline)).size === 1 &&
        (!isSynchronous || following.some(({ role }) => role === 'sync_standby'))
      );
    },
  };
}

/** The server's own user and database, if they are not there yet. */
function createDatabase({ place }, programs, secrets) {
  const script = `
    select 'create role calmly login' where not exists (select from pg_roles where rolname = 'calmly') \\gexec
    alter role calmly password '${secrets.calmly}';
    select 'create database calmly owner calmly' where not exists (select from pg_database where datname = 'calmly') \\gexec
    grant pg_read_all_stats to calmly;`;
  const address = `postgres://postgres@${place}/postgres`;
  execFileSync(join(programs.postgres, 'psql'), ['-qX', '-v', 'ON_ERROR_STOP=1', address], {
    input: script,
    env: { PATH: process.env.PATH, PGPASSWORD: secrets.superuser },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}

function portsFrom(first) {
  const three = (from) => [0, 1, 2].map((at) => first + from + at);
  return { server: [first, first + 1], etcd: three(2), peer: three(5), postgres: three(8), api: three(11) };
}

async function requireFree(ports) {
  for (const port of ports) {
    const isFree = await new Promise((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, host, () => server.close(() => resolve(true)));
    });
    if (!isFree)
      throw new Error(`Port ${port} of ${host} is taken, perhaps by a cluster that is still running.`);
  }
}

/** PostgreSQL refuses to run as root: it then runs, with all but the servers, as the user of Debian's package. */
function prepareDirectory(directory) {
  mkdirSync(join(directory, 'logs'), { recursive: true });
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  chmodSync(directory, 0o755);
  for (const each of [directory, join(directory, 'logs')]) chownSync(each, user.uid, user.gid);
  return user;
}

/** Made at the first start. */
function readSecrets(directory) {
  const file = join(directory, 'secrets.json');
  if (!existsSync(file)) {
    const word = () => randomBytes(18).toString('base64url');
    const made = {
      superuser: word(),
      replication: word(),
      calmly: word(),
      key: randomBytes(32).toString('base64'),
    };
    writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

function etcdOf(name, at, ports, directory) {
  const peer = (of) => `http://${host}:${ports.peer[of]}`;
  const client = `http://${host}:${ports.etcd[at]}`;
  return {
    ETCD_NAME: name,
    ETCD_DATA_DIR: join(directory, `etcd-${name}`),
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer(at),
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer(at),
    ETCD_INITIAL_CLUSTER: names.map((each, of) => `${each}=${peer(of)}`).join(','),
    ETCD_INITIAL_CLUSTER_TOKEN: 'calmly',
    ETCD_INITIAL_CLUSTER_STATE: 'new',
  };
}

function patroniOf(name, { at, ports, programs, directory, secrets }) {
  const [api, postgres] = [`${host}:${ports.api[at]}`, `${host}:${ports.postgres[at]}`];
  return {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: ports.etcd.map((port) => `${host}:${port}`).join(','),
    PATRONI_RESTAPI_LISTEN: api,
    PATRONI_RESTAPI_CONNECT_ADDRESS: api,
    PATRONI_POSTGRESQL_LISTEN: postgres,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
    PATRONI_POSTGRESQL_DATA_DIR: join(directory, name),
    PATRONI_POSTGRESQL_PGPASS: join(directory, `${name}.pgpass`),
    PATRONI_POSTGRESQL_BIN_DIR: programs.postgres,
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: secrets.superuser,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: secrets.replication,
  };
}

/** Three on one machine have no shared socket directory, and must not reset that machine. */
function patroniConfiguration(isSynchronous) {
  const text = deploy('patroni/config.yml')
    .replace('unix_socket_directories: /var/run/postgresql', "unix_socket_directories: ''")
    .replace('mode: automatic', "mode: 'off'");
  return isSynchronous ? text : text.replaceAll(/(synchronous_mode\w*): true/g, '$1: false');
}

const balancerConfiguration = (port) =>
  deploy('haproxy/haproxy.cfg')
    .replace('maxconn 4000', 'maxconn 400')
    .replace('bind :8080', `bind ${host}:${port}`);

const isHealthy = async (url) => (await fetch(url)).ok;

async function readJson(url) {
  const answer = await fetch(url);
  return answer.json();
}
