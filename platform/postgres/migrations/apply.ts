/**
 * Applies migrations beside servers that are at work.
 *
 * An ALTER TABLE that waits for a table makes everyone behind it wait too. So it waits only for a moment, then gives way, and tries again later: a report that
 * reads the table for minutes delays the migration, and no client.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sqlStateOf } from '../../database.ts';
import type { Log } from '../../log.ts';
import { Refusal } from '../../refusal.ts';
import type { Migration } from './files.ts';
import { indexStatement, statementsOf } from './statements.ts';

export interface ApplyOptions {
  readonly log?: Log | undefined;
  /** How long a migration gives way before it is given up. */
  readonly patienceMs?: number | undefined;
}

const lockTimeoutMs = 250;
const shortestPauseMs = 250;
const longestPauseMs = 5_000;
const usualPatienceMs = 30 * 60_000;
/** A lock that was not free in time, and a deadlock: nothing was changed. */
const inTheWay = new Set(['55P03', '40P01']);

/** Applies all of them in one transaction, or none. */
export async function applyTogether(
  client: pg.Client,
  migrations: readonly Migration[],
  options: ApplyOptions = {},
): Promise<void> {
  let last = '';
  await givingWay(
    client,
    () => last,
    options,
    async () => {
      await inTransaction(client, async () => {
        for (const migration of migrations) {
          last = migration.name;
          await client.query(migration.inTransaction ? migration.text : withoutConcurrently(migration.text));
          await record(client, migration);
        }
      });
    },
  );
}

/** Waits only for a moment for each lock. */
async function inTransaction(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await work();
    await client.query('commit');
  } catch (error) {
    // The failure is the reason, even if it was the loss of the connection.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The table of applied migrations. Servers read it all the time. */
export async function keepRecords(client: pg.Client, options: ApplyOptions): Promise<void> {
  await client.query(`create table if not exists public.migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'public.migrations'::regclass and attname = 'serves'`,
  );
  if (rowCount !== 0) return;
  const add = `alter table public.migrations add column serves text;
    comment on column public.migrations.serves is 'Number of the oldest migration whose servers work on this schema; null: only its own.'`;
  await givingWay(
    client,
    () => 'of the table of migrations',
    options,
    () => inTransaction(client, () => client.query(add)),
  );
}

/** On a database that nobody uses yet, all indexes may be built in its one transaction. */
const withoutConcurrently = (text: string): string =>
  statementsOf(text)
    .map((statement) => `${statement.text.replace(/(\bindex\s+)concurrently\b/i, '$1')};`)
    .join('\n');

/** Applies the statements of a migration one by one. What an earlier try has done stays, and is not done again. */
export async function applyOutside(
  client: pg.Client,
  migration: Migration,
  options: ApplyOptions = {},
): Promise<void> {
  await givingWay(
    client,
    () => migration.name,
    options,
    async () => {
      for (const statement of statementsOf(migration.text)) {
        const about = indexStatement(statement);
        if (about?.verb !== 'create') await dropIfThere(client, statement.text, about?.name ?? '');
        else await buildIndex(client, statement.text, about.name, about.table ?? '');
      }
      await record(client, migration);
    },
  );
}

const dropIfThere = async (client: pg.Client, text: string, name: string): Promise<void> => {
  const { rows } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [name]);
  if (rows[0]?.is) await client.query(text);
};

/** A build that was interrupted leaves an invalid index, which every write has to keep up and no query uses. */
async function buildIndex(client: pg.Client, text: string, name: string, table: string): Promise<void> {
  const find = async () => {
    const { rows } = await client.query<{ index: string; isValid: boolean }>(
      `select format('%I.%I', n.nspname, c.relname) as index, i.indisvalid as "isValid"
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where i.indrelid = to_regclass($2) and c.relname = $1`,
      [name, table],
    );
    return rows[0];
  };
  const dropInvalid = async () => {
    const found = await find();
    if (found && !found.isValid) await client.query(`drop index concurrently ${found.index}`);
  };
  await dropInvalid();
  if (await find()) return;
  try {
    await client.query(text);
  } catch (error) {
    await dropInvalid().catch(() => undefined);
    throw error;
  }
}

const record = (client: pg.Client, { name, checksum, serves }: Migration) =>
  client.query('insert into public.migrations (name, checksum, serves) values ($1, $2, $3)', [
    name,
    checksum,
    serves,
  ]);

/** Tries again, at growing intervals, as long as others are in the way. Any other failure is a Refusal with the migration's name. */
async function givingWay(
  client: pg.Client,
  nameOf: () => string,
  { log, patienceMs = usualPatienceMs }: ApplyOptions,
  attempt: () => Promise<void>,
): Promise<void> {
  const startedAtMs = performance.now();
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await attempt();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      if (!inTheWay.has(sqlStateOf(cause) ?? ''))
        throw new Refusal(`migration ${nameOf()} failed: ${reason}`, { cause });
      const oldest = await oldestTransaction(client);
      const waitedMs = performance.now() - startedAtMs;
      if (waitedMs > patienceMs)
        throw new Refusal(
          `migration ${nameOf()} did not get its locks within ${Math.ceil(waitedMs / 60_000)} minutes (${reason}). ${oldest}`,
          { cause },
        );
      log?.warn({ reason: `${nameOf()}: ${reason}. ${oldest}` }, 'a migration gives way and tries again');
      await sleep(pauseMs);
    }
  }
}

/** Not its statement, which may hold what a client wrote. */
async function oldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; since: string }>(
    `select pid, coalesce(application_name, '') as name, to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since
    from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
    order by xact_start limit 1`,
  );
  const [oldest] = rows;
  return oldest
    ? `The oldest transaction is that of process ${oldest.pid} (${oldest.name || 'without a name'}), since ${oldest.since} UTC.`
    : 'No other transaction is open now.';
}
