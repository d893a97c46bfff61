/**
 * Requirements for a database before it may hold money: reachable, recent enough, reached without a pooler that shares sessions, and configured to
 * have a commit on disk before it is acknowledged. Checked at every start, also for the embedded database.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { lookUps } from '../database.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { addressesIn } from './connecting/addresses.ts';
import {
  type ConnectionBudget,
  readAllowances,
  requireAllowed,
  splitConnections,
} from './connecting/budget.ts';
import { newClient } from './connecting/connections.ts';
import { isRefusedByPooler, refusedByPooler, refusePooler, requireOwnSettings } from './connecting/pooler.ts';
import { reasonOf } from './connecting/reasons.ts';
import { NoWritableHost, openWritable } from './connecting/writable-host.ts';

const oldestVersion = 150_000;
const connectTimeoutMs = 5_000;
const durable = ['fsync', 'full_page_writes', 'synchronous_commit'];

/** Refuses a database that cannot be reached or could lose acknowledged payments. */
export async function checkDatabase(url: string): Promise<void> {
  await withClient(url, async (client, open) => {
    await refusePooler(client, open);
    await checkSettings(client);
    await requireOwnSettings(client);
    await checkCollation(client);
  });
}

/** The connections that a server may open, from `DATABASE_CONNECTIONS`. Refuses a number that the database server does not have. */
export async function checkConnections(
  url: string,
  { connections, log }: { readonly connections: number | undefined; readonly log: Log },
): Promise<ConnectionBudget> {
  const fleet = { hasSeveralHosts: addressesIn(url).length > 1, isSet: connections !== undefined };
  const budget = splitConnections(connections, fleet);
  await withClient(url, async (client) => {
    const allowances = await readAllowances(client);
    requireAllowed(budget, allowances, fleet);
    const { allowed, limit, used } = allowances.reduce((one, other) =>
      other.allowed - other.used < one.allowed - one.used ? other : one,
    );
    const reason = `up to ${budget.total} for this process; ${used} of ${allowed} in use by others (${limit})`;
    if (used + budget.total > allowed)
      log.warn(
        { reason },
        'the database server may run out of connections; a lower DATABASE_CONNECTIONS helps',
      );
    else log.info({ reason }, 'database connections');
  });
  return budget;
}

const askMs = 500;
/** How often a waiting server says so again. */
const sayMs = 30_000;

/**
 * Waits until the database, or one of several hosts, accepts writes: a standby may be promoted at any moment. `goOn` throws when the start
 * was stopped. An address where nothing answers is left to `checkDatabase`.
 */
export async function waitUntilWritable(
  url: string,
  { log, goOn }: { readonly log: Log; readonly goOn: () => void },
): Promise<void> {
  for (let saidAt = -sayMs; ; await sleep(askMs)) {
    goOn();
    const tries = await Promise.allSettled(addressesIn(url).map(openWritable));
    for (const one of tries) if (one.status === 'fulfilled') await one.value.end();
    if (tries.some(({ status }) => status === 'fulfilled')) return;
    const faults = tries.flatMap((one) =>
      one.status === 'rejected' && one.reason instanceof NoWritableHost ? one.reason.faults : [],
    );
    const reason = new NoWritableHost(faults);
    if (!reason.mayChange) return;
    if (performance.now() - saidAt < sayMs) continue;
    saidAt = performance.now();
    log.warn({ reason: reason.message }, 'the database accepts no writes yet; the start waits for it');
  }
}

/** Runs `work` with a connection like those of the pool, and a function that opens further ones. */
async function withClient(
  url: string,
  work: (client: pg.Client, open: () => Promise<pg.Client>) => Promise<void>,
): Promise<void> {
  const open = async () => {
    const client = newClient(url, {
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
      settings: lookUps,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (isRefusedByPooler(error)) throw refusedByPooler();
      if (error instanceof NoWritableHost)
        throw new Refusal(`The database cannot be reached: ${error.message}.`);
      throw error;
    }
  };
  let client: pg.Client | undefined;
  try {
    client = await open();
    await work(client, open);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`The database cannot be reached: ${reasonOf(error)}.`, { cause: error });
  } finally {
    await client?.end();
  }
}

async function checkSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [['server_version_num', 'synchronous_standby_names', ...durable]],
  );
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  if (Number(settings.get('server_version_num')) < oldestVersion)
    throw new Refusal('The database is older than PostgreSQL 15.');
  const off = durable.filter((name) => settings.get(name) === 'off');
  if (off.length > 0)
    throw new Refusal(`The database would lose acknowledged payments: ${off.join(', ')} is off.`);
  if (settings.get('synchronous_standby_names') !== '' && settings.get('synchronous_commit') === 'local')
    throw new Refusal(
      'The database would lose acknowledged payments in a failover: synchronous_commit is local, so commits do not wait for the standby.',
    );
}

/** An index is sorted by the collation rules of its time. Under other rules it no longer finds its entries, and an existing key looks new. */
async function checkCollation(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ made: string; has: string }>(
    `select datcollversion as made, pg_database_collation_actual_version(oid) as has from pg_database
     where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`,
  );
  const [changed] = rows;
  if (changed)
    throw new Refusal(
      `The system sorts text by other rules (version ${changed.has}) than those of the database's indexes (version ${changed.made}). ` +
        'Run "REINDEX DATABASE" and "ALTER DATABASE … REFRESH COLLATION VERSION", then start the server.',
    );
}
