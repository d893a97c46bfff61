/**
 * Which servers a database serves. A server knows the migrations up to its own newest one. It works on the schema that this migration makes, and on a later one as
 * long as every migration since declares that it serves such a server (`-- serves:`, files.ts). The database keeps the declarations, because an older server does not have
 * the files.
 */
import { sql as query } from 'kysely';
import type { Database } from '../../database.ts';
import { Refusal } from '../../refusal.ts';
import type { Sql } from '../../work.ts';
import { type Migration, numberOf, readMigrations } from './files.ts';

/** A migration that the database has. */
export interface Applied {
  readonly name: string;
  readonly checksum: string;
  /** Null: from before migrations declared it. */
  readonly serves: string | null;
}

/** A database from before the column `serves` is read too. */
export const appliedMigrations = `
  select name, checksum, to_jsonb(migrations) ->> 'serves' as serves from public.migrations order by name`;

/** The migrations that the database does not have yet. Throws a Refusal if it does not serve this version. */
export function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly Applied[],
): Migration[] {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index];
    if (migration === undefined) {
      const reason = reasonNotServed(migrations.at(-1)?.name ?? '', schemaOf(applied));
      if (reason === undefined) return [];
      throw new Refusal(
        `The database has migration ${row.name}, which this version of Calmly does not know: ${reason}.`,
      );
    }
    if (migration.name !== row.name)
      throw new Refusal(
        migrations.some(({ name }) => name === row.name)
          ? `Migration ${migration.name} comes before ${row.name}, which the database already has; give it the next number.`
          : `The database has migration ${row.name}, which this version of Calmly does not know.`,
      );
    if (migration.checksum !== row.checksum)
      throw new Refusal(`Migration ${row.name} was changed after it was applied; add a new one instead.`);
  }
  return migrations.slice(applied.length);
}

/** Throws a Refusal unless the database has all migrations of this version, and serves it. Changes nothing. */
export async function requireMigrated(sql: Sql, folders: readonly string[]): Promise<void> {
  const { rows } = await query.raw<Applied>(appliedMigrations).execute(sql);
  const [first] = pendingMigrations(await readMigrations(folders), rows);
  if (first)
    throw new Refusal(
      `The database does not have migration ${first.name} yet. Start the server once to migrate it.`,
    );
}

interface Schema {
  /** Number of its newest migration. */
  readonly newest: string;
  /** Number of the oldest migration whose servers work on it. */
  readonly serves: string;
}

const schemaOf = (applied: readonly Applied[]): Schema => ({
  newest: numberOf(applied.at(-1)?.name ?? ''),
  serves: applied.reduce((most, { name, serves }) => {
    const each = serves ?? numberOf(name);
    return each > most ? each : most;
  }, ''),
});

/** Why this schema does not serve a server whose newest migration this is; undefined: it does. */
function reasonNotServed(newestOfServer: string, { newest, serves }: Schema): string | undefined {
  const own = numberOf(newestOfServer);
  if (newest < own) return `the database has schema ${newest}, and this server needs ${own}`;
  if (serves <= own) return undefined;
  return `the database has schema ${newest}, which needs a server of ${serves} or newer, and this one is of ${own}`;
}

/** What this version would make of the database, in sentences, and which servers may run meanwhile. Changes nothing. */
export async function upgradeLines(sql: Sql, folders: readonly string[]): Promise<string[]> {
  const { rows } = await query.raw<Applied>(appliedMigrations).execute(sql);
  const { newest, serves } = schemaOf(rows);
  const has = `The database has schema ${newest} and serves servers of ${serves} and newer.`;
  const pending = pendingMigrations(await readMigrations(folders), rows);
  const last = pending.at(-1);
  if (last === undefined) return [has, 'This version has no further migrations.'];
  const next = schemaOf([...rows, ...pending]);
  return [
    has,
    `This version has ${pending.length} further ${pending.length === 1 ? 'migration' : 'migrations'}, to schema ${next.newest}, which serves servers of ${next.serves} and newer.`,
    next.serves <= newest
      ? `Servers of ${newest} may run while this version starts: upgrade one after the other.`
      : `Servers of ${newest} do not work on it: stop all of them before this version starts.`,
  ];
}

/** Sent after migrations to the servers at work. */
const channel = 'calmly_schema';
export const tellMigrated = `select pg_notify('${channel}', '')`;

/**
 * Calls `onFault` once another server has migrated the database to a schema that does not serve this one, with the reason. Returns a function that ends the watch.
 */
export async function watchSchema(
  { sql, listen }: Pick<Database, 'sql' | 'listen'>,
  newestOfServer: string,
  onFault: (reason: string) => void,
): Promise<() => Promise<void>> {
  const look = () => {
    // If the database is away, the next gap looks again.
    schemaFault(sql, newestOfServer).then(
      (reason) => reason !== undefined && onFault(reason),
      () => undefined,
    );
  };
  return listen(channel, look, look);
}

/** Why the database does not serve a server whose newest migration this is; undefined: it does. */
export async function schemaFault(sql: Sql, newestOfServer: string): Promise<string | undefined> {
  const { rows } = await query<Schema & { readonly hasOwn: boolean }>`
    select left(max(name), 4) as newest, max(coalesce(serves, left(name, 4))) as serves,
      bool_or(name = ${newestOfServer}) as "hasOwn"
    from public.migrations`.execute(sql);
  const [schema] = rows;
  if (!schema?.newest) return 'the database is empty';
  const reason = reasonNotServed(newestOfServer, schema);
  if (reason !== undefined || schema.hasOwn) return reason;
  return `the database has schema ${schema.newest} without migration ${newestOfServer}, which this server needs`;
}
