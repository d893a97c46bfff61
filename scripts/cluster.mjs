/**
 * `npm run cluster -- [directory]`: three database machines and two servers behind HAProxy, on this machine alone, as deploy/ sets them up on several.
 * Ctrl-C stops everything in order; the next start on the same directory continues with its data.
 */
import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { requireNode24 } from './node-version.mjs';

requireNode24();

const help = `npm run cluster -- [directory] [--port 8080] [--first-port 18000]

Starts on 127.0.0.1, without containers: etcd, Patroni and PostgreSQL three times each, with synchronous replication, and two Calmly
servers behind HAProxy. Data, logs and passwords are in the directory (default: data/cluster). Ctrl-C stops everything.

Needs Debian's packages: apt-get install patroni etcd-server haproxy postgresql

  --port         of HAProxy, which serves the portal
  --first-port   14 ports from here on are used by the others
`;

function readParameters() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        port: { type: 'string', default: '8080' },
        'first-port': { type: 'string', default: '18000' },
      },
    });
    const [port, firstPort] = [Number(values.port), Number(values['first-port'])];
    if (![port, firstPort].every((each) => Number.isInteger(each) && each > 0 && each < 65_000))
      throw new Error('A port must be a whole number below 65000.');
    if (positionals.length > 1) throw new Error('There is one directory.');
    return { isHelp: values.help, directory: resolve(positionals[0] ?? 'data/cluster'), port, firstPort };
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exit(1);
  }
}

const { isHelp, ...options } = readParameters();
if (isHelp) {
  process.stdout.write(help);
  process.exit(0);
}

const stop = new AbortController();
const stopped = once(stop.signal, 'abort');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());

try {
  const { findPrograms } = await import('./cluster/programs.mjs');
  // Before anything is built.
  findPrograms();
  const { startCluster } = await import('./cluster/cluster.mjs');
  const { buildAll } = await import('./build/all.mjs');
  await buildAll();
  const cluster = await startCluster({
    ...options,
    stopped: stop.signal,
    say: (what) => console.log(`Starting ${what} …`),
  });
  const leader = await cluster.leader();
  console.log(`
The cluster is ready.

  Portal      ${cluster.url}
  Databases   ${cluster.nodes.map(({ name, place }) => `${name} ${place}`).join(', ')}; ${leader?.name} accepts writes
  Directory   ${options.directory}

Ctrl-C stops it.`);
  await stopped;
  console.log('\nStopping …');
  await cluster.stop();
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
