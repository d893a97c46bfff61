/** A job that failed for the last time is counted, listed, and done once staff retry it. */

import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { purgeTask } from '@calmly/platform/jobs/purge.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/support/app.ts';
import { ops } from '../../test/support/processes/ops.ts';
import { until } from '../../test/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

const purgedAt = async () => {
  const { rows } = await query<{
    at: Date | null;
  }>`select max(finished_at) as at from platform.purge`.execute(app.database.sql);
  return rows[0]?.at?.getTime() ?? 0;
};
const givenUp = async () => {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(/^calmly_jobs_given_up (\d+)$/m.exec(text)?.[1]);
};

test('a job that was given up is counted and listed, and runs when it is tried again', async () => {
  expect(await givenUp()).toBe(0);
  expect(await ops(app, 'jobs')).toEqual({ code: 0, out: 'No job was given up.\n', error: '' });
  const { sql } = app.database;
  await addJobs(sql, [
    { task: purgeTask, payload: {}, key: purgeTask, runAt: new Date(Date.now() + 60_000) },
  ]);
  // The queue's record of a job's last failure, for a job added days ago.
  const failedAt = new Date();
  const { rows } = await query<{ id: string }>`
    update graphile_worker._private_jobs
    set attempts = max_attempts, last_error = ${'the disk is full\n  at line 1'}, run_at = ${failedAt}::timestamptz + exp(least(max_attempts, 10)) * interval '1 second',
      created_at = now() - interval '3 days', updated_at = now() - interval '3 days'
    where key = ${purgeTask} returning id::text`.execute(sql);
  const id = rows[0]?.id ?? '';

  expect(await givenUp()).toBe(1);
  expect((await ops(app, 'jobs')).out).toBe(
    `${id}  purge  ${failedAt.toISOString().slice(0, 16)}Z  the disk is full\n`,
  );
  const before = await purgedAt();
  expect(await ops(app, 'retry', id, '--as', 'Maija')).toEqual({
    code: 0,
    out: `Job ${id} (purge) is tried again.\n`,
    error: '',
  });
  await until(purgedAt, (at) => at > before);
  expect(await givenUp()).toBe(0);
  expect(await ops(app, 'retry', id, '--as', 'Maija')).toEqual({
    code: 1,
    out: '',
    error: `No job with the number ${id} was given up.\n`,
  });
  const audited = await query<{ details: unknown }>`
    select details from platform.audit where action = 'job.retried'`.execute(sql);
  expect(audited.rows).toEqual([{ details: { job: id, task: 'purge' } }]);
});

test.each([
  [['retry', '--as', 'Maija'], 'The number of the job is missing: <number>.'],
  [['retry', 'all', '--as', 'Maija'], 'all is not the number of a job.'],
  [['retry', '12'], 'Your name is missing'],
])('%j is not understood', async (parameters, sentence) => {
  const { code, error } = await ops(app, ...parameters);
  expect(code).toBe(2);
  expect(error).toContain(sentence);
});

test('backfills are listed with their rows, in the order of their migrations', async () => {
  expect((await ops(app, 'backfills')).out).toBe('There are no backfills.\n');
  await query`
    insert into platform.backfill (name, filled, started_at, finished_at) values
      ('9002_places', 1, '2026-11-30T01:02:03Z', null),
      ('9001_days', 1200, '2026-11-29T01:02:03Z', '2026-11-29T04:05:06Z')`.execute(app.database.sql);
  expect((await ops(app, 'backfills')).out).toBe(
    '9001_days  1200 rows  finished 2026-11-29T04:05Z\n9002_places  1 row  since 2026-11-30T01:02Z\n',
  );
});

test('a version that is already running has no further migrations', async () => {
  expect((await ops(app, 'schema')).out).toMatch(
    /^The database has schema \d{4} and serves servers of \d{4} and newer\.\nThis version has no further migrations\.\n$/,
  );
});
