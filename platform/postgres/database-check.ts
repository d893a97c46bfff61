/**
 * Requirements for a database before it may hold money: reachable, recent enough, and configured to have a commit on disk before it is
 * acknowledged. Checked at every start, also for the embedded database.
 */
import pg from 'pg';
import { sqlStateOf } from '../database.ts';
import { Refusal } from '../refusal.ts';

const oldestVersion = 150_000;
const connectTimeoutMs = 5_000;
const durable = ['fsync', 'full_page_writes', 'synchronous_commit'];

/** Refuses a database that cannot be reached or could lose acknowledged payments. */
export async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1)',
      [['server_version_num', ...durable]],
    );
    const settings = new Map(rows.map((row) => [row.name, row.setting]));
    if (Number(settings.get('server_version_num')) < oldestVersion)
      throw new Refusal('The database is older than PostgreSQL 15.');
    const off = durable.filter((name) => settings.get(name) === 'off');
    if (off.length > 0)
      throw new Refusal(`The database would lose acknowledged payments: ${off.join(', ')} is off.`);
    await checkCollation(client);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`The database cannot be reached: ${reasonOf(error)}.`, { cause: error });
  } finally {
    await client.end();
  }
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

/** What the usual error codes mean to the person who wrote the address. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of that name',
  '28000': 'this user may not connect',
  '28P01': 'the password is not right',
  '3D000': 'there is no database of that name',
};

/** Never includes the address, which may contain a password. */
function reasonOf(error: unknown): string {
  // A name with several addresses gives one error for each.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = sqlStateOf(first);
  if (code === undefined) return first instanceof Error ? first.message : String(first);
  const meaning = meanings[code];
  return meaning === undefined ? code : `${meaning} (${code})`;
}
