/** Backfills on a real queue: batches, a crash in the middle, and servers of the version before. */
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JobRunner, startJobs } from '../jobs.ts';
import { type Backfill, backfillJobs, listBackfills, startBackfills } from './backfill.ts';

const log = pino({ level: 'silent' });
const older = '7999_before.sql';
const newer = '8001_doubled.sql';
const rowCount = 25;
const batch = 10;

let fixture: TestDatabase;
const runners: JobRunner[] = [];
/** The first key of each batch that was begun. */
const begun: number[] = [];
beforeEach(async () => {
  fixture = await createTestDatabase();
  await sql`create table number (id int primary key, doubled int, times int not null default 0)`.execute(
    fixture.database.sql,
  );
  await sql`insert into number select generate_series(1, ${rowCount}::int)`.execute(fixture.database.sql);
});
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop();
  begun.length = 0;
  await fixture.close();
});

const doubling = (before: () => Promise<void> = async () => undefined): Backfill => ({
  name: '8001_doubled',
  async fillSome(transaction, after = '0', limit) {
    begun.push(Number(after) + 1);
    const { rows } = await sql<{ id: number }>`
      update number set doubled = id * 2, times = times + 1
      where id in (select id from number where id > ${Number(after)} order by id limit ${limit}) returning id`.execute(
      transaction,
    );
    await before();
    const last = Math.max(...rows.map(({ id }) => id));
    return { rows: rows.length, last: rows.length < limit ? undefined : String(last) };
  },
});

async function startServer(newestMigration: string, backfills: readonly Backfill[] = []): Promise<JobRunner> {
  const { database, url } = fixture;
  await startBackfills(database.sql, backfills);
  const handlers = { other: async () => undefined, ...backfillJobs(backfills, { batch, waitMs: 3_600_000 }) };
  const runner = await startJobs({ url, database, handlers, newestMigration, log, pollMs: 50 });
  runners.push(runner);
  return runner;
}

const progress = async () => (await listBackfills(fixture.database.sql))[0];
const finished = () => until(progress, (found) => found?.finishedAt != null);

/** How many rows were filled how often. */
const filled = async () => {
  const { rows } = await sql<{ times: number; count: number }>`
    select times, count(*)::int as count from number where times = 0 or doubled = id * 2 group by 1 order by 1`.execute(
    fixture.database.sql,
  );
  return Object.fromEntries(rows.map(({ times, count }) => [times, count]));
};

const jobs = async () => {
  const { rows } = await sql<{ isLater: boolean }>`
    select run_at > now() + interval '10 minutes' as "isLater" from graphile_worker._private_jobs
    where key = 'backfill 8001_doubled' and locked_at is null`.execute(fixture.database.sql);
  return rows;
};
/** Until it has found that it must wait, or has ended nevertheless. */
const waitsForOlder = async () => {
  const look = async () => ({ jobs: await jobs(), end: (await progress())?.finishedAt ?? null });
  const { end } = await until(look, (found) => found.jobs[0]?.isLater === true || found.end !== null);
  expect(end).toBeNull();
};
const tryNow = () =>
  sql`update graphile_worker._private_jobs set run_at = now() where key = 'backfill 8001_doubled'`.execute(
    fixture.database.sql,
  );

test('rows are filled in batches, each once, and the end is recorded', async () => {
  await startServer(newer, [doubling()]);
  expect(await finished()).toMatchObject({ name: '8001_doubled', filled: '25' });
  expect(await filled()).toEqual({ 1: 25 });
  expect(begun).toEqual([1, 11, 21]);
  await startServer(newer, [doubling()]);
  expect(await jobs()).toEqual([]);
});

test('two servers that start together fill each row once', async () => {
  await Promise.all([startServer(newer, [doubling()]), startServer(newer, [doubling()])]);
  await finished();
  expect(await filled()).toEqual({ 1: 25 });
});

test('after a crash in the middle of a batch the backfill continues behind the last whole one', async () => {
  let crashes = 0;
  const crash = async () => {
    if (begun.at(-1) !== 11 || crashes > 0) return;
    crashes += 1;
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(fixture.database.sql);
  };
  await startServer(newer, [doubling(crash)]);
  expect(await finished()).toMatchObject({ filled: '25' });
  expect(begun).toEqual([1, 11, 11, 21]);
  expect(await filled()).toEqual({ 1: 25 });
});

test('a backfill waits until no server of the version before runs', async () => {
  const before = await startServer(older);
  await startServer(newer, [doubling()]);
  await waitsForOlder();
  expect(await filled()).toEqual({ 0: 25 });
  await before.stop();
  await tryNow();
  await finished();
  expect(await filled()).toEqual({ 1: 25 });
});

test('a server of the version before that is started later makes the backfill start again, so that its rows are filled too', async () => {
  await startServer(newer, [doubling()]);
  await finished();
  const before = await startServer(older);
  await sql`insert into number values (1000)`.execute(fixture.database.sql);
  await waitsForOlder();
  await before.stop();
  await tryNow();
  await finished();
  expect(await filled()).toEqual({ 1: 1, 2: 25 });
});
