/**
 * Servers of two versions on one database, behind HAProxy as deploy/ has it, while clients pay: the newer version migrates, the older one serves on, and may even be
 * installed again. The newer version adds a column to every table, and indexes. `FLEET_CALLS=5000` pays that often. Controls: a migration that declares nothing takes the older
 * server out of service, and one that waits for its lock keeps clients waiting (platform/postgres/migrations/apply.test.ts). Needs haproxy.
 */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { record } from '../support/campaign.ts';
import { breachesAfter, type Fleet, startFleet, startLoad } from '../support/processes/fleet.ts';
import { installVersion, type OtherVersion } from '../support/processes/other-version.ts';

const phases = 6;
const payments = Number(process.env.FLEET_CALLS ?? 600);

let fleet: Fleet;
const installed: OtherVersion[] = [];
beforeEach(async () => {
  fleet = await startFleet();
});
afterEach(async () => {
  await fleet?.close();
  for (const version of installed.splice(0)) await version.remove();
});

async function install(migrations: Readonly<Record<string, string>>): Promise<string> {
  const version = await installVersion(migrations);
  installed.push(version);
  return version.main;
}

async function newestMigration(): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select left(max(name), 4) as number from public.migrations`.execute(fleet.database.sql);
  return rows[0]?.number ?? '';
}

/** A column in every table of the bank, each in its own migration, and an index of the largest one. */
async function additions(): Promise<Record<string, string>> {
  const own = await newestMigration();
  const { rows } = await sql<{ table: string }>`
    select format('%I.%I', schemaname, tablename) as table from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'graphile_worker', 'public') order by 1`.execute(
    fleet.database.sql,
  );
  const columns = rows.map(({ table }, index): [string, string] => [
    `${8001 + index}_column.sql`,
    `-- serves: ${own}\nalter table ${table} add column of_newer_version text default 'new';\n`,
  ]);
  const index = `-- serves: ${own}\n-- transaction: none\ncreate index concurrently of_newer_version on ledger.entries (of_newer_version);\n`;
  return { ...Object.fromEntries(columns), '8999_index.sql': index };
}

test('no call fails while two servers are upgraded one after the other to a version with migrations, and back', async () => {
  const migrations = await additions();
  const newer = await install(migrations);
  const load = startLoad(fleet);
  const some = () => load.some(Math.ceil(payments / phases));
  const replace = async (place: number, main?: string) => {
    await fleet.drain(place);
    await fleet.start(place, main);
    await some();
  };
  await some();
  await replace(0, newer);
  expect(await newestMigration()).toBe('8999');
  expect(await fleet.readiness(1)).toMatchObject({ status: 200 });
  // Back to the older version, which starts on the newer schema.
  await replace(0);
  await replace(0, newer);
  await replace(1, newer);
  await some();
  await load.stop();
  expect(load.failed).toEqual([]);
  expect(await breachesAfter(fleet, load.paid)).toEqual([]);
  record({
    id: 'B2',
    what: 'two servers upgraded under load, with migrations',
    figure: `${Object.keys(migrations).length} migrations, 4 restarts, ${load.paid.length} payments and as many reads: 0 first tries failed, each made once`,
    control: 'a migration that declares nothing: the older server is not ready',
  });
});

test('control: after a migration that declares nothing the older server is not ready, says why, and cannot be started again', async () => {
  const own = await newestMigration();
  const newer = await install({ '8001_table.sql': 'create table public.of_newer_version ()' });
  await fleet.drain(0);
  await fleet.start(0, newer);
  const reason = `the database has schema 8001, which needs a server of 8001 or newer, and this one is of ${own}`;
  expect(await fleet.readiness(1)).toEqual({ status: 503, reason });
  await fleet.drain(1);
  await expect(fleet.begin(1).ready).rejects.toThrow(
    `The database has migration 8001_table.sql, which this version of Calmly does not know: ${reason}.`,
  );
});
