/**
 * The purge deletes any number of rows in batches, while callers hold some of them, and a table that cannot be purged stops neither
 * the others nor the purge. Controls: one DELETE for all under the same time limit is cancelled; a job that fails each time is given up.
 */

import { idempotencyPurge } from '@calmly/platform/http/calls/idempotency.ts';
import { addJobs, type JobRunner, startJobs } from '@calmly/platform/jobs/jobs.ts';
import { type Purge, purgeTask, purging, schedulePurge, startPurge } from '@calmly/platform/jobs/purge.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { record, sized } from '../support/campaign.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/processes/process.ts';
import { systemWork } from '../support/work.ts';

const oldKeys = sized(30_000, 1_000_000);
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db.database.sql);
});

const count = async (what: string) => {
  const { rows } = await sql<{ count: bigint }>`select count(*) from ${sql.raw(what)}`.execute(
    db.database.sql,
  );
  return Number(rows[0]?.count);
};

async function insertKeys(number: number, age: string): Promise<void> {
  await db.database.inTransaction(async (open) => {
    await sql`set local statement_timeout = 0`.execute(open);
    await sql`
      insert into platform.idempotency_key (id, request, status, body, created_at)
      select gen_random_uuid(), gen_random_uuid(), 204, ''::bytea, now() - ${age}::interval
      from generate_series(1, ${number})`.execute(open);
  });
}

async function runUntil(holds: () => Promise<boolean>): Promise<void> {
  const runner: JobRunner = await startJobs({
    url: db.url,
    database: db.database,
    // Short runs, so that one is not enough.
    handlers: { [purgeTask]: purging([idempotencyPurge], { batch: 5_000, runMs: sized(100, 2_000) }) },
    log: pino({ level: 'silent' }),
  });
  try {
    await until(holds);
  } finally {
    await runner.stop();
  }
}

test(`${oldKeys} old keys are deleted in batches, and the recent ones stay`, async () => {
  await insertKeys(oldKeys, '31 days');
  await insertKeys(100, '29 days');
  const startedAtMs = performance.now();

  const oneDelete = db.database.inTransaction(async (open) => {
    await sql`set local statement_timeout = ${sql.lit(sized(5, 500))}`.execute(open);
    await sql`delete from platform.idempotency_key where created_at < now() - interval '30 days'`.execute(
      open,
    );
  });
  await expect(oneDelete).rejects.toMatchObject({ code: '57014' });
  expect(await count('platform.idempotency_key')).toBe(oldKeys + 100);

  await schedulePurge(db.database.sql, new Date(), new Date());
  await runUntil(async () => (await count('platform.idempotency_key')) === 100);
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  record({
    id: 'B1',
    what: 'old keys purged in batches',
    figure: `${oldKeys} keys in ${seconds} s`,
    control: 'one DELETE for all is cancelled',
  });
});

test('a row that a caller holds is left for the next run and does not stop the purge', async () => {
  await insertKeys(10, '31 days');
  const holder = await db.database.openConnection('holder');
  await holder.query('begin');
  await holder.query(
    `select from platform.idempotency_key where created_at < now() - interval '30 days' limit 1 for update`,
  );
  expect(await idempotencyPurge.deleteSome(db.database.sql, 100)).toBe(9);
  await holder.end();
  expect(await idempotencyPurge.deleteSome(db.database.sql, 100)).toBe(1);
});

test('a purge that fails fifty times stops nothing, is reported each time, and recovers', async () => {
  let isBroken = true;
  let others = 0;
  let told = 0;
  const broken: Purge = {
    name: 'broken',
    async deleteSome() {
      if (isBroken) throw new Error('a defect');
      return 0;
    },
  };
  const other: Purge = {
    name: 'other',
    async deleteSome() {
      others += 1;
      return 0;
    },
  };
  const handler = purging([broken, other]);
  const work = systemWork(db.database.sql);
  const log = Object.assign(pino({ level: 'silent' }), {
    error: () => {
      told += 1;
    },
  });
  for (let time = 0; time < 50; time += 1) await handler.outside({ ...work, log }, {});
  expect([others, told]).toEqual([50, 50]);
  const next = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from run_at - now())::int / 60 as minutes from graphile_worker.jobs
      where task_identifier = ${purgeTask}`.execute(db.database.sql);
    return rows.map(({ minutes }) => minutes);
  };
  expect(await next()).toEqual([expect.toSatisfy((minutes) => minutes >= 58 && minutes <= 60)]);
  expect(await count(`platform.purge where name = 'broken'`)).toBe(0);
  isBroken = false;
  await handler.outside({ ...work, log }, {});
  expect(await count(`platform.purge where name = 'broken'`)).toBe(1);
  expect((await next()).length).toBe(1);
});

test('a server that starts after a missed night purges at once, else at three', async () => {
  const { sql: books } = db.database;
  const now = new Date('2026-03-02T01:00:00Z');
  const next = async () => {
    await startPurge(books, [idempotencyPurge], now);
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where task_identifier = ${purgeTask}`.execute(books);
    return rows.map(({ run_at }) => run_at.toISOString());
  };
  await sql`delete from platform.purge`.execute(books);
  expect(await next()).toEqual(['2026-03-02T03:00:00.000Z']);
  await sql`update platform.purge set finished_at = '2026-02-28T03:00:00Z'`.execute(books);
  expect(await next()).toEqual(['2026-03-02T01:00:00.000Z']);
});

test('control: a job that fails each time is given up', async () => {
  const runner = await startJobs({
    url: db.url,
    database: db.database,
    handlers: { fails: async () => Promise.reject(new Error('a defect')) },
    log: pino({ level: 'silent' }),
  });
  // In one transaction: if the runner took the job in between, it would wait for hours before the last attempt.
  await db.database.inTransaction(async (work) => {
    await addJobs(work, [{ task: 'fails', payload: {} }]);
    await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`.execute(work);
  });
  const given = `graphile_worker._private_jobs where attempts >= max_attempts and locked_by is null and last_error is not null`;
  await until(async () => (await count(given)) === 1);
  await runner.stop();
  expect(await count('graphile_worker._private_jobs where is_available')).toBe(0);
});

test('a batch may take longer than a call of a client', async () => {
  const limits: string[] = [];
  const slow: Purge = {
    name: 'slow',
    async deleteSome(open) {
      const { rows } = await sql<{
        limit: string;
      }>`select current_setting('statement_timeout') as limit`.execute(open);
      limits.push(rows[0]?.limit ?? '');
      return 0;
    },
  };
  await purging([slow]).outside({ ...systemWork(db.database.sql), log: pino({ level: 'silent' }) }, {});
  expect(limits).toEqual(['5min']);
});
