/** `/readyz` of a server whose database another version has migrated. */
import { listCountries } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { until } from '@calmly/server/test/support/until.ts';
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

test('once a newer server has migrated to a schema that does not serve this one, it takes no more calls and says why', async () => {
  const old = await startTestApp();
  const { sql: db } = old.database;
  const call = () => old.call(listCountries);
  expect((await call()).status).toBe(200);
  const told = () => sql`select pg_notify('calmly_schema', '')`.execute(db);
  await sql`insert into public.migrations (name, checksum, serves) values ('9001_more.sql', '', ${newest.slice(0, 4)})`.execute(
    db,
  );
  await told();
  expect((await call()).status).toBe(200);
  await sql`insert into public.migrations (name, checksum) values ('9002_other.sql', '')`.execute(db);
  await told();
  await until(call, ({ status }) => status === 503, 60_000);
  expect((await call()).body).toMatchObject({ code: 'unavailable' });
  expect((await fetch(`${old.url}/healthz`)).status).toBe(200);
  const answer = await fetch(`${old.url}/readyz`);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      status: 'not ready',
      reason: `the database has schema 9002, which needs a server of 9002 or newer, and this one is of ${newest.slice(0, 4)}`,
    },
  ]);
  await old.close();
});
