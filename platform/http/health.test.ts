/** `/readyz` of a server whose database another version has migrated. */
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let newest: string;
beforeAll(async () => {
  app = await startTestApp();
  const { rows } = await sql<{ name: string }>`select max(name) as name from public.migrations`.execute(
    app.database.sql,
  );
  newest = rows[0]?.name ?? '';
});
afterAll(() => app.close());

async function readiness() {
  const answer = await fetch(`${app.url}/readyz`);
  const { reason } = (await answer.json()) as { reason?: string };
  return [answer.status, reason];
}

/** A migration that this server does not know. */
const migrated = (name: string, serves: string | null) =>
  sql`insert into public.migrations (name, checksum, serves) values (${name}, '', ${serves})`.execute(
    app.database.sql,
  );

test('a server serves a newer schema as long as each migration since its own says so, and tells what it lacks otherwise', async () => {
  const own = newest.slice(0, 4);
  await migrated('9001_later.sql', own);
  expect(await readiness()).toEqual([200, undefined]);
  await migrated('9002_own_servers_only.sql', null);
  const reason = (has: string) =>
    `the database has schema ${has}, which needs a server of 9002 or newer, and this one is of ${own}`;
  expect(await readiness()).toEqual([503, reason('9002')]);
  await migrated('9003_later_still.sql', own);
  expect(await readiness()).toEqual([503, reason('9003')]);
});

test('a server is not ready on an older schema, or on one without its own newest migration', async () => {
  await sql`delete from public.migrations where name > ${newest}`.execute(app.database.sql);
  await migrated('9001_of_another_branch.sql', '0001');
  await sql`delete from public.migrations where name = ${newest}`.execute(app.database.sql);
  expect(await readiness()).toEqual([
    503,
    `the database has schema 9001 without migration ${newest}, which this server needs`,
  ]);
  await sql`delete from public.migrations where name > '0350'`.execute(app.database.sql);
  expect(await readiness()).toEqual([
    503,
    `the database has schema 0349, and this server needs ${newest.slice(0, 4)}`,
  ]);
});
