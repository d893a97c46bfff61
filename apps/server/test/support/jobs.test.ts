/** Jobs whose time a test moves forward run at once, by the real runner, which never polls here. */

import { addJobs, type JobRunner, startJobs } from '@calmly/platform/jobs/jobs.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { announceDueJobs } from './jobs.ts';
import { bringForward } from './retries.ts';
import { until } from './until.ts';

let bank: TestDatabase;
let runner: JobRunner;
let stopAnnouncing: () => Promise<void>;
const ran: unknown[] = [];
beforeAll(async () => {
  bank = await createTestDatabase();
  const { url, database } = bank;
  const handlers = { note: async (_work: unknown, payload: unknown) => void ran.push(payload) };
  runner = await startJobs({ url, database, handlers, log: pino({ level: 'silent' }), pollMs: 3_600_000 });
  stopAnnouncing = announceDueJobs(url, 20);
});
afterAll(async () => {
  await stopAnnouncing();
  await runner.stop();
  await bank.close();
});

async function addForTomorrow(payload: string): Promise<void> {
  const runAt = new Date(Date.now() + 86_400_000);
  await bank.database.inTransaction((work) => addJobs(work, [{ task: 'note', payload, runAt }]));
}
const untilRan = (payload: string) =>
  until(
    () => ran,
    (all) => all.includes(payload),
  );

it('a job runs when its time is brought forward', async () => {
  await addForTomorrow('first');
  await bringForward(bank.database.sql, 'note');
  await untilRan('first');
});

it('a job of tomorrow stays untouched', async () => {
  await addForTomorrow('later');
  await bank.database.inTransaction((work) => addJobs(work, [{ task: 'note', payload: 'now' }]));
  await untilRan('now');
  expect(ran).not.toContain('later');
});

it('also after every connection was ended', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'calmly test'`.execute(bank.database.sql);
  await bringForward(bank.database.sql, 'note');
  await untilRan('later');
});
