/**
 * The app: the modules of `composition.ts` behind one edge, with their jobs. The process around it (configuration, migrations, listening, signals) is
 * in `main.ts`. Tests start the same app on their own database.
 */
import { fileURLToPath } from 'node:url';
import { createEdge } from '@calmly/platform/http/edge.ts';
import { createOfficeEdge, type OfficeEdge } from '@calmly/platform/http/office/office-edge.ts';
import { collectRoutes } from '@calmly/platform/http/router.ts';
import { backfillJobs, startBackfills } from '@calmly/platform/jobs/backfills/backfill.ts';
import type { JobHandler } from '@calmly/platform/jobs/jobs.ts';
import { purgeTask, purging, startPurge } from '@calmly/platform/jobs/purge.ts';
import { watchEventLoop } from '@calmly/platform/metrics.ts';
import type { Module } from '@calmly/platform/module.ts';
import { subscribe } from '@calmly/platform/notify/push.ts';
import { watchReplication, watchVerification } from '@calmly/platform/observe/database-figures.ts';
import { startTracing } from '@calmly/platform/observe/tracing.ts';
import { migrationFiles } from '@calmly/platform/postgres/migrations/files.ts';
import { watchSchema } from '@calmly/platform/postgres/migrations/served.ts';
import { watchOldestSnapshot } from '@calmly/platform/postgres/oldest-snapshot.ts';
import { createSecretDigest } from '@calmly/platform/secrets/secret-box.ts';
import type { FastifyInstance } from 'fastify';
import { type AppConfig, createModules, type Parts } from './composition.ts';
import { migrationFolders } from './migrations.ts';

export interface AppOptions extends Parts {
  /** Directory of the web build; default: the repository's own. */
  readonly portalDirectory?: string;
  /** The same of the office's. */
  readonly officeDirectory?: string;
  /** Called once the database no longer serves this version: the app takes no more calls, and the caller ends its jobs. */
  readonly onNotServed?: () => void;
}

export interface App {
  readonly server: FastifyInstance;
  /** The office's own server, if this process has one. */
  readonly office: Pick<OfficeEdge, 'server' | 'listen'> | undefined;
  /** Task name to handler, of all modules. */
  readonly jobs: Readonly<Record<string, JobHandler>>;
  /** Name of this version's newest migration. */
  readonly newestMigration: string;
  /** Starts listening; returns the address. */
  listen(at: { readonly host: string; readonly port: number }): Promise<string>;
  /** Stops taking calls, answers those in flight, closes the websockets. */
  close(): Promise<void>;
}

const version = '0.1.0';
const portalBuild = fileURLToPath(new URL('../../web/dist', import.meta.url));
const officeBuild = fileURLToPath(new URL('../../office/dist', import.meta.url));

/** An answer shows codes only if no message leaves the server: with a carrier, only the message has the code. */
const showsCodes = ({ sandbox, smtp, twilio }: AppConfig) => sandbox.enabled && !smtp && !twilio;

/** The origin of the identity check's frame, by the same choice. */
function identityWidgetOf({ sumsub, sandbox }: AppConfig): 'own' | URL | undefined {
  if (sumsub) return new URL(sumsub.widgetOrigin);
  return sandbox.enabled ? 'own' : undefined;
}

/**
 * Everything except the jobs' runner and listening: the caller runs `jobs` and calls `listen`. Reads and writes
 * the database (purges, `start` of each module), so migrations must have run. Throws if two modules name the
 * same task.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, log } = options;
  startTracing(config.tracedStatements);
  const { identity, connections, staff, modules } = createModules(options);
  const newest = await newestMigration();
  const edge = await createEdge({
    ...config,
    ownHosts: [config.portalUrl, config.host ?? []].flat(),
    sandbox: showsCodes(config),
    ...collectRoutes((router) => {
      for (const module of modules) module.routes?.(router);
    }),
    database,
    log,
    authenticate: async (token, call) =>
      (await identity.authenticate(token, call)) ?? connections.authenticate(token),
    checkCode: identity.checkCode,
    provePresence: identity.provePresence,
    digestSecret: createSecretDigest(config.secretKeys),
    redeemTicket: identity.redeemTicket,
    newestMigration: newest,
    ownDataDirectory: config.databaseUrl === undefined ? config.dataDirectory : undefined,
    portalDirectory: options.portalDirectory ?? portalBuild,
    identityWidget: identityWidgetOf(config),
    version,
  });
  const office =
    config.officeAt &&
    (await createOfficeEdge({
      ...config,
      ...config.officeAt,
      ownHosts: [config.officeAt.url, config.host ?? []].flat(),
      routes: collectRoutes((router) => {
        for (const module of modules) module.office?.(router);
      }).routes,
      database,
      log,
      authenticate: staff.authenticate,
      digestSecret: createSecretDigest(config.secretKeys),
      newestMigration: newest,
      ownDataDirectory: config.databaseUrl === undefined ? config.dataDirectory : undefined,
      officeDirectory: options.officeDirectory ?? officeBuild,
      sandbox: showsCodes(config),
    }));
  const purges = modules.flatMap((module) => module.purges ?? []);
  await startPurge(database.sql, purges, new Date());
  const backfills = modules.flatMap((module) => module.backfills ?? []);
  await startBackfills(database.sql, backfills);
  watchOldestSnapshot(database.sql);
  watchReplication(database.sql);
  watchVerification(database.sql);
  const unwatchEventLoop = watchEventLoop(log);
  for (const module of modules) await module.start?.(database.sql);
  const unsubscribe = await subscribe(database, edge.deliver, edge.renewSockets);
  const background: Array<() => Promise<void>> = [];
  for (const module of modules) if (module.background) background.push(await module.background());
  const endBackground = async () => {
    for (const stop of background.splice(0)) await stop();
  };
  const unwatch = await watchSchema(database, newest, (reason) => {
    log.error({ reason }, 'another server has migrated the database; this one takes no more calls');
    edge.refuse(reason);
    office?.refuse(reason);
    options.onNotServed?.();
    endBackground().catch((error: unknown) => log.error({ err: error }, 'a component did not stop cleanly'));
  });

  return {
    server: edge.server,
    office,
    jobs: { ...jobsOf(modules), ...backfillJobs(backfills), [purgeTask]: purging(purges) },
    newestMigration: newest,
    listen: edge.listen,
    async close() {
      await Promise.all([edge.drain(), office?.close()]);
      await unwatch();
      await endBackground();
      await unsubscribe();
      unwatchEventLoop();
    },
  };
}

function jobsOf(modules: readonly Module[]): Record<string, JobHandler> {
  const jobs: Record<string, JobHandler> = {};
  for (const module of modules)
    for (const [task, handler] of Object.entries(module.jobs ?? {})) {
      if (jobs[task] !== undefined) throw new Error(`two modules work off the task ${task}`);
      jobs[task] = handler;
    }
  return jobs;
}

async function newestMigration(): Promise<string> {
  const newest = (await migrationFiles(migrationFolders)).at(-1);
  if (newest === undefined) throw new Error(`there are no migrations in ${migrationFolders}`);
  return newest.name;
}
