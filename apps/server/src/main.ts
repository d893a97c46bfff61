/**
 * The process: configuration, database, app, jobs, in this order; and back in the other order when it is told to stop: take no more
 * calls, answer those in flight, finish the running jobs, close the database. Nothing is left behind.
 *
 * A start that cannot succeed says why in one line and ends with exit code 1 (`Refusal`). A second signal does not wait.
 */
import type { Logger } from 'pino';
import { type Config, loadConfig } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { checkDatabase } from './platform/database-check.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { startJobs } from './platform/jobs.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { Refusal } from './platform/refusal.ts';
import { loadSecretKeys } from './platform/secret-key.ts';
import { welcome } from './welcome.ts';

/** How long a stop may take before it is cut short. */
const drainMs = 30_000;
/** npm passes Ctrl-C on although the terminal has sent it already; that second one is no impatience. */
const echoMs = 500;

interface Running {
  readonly address: string;
  stop(): Promise<void>;
  stopAtOnce(): void;
}

/** Runs the server until a signal ends it. */
export async function main(): Promise<void> {
  try {
    const config = loadConfig(process.env);
    const log = createLog(config.logLevel);
    const running = await start(config, log);
    endOnSignal(running, log);
    // A sandbox is started by a person, also when its output goes to a file.
    if (process.stdout.isTTY || config.sandbox.enabled)
      process.stdout.write(welcome(running.address, config));
    else log.info({ address: running.address }, 'Calmly is ready');
  } catch (error) {
    process.stderr.write(`${error instanceof Refusal ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  }
}

async function start(config: Config, log: Logger): Promise<Running> {
  const opened: Array<() => Promise<void>> = [];
  let postgres: EmbeddedPostgres | undefined;

  async function stop(): Promise<void> {
    for (let close = opened.pop(); close; close = opened.pop())
      await close().catch((error: unknown) => log.error({ err: error }, 'a part did not stop in order'));
  }

  try {
    // Reading the code takes as long as starting the database, so both go on at the same time.
    const loading = import('./app.ts');
    loading.catch(() => undefined);
    if (config.databaseUrl === undefined) {
      postgres = await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, log });
      opened.push(postgres.stop);
    }
    const url = config.databaseUrl ?? postgres?.url ?? '';
    await checkDatabase(url);
    const migrations = await migrate(url);
    if (migrations.length > 0) log.info({ migrations }, 'the database has a new schema');

    const database = openDatabase(url, { log });
    opened.push(database.close);
    const { createApp } = await loading;
    if (config.sandbox.enabled) {
      const { seedSandbox } = await import('./seed/index.ts');
      await seedSandbox(database, { log, seed: config.sandbox.seed, bank: config.bank });
    }
    const secretKeys = await loadSecretKeys(config);
    const app = await createApp({ config: { ...config, secretKeys }, database, log });
    const jobs = await startJobs({ url, database, handlers: app.jobs, log });
    opened.push(jobs.stop, app.close);
    const bound = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw listenRefusal(error, config);
    });
    return { address: addressOf(bound, config.host), stop, stopAtOnce: () => postgres?.stopAtOnce() };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The name a person would type for the address that was bound. */
function addressOf(bound: string, host: string): string {
  const url = new URL(bound);
  url.hostname = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return url.origin;
}

function listenRefusal(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new Refusal(`Port ${port} is taken by another program; set PORT to a free one.`);
  if (code === 'EACCES') return new Refusal(`Port ${port} needs rights that this user does not have.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Refusal(`HOST ${host} is no address of this machine.`);
  return error;
}

function endOnSignal(running: Running, log: Logger): void {
  let stoppedAtMs: number | undefined;

  function end(exitCode: number): void {
    stoppedAtMs = Date.now();
    setTimeout(cut, drainMs).unref();
    running.stop().then(() => process.exit(exitCode), cut);
  }

  function cut(): void {
    running.stopAtOnce();
    process.exit(1);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stoppedAtMs === undefined) {
        log.info({ signal }, 'stopping');
        end(0);
      } else if (Date.now() - stoppedAtMs > echoMs) cut();
    });

  // A defect: what is in flight is answered, and whoever supervises the process starts it anew.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      log.fatal({ err: error }, 'an error nobody handled; stopping');
      if (stoppedAtMs === undefined) end(1);
    });
}

if (import.meta.main) await main();
