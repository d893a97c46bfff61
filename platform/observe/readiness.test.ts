/** /readyz says why a database cannot serve calls, whatever the reason, and that it can again. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApp } from '@calmly/server/src/app.ts';
import { migrationFolders } from '@calmly/server/src/migrations.ts';
import { startTestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { makeFastDirectory } from '@calmly/server/test/support/processes/fast-directory.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openDatabase } from '../database.ts';
import { startEmbeddedPostgres } from '../postgres/cluster/embedded-postgres.ts';
import { migrate } from '../postgres/migrate.ts';

async function readiness(url: string) {
  const answer = await fetch(`${url}/readyz`);
  return [answer.status, ((await answer.json()) as { reason?: string }).reason];
}

test('after a write that found the disk full the server is not ready until a write fits again', async () => {
  const bank = await startTestApp();
  const { sql } = bank.database;
  // As PostgreSQL reports it: no new table, and no new row of this one.
  await query`create function public.disk_full() returns event_trigger language plpgsql as
    $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$`.execute(sql);
  await query`create function public.row_full() returns trigger language plpgsql as
    $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$`.execute(sql);
  await query`create trigger full_disk before insert on platform.audit execute function public.row_full()`.execute(
    sql,
  );
  await query`create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS')
    execute function public.disk_full()`.execute(sql);
  expect(await readiness(bank.url)).toEqual([200, undefined]);
  const write = query`insert into platform.audit (id) values (gen_random_uuid())`.execute(sql);
  await expect(write).rejects.toMatchObject({ code: '53100' });
  expect(await readiness(bank.url)).toEqual([503, 'the disk is full']);
  expect(await readiness(bank.url)).toEqual([503, 'the disk is full']);
  await query`drop event trigger full_disk`.execute(sql);
  expect(await readiness(bank.url)).toEqual([200, undefined]);
  await bank.close();
});

test('a server whose database has another schema is not ready', async () => {
  const bank = await startTestApp();
  await query`insert into public.migrations (name, checksum) values ('9999_of_a_newer_version.sql', '')`.execute(
    bank.database.sql,
  );
  expect(await readiness(bank.url)).toEqual([503, expect.stringMatching(/^the database has schema 9999/)]);
  await bank.close();
});

test('a server whose database has become a standby is not ready and says so', async () => {
  const dataDirectory = await makeFastDirectory('calmly-test-becomes-standby-');
  const primary = await startEmbeddedPostgres({ dataDirectory });
  await migrate(primary.url, migrationFolders);
  const database = openDatabase(primary.url);
  const app = await createApp({ database, log: pino({ level: 'silent' }), config: testConfig });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  expect(await readiness(url)).toEqual([200, undefined]);
  await primary.stop();
  await writeFile(join(dataDirectory, 'postgres/standby.signal'), '');
  const standby = await startEmbeddedPostgres({ dataDirectory });
  await until(
    () => readiness(url),
    ([, reason]) => reason === 'the database is a standby',
  );
  await app.close();
  await database.close();
  await standby.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});
