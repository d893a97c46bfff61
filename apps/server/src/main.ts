/**
 * The process starts configuration, port, database, app and jobs, in this order. On a stop signal it reverses the order: refuse new
 * calls, finish open ones, finish running jobs, close the database. This also works if the signal arrives during startup.
 *
 * If a start cannot succeed, the process says why in one line and ends with exit code 1 (`Refusal`).
 */

import { type Config, loadConfig } from '@calmly/platform/config/config.ts';
import { keepServiceFacts, requireSameSandbox } from '@calmly/platform/config/service-facts.ts';
import { openDatabase } from '@calmly/platform/database.ts';
import { startJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Log } from '@calmly/platform/log.ts';
import { createLog } from '@calmly/platform/log.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { walIn } from '@calmly/platform/postgres/cluster/wal-archive.ts';
import {
  checkConnections,
  checkDatabase,
  waitUntilWritable,
} from '@calmly/platform/postgres/database-check.ts';
import { migrate } from '@calmly/platform/postgres/migrate.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import { openSecretKeys } from '@calmly/platform/secrets/sealing-keys.ts';
import { watchArchive, watchBackups } from './backup/watch-backups.ts';
import { migrationFolders } from './migrations.ts';
import { holdPorts } from './ports.ts';
import { refuseDemo, refuseRealClients } from './seed/real-or-demo.ts';
import { endOnSignal } from './signals.ts';
import { type Addresses, welcome } from './welcome.ts';

/** Runs the server until a signal ends it. */
export async function main(): Promise<void> {
  try {
    const config = loadConfig(process.env);
    const log = createLog(config.logLevel);
    const parts = openParts(log);
    const starting = start(config, log, parts);
    const signals = endOnSignal(
      {
        // Also closes parts that the start opens after the signal.
        stop: async () => {
          await parts.close();
          await starting.catch(() => undefined);
          await parts.close();
        },
        stopAtOnce: parts.cut,
        drainSeconds: config.drainSeconds,
      },
      log,
    );
    const addresses = await starting.catch(async (error: unknown) => {
      await parts.close();
      // Being stopped is no failed start.
      if (signals.isStopping()) return new Promise<never>(() => undefined);
      throw error;
    });
    if (signals.isStopping()) return;
    // A sandbox is started by a person, even if its output goes to a file.
    if (process.stdout.isTTY || config.sandbox.enabled) process.stdout.write(welcome(addresses, config));
    else log.info({ address: addresses.portal ?? addresses.office }, 'Calmly is ready');
  } catch (error) {
    process.stderr.write(`${error instanceof Refusal ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  }
}

/** Parts opened by a start, to be closed in reverse order. */
function openParts(log: Log) {
  const opened: Array<() => Promise<void>> = [];
  let postgres: EmbeddedPostgres | undefined;
  let isClosing = false;
  let closing = Promise.resolve();
  /** An interrupted start goes no further. */
  function add(...closings: Array<() => Promise<void>>): void {
    opened.push(...closings);
    goOn();
  }
  function goOn(): void {
    if (isClosing) throw new Error('stopped during the start');
  }
  async function closeAll(): Promise<void> {
    for (let close = opened.pop(); close; close = opened.pop())
      await close().catch((error: unknown) => log.error({ err: error }, 'a component did not stop cleanly'));
  }
  return {
    add,
    /** Throws once the parts are being closed. */
    goOn,
    addPostgres(started: EmbeddedPostgres): void {
      postgres = started;
      add(started.stop);
    },
    /** Closes what is open. A second caller waits for the first. */
    close(): Promise<void> {
      isClosing = true;
      closing = closing.then(closeAll);
      return closing;
    },
    cut: () => postgres?.stopAtOnce(),
  };
}

/** Returns the addresses at which the server listens. */
async function start(config: Config, log: Log, parts: ReturnType<typeof openParts>): Promise<Addresses> {
  // Loading the code takes as long as starting the database, so both run at the same time.
  const loading = Promise.all([import('./app.ts'), import('./composition.ts')]);
  loading.catch(() => undefined);
  const ports = await holdPorts(config);
  parts.add(ports.release);
  const { officeAt } = ports;
  let url = config.databaseUrl;
  if (url === undefined) {
    const { dataDirectory, backupDirectory } = config;
    const walDirectory = backupDirectory === undefined ? null : walIn(backupDirectory);
    const postgres = await startEmbeddedPostgres({ dataDirectory, walDirectory, log });
    parts.addPostgres(postgres);
    url = postgres.url;
  } else await waitUntilWritable(url, { log, goOn: parts.goOn });
  await checkDatabase(url);
  const connections = await checkConnections(url, { connections: config.databaseConnections, log });
  const migrations = await migrate(url, migrationFolders, { log });
  if (migrations.length > 0) log.info({ migrations }, 'the database has a new schema');

  const database = openDatabase(url, {
    log,
    slowStatementMs: config.slowStatementMs,
    poolSize: connections.pool,
  });
  parts.add(database.close);
  const [{ createApp }, { sealedSecrets }] = await loading;
  const secretKeys = await openSecretKeys(config, database.sql, sealedSecrets);
  await requireSameSandbox(database.sql, config);
  await (config.sandbox.enabled ? refuseRealClients : refuseDemo)(database.sql);
  if (config.sandbox.enabled) {
    const { seedSandbox } = await import('./seed/index.ts');
    const { createChains } = await import('./chains.ts');
    await seedSandbox(database, {
      log,
      seed: config.sandbox.seed,
      bank: config.bank,
      secretKeys,
      chainsIn: (parts) => createChains(config, parts),
    });
    // Their codes are known to everybody: not where messages reach real people.
    if (!config.smtp && !config.twilio) {
      const { seedStaff } = await import('./seed/demo-staff.ts');
      await seedStaff(database, secretKeys);
    }
  }
  const notServed = Promise.withResolvers<void>();
  const app = await createApp({
    config: { ...config, adminUrl: config.adminUrl ?? officeAt?.url, officeAt, secretKeys },
    database,
    log,
    onNotServed: notServed.resolve,
  });
  const { jobs: handlers, newestMigration } = app;
  const jobs = await startJobs({
    url,
    connections: connections.jobs,
    database,
    handlers,
    newestMigration,
    log,
  });
  parts.add(jobs.stop, app.close);
  // Jobs of an older version would write what the new schema does not expect.
  notServed.promise
    .then(jobs.stop)
    .catch((error: unknown) => log.error({ err: error }, 'a component did not stop cleanly'));
  const addresses = await ports.listen(app);
  await keepServiceFacts(database.sql, config);
  if (config.backupDirectory !== undefined) {
    watchBackups(config.backupDirectory);
    if (config.databaseUrl === undefined)
      watchArchive(database.sql, config.dataDirectory, config.backupDirectory);
  }
  if (config.anchorFile !== undefined) {
    const { keepAnchor } = await import('./verify/anchor.ts');
    parts.add(await keepAnchor(database.sql, { file: config.anchorFile, log }));
  }
  return addresses;
}

if (import.meta.main) await main();
