/**
 * Calmly with Stripe Issuing, and on the next port a server in the same process that only makes a ledger reservation, through the
 * same pool: the reference of P16. It returns the milliseconds of the reservation without HTTP.
 */
import { createServer } from 'node:http';
import { loadConfig } from '@calmly/platform/config/config.ts';
import { openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { startJobs } from '@calmly/platform/jobs/jobs.ts';
import { createLog } from '@calmly/platform/log.ts';
import { migrate } from '@calmly/platform/postgres/migrate.ts';
import { reserve } from '@calmly/products/ledger/server/index.ts';
import { createApp } from '@calmly/server/src/app.ts';
import { migrationFolders } from '@calmly/server/src/migrations.ts';

const config = loadConfig(process.env);
const log = createLog(config.logLevel);
const url = config.databaseUrl;
if (url === undefined) throw new Error('DATABASE_URL must be set');
await migrate(url, migrationFolders);
const database = openDatabase(url, { log });
const app = await createApp({
  config: { ...config, secretKeys: [Buffer.alloc(32, 'bench')] },
  database,
  log,
});
const bare = createServer((request, response) => {
  const startedMs = performance.now();
  const accountId = (request.url ?? '').slice(1);
  database
    .inTransaction((sql) => reserve(sql, [{ id: newId(), accountId, amountMinor: 1n }]))
    .then(
      () => response.end(JSON.stringify({ ms: performance.now() - startedMs })),
      () => response.writeHead(503).end(),
    );
});
const jobs = await startJobs({ url, database, handlers: app.jobs, log });
bare.listen(config.port + 1, config.host);
await app.listen({ host: config.host, port: config.port });

process.once('SIGTERM', async () => {
  bare.close();
  bare.closeAllConnections();
  await jobs.stop();
  await app.close();
  await database.close();
});
