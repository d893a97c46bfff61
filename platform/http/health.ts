/**
 * Endpoints for the operator's machines. `/healthz`: the process runs. `/readyz`: it should get calls (the database answers and accepts writes, the
 * schema serves this version, the disk has space, the server is not draining). `/metrics`: Prometheus text, for holders of the configured token or,
 * without one, for direct callers on this machine. Outside `/api`, because they are not for clients.
 */
import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { metricsContentType, printMetrics } from '../metrics.ts';
import { schemaFault } from '../postgres/migrations/served.ts';
import { Problem } from '../problem.ts';
import { accessToken } from './calls/gate.ts';
import { apiHeaders } from './security.ts';

export interface HealthOptions {
  readonly database: Database;
  readonly metricsToken: string | undefined;
  /** Name of this version's newest migration. */
  readonly newestMigration: string;
  /** Why this server takes no calls, whatever the database says. */
  readonly reasonNotReady: () => string | undefined;
  /** Directory of the embedded database; undefined: the database is elsewhere. */
  readonly ownDataDirectory?: string | undefined;
}

/** A caller who may not read `/metrics` gets `not_found`. */
export function addHealth(server: FastifyInstance, options: HealthOptions): void {
  server.get('/healthz', async (_request, reply) => reply.headers(apiHeaders).send({ status: 'ok' }));

  server.get('/readyz', async (_request, reply) => {
    const reason = await reasonNotReady(options);
    reply.headers(apiHeaders);
    if (reason === undefined) return reply.send({ status: 'ready' });
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready', reason });
  });

  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, options.metricsToken)) throw new Problem('not_found');
    return reply
      .headers(apiHeaders)
      .type(metricsContentType)
      .send(await printMetrics(options.database.pool));
  });
}

async function reasonNotReady(options: HealthOptions): Promise<string | undefined> {
  const own = options.reasonNotReady();
  if (own !== undefined) return own;
  try {
    const { rows } = await sql<{ readOnly: boolean; isStandby: boolean }>`
      select current_setting('transaction_read_only')::boolean as "readOnly", pg_is_in_recovery() as "isStandby"
    `.execute(options.database.sql);
    if (rows[0]?.isStandby) return 'the database is a standby';
    if (rows[0]?.readOnly) return 'the database is read-only';
    const fault = await schemaFault(options.database.sql, options.newestMigration);
    if (fault !== undefined) return fault;
    const isDiskFull = (await isFull(options.ownDataDirectory)) || (await options.database.isFull());
    return isDiskFull ? 'the disk is full' : undefined;
  } catch {
    // The log of failing calls has the cause; a probe only needs the fact.
    return 'the database does not answer';
  }
}

/** With less, PostgreSQL still answers but can no longer write: a single WAL file has 16 MB. */
const leastFreeBytes = 64 * 1024 * 1024;

async function isFull(directory: string | undefined): Promise<boolean> {
  if (directory === undefined) return false;
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < leastFreeBytes;
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined)
    return (
      loopback.has(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined
    );
  const given = Buffer.from(accessToken(request.headers.authorization) ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
