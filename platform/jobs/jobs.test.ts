import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { failedAttempts, holdRetries, retryNow } from '@calmly/server/test/support/retries.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sql } from '../work.ts';
import { releaseDeadJobs } from './job-leases.ts';
import { addJobs, type JobHandler, type JobRunner, startJobs } from './jobs.ts';

let test: TestDatabase;
let runner: JobRunner | undefined;

beforeAll(async () => {
  test = await createTestDatabase();
  await sql`create table done (what text not null)`.execute(test.database.sql);
  await holdRetries(test.database.sql);
});
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
});
afterAll(() => test.close());

async function start(handlers: Record<string, JobHandler>): Promise<void> {
  runner = await startJobs({
    url: test.url,
    database: test.database,
    handlers,
    log: pino({ level: 'silent' }),
  });
}

/** Polls until the condition holds; the test's own time limit ends it. */
async function waitFor(is: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 10));
}

const done = async () =>
  (await sql<{ what: string }>`select what from done order by what`.execute(test.database.sql)).rows.map(
    (row) => row.what,
  );

describe('jobs', () => {
  it('run after the commit that requested them, in a transaction, and not at all after a rollback', async () => {
    const ran = Promise.withResolvers<unknown>();
    await start({
      note: async (work, payload) => {
        await sql`insert into done values ('noted')`.execute(work.sql);
        ran.resolve(payload);
      },
    });
    const refused = test.database.inTransaction(async (tx) => {
      await addJobs(tx, [{ task: 'note', payload: { id: 'never' } }]);
      throw new Error('rolled back');
    });
    await expect(refused).rejects.toThrow('rolled back');
    await test.database.inTransaction((tx) => addJobs(tx, [{ task: 'note', payload: { id: 'once' } }]));
    expect(await ran.promise).toEqual({ id: 'once' });
    await runner?.stop();
    runner = undefined;
    expect(await done()).toEqual(['noted']);
  });

  it('leave nothing behind when they throw, and are retried', async () => {
    const second = Promise.withResolvers<void>();
    let runs = 0;
    await start({
      stumble: async (work) => {
        runs += 1;
        await sql`insert into done values (${`stumble ${runs}`})`.execute(work.sql);
        if (runs === 1) throw new Error('first time');
        second.resolve();
      },
    });
    await addJobs(test.database.sql, [{ task: 'stumble', payload: {} }]);
    await waitFor(async () => (await failedAttempts(test.database.sql)).length === 1);
    expect((await done()).filter((what) => what.startsWith('stumble'))).toEqual([]);
    await retryNow(test.database.sql);
    await second.promise;
    await runner?.stop();
    runner = undefined;
    expect((await done()).filter((what) => what.startsWith('stumble'))).toEqual(['stumble 2']);
  });

  it('that lose the database are retried as soon as it is back, and others wait', async () => {
    const finished = Promise.withResolvers<void>();
    let losses = 0;
    await start({
      lose: async (work) => {
        await sql`insert into done values (${`lost ${losses}`})`.execute(work.sql);
        if (losses === 2) return finished.resolve();
        losses += 1;
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(work.sql);
      },
      refuse: async () => {
        throw new Error('wrong');
      },
    });
    await addJobs(test.database.sql, [
      { task: 'refuse', payload: {} },
      { task: 'lose', payload: {} },
    ]);
    await finished.promise;
    await runner?.stop();
    runner = undefined;
    expect((await done()).filter((what) => what.startsWith('lost'))).toEqual(['lost 2']);
    // The control: its next attempt is still held.
    expect(await failedAttempts(test.database.sql)).toEqual([1]);
    await sql`delete from graphile_worker._private_jobs`.execute(test.database.sql);
  });

  it('that lose the database are retried even if the queue records the failure late', async () => {
    const finished = Promise.withResolvers<void>();
    let losses = 0;
    await start({
      lose: async (work) => {
        if (losses === 1) return finished.resolve();
        losses += 1;
        const other = await test.database.pool.connect();
        await other.query('begin');
        await other.query('select from graphile_worker._private_jobs for update');
        setTimeout(() => void other.query('commit').then(() => other.release()), 1_500);
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(work.sql);
      },
    });
    await addJobs(test.database.sql, [{ task: 'lose', payload: {} }]);
    await finished.promise;
  });

  it('that lose the database again and again wait longer each time, however old they are', async () => {
    let losses = 0;
    await start({
      lose: async (work) => {
        losses += 1;
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(work.sql);
      },
    });
    await sql`
      insert into graphile_worker._private_jobs (task_id, attempts, created_at, updated_at)
      select id, 22, now() - interval '1 day', now() - interval '1 day'
      from graphile_worker._private_tasks where identifier = 'lose'`.execute(test.database.sql);
    const waiting = async () =>
      (
        await sql<{ minutes: number }>`
          select round(extract(epoch from run_at - now()) / 60)::int as minutes
          from graphile_worker.jobs where task_identifier = 'lose' and last_error is not null and locked_at is null`.execute(
          test.database.sql,
        )
      ).rows.filter(({ minutes }) => minutes < 24 * 60);
    await waitFor(async () => losses > 1 || (await waiting()).length === 1);
    expect({ losses, waiting: await waiting() }).toEqual({ losses: 1, waiting: [{ minutes: 60 }] });
    await runner?.stop();
    runner = undefined;
    await sql`delete from graphile_worker._private_jobs`.execute(test.database.sql);
  });

  it('that miss a file have failed, since the database was there', async () => {
    await start({
      look: {
        outside: async () => {
          await readFile('/nowhere/at/all');
        },
      },
    });
    await addJobs(test.database.sql, [{ task: 'look', payload: {} }]);
    await waitFor(async () => (await failedAttempts(test.database.sql)).length === 1);
    const { rows } =
      await sql`select split_part(last_error, ':', 1) as error from graphile_worker._private_jobs where last_error is not null`.execute(
        test.database.sql,
      );
    expect(rows).toEqual([{ error: 'ENOENT' }]);
    await sql`delete from graphile_worker._private_jobs`.execute(test.database.sql);
  });

  it('that cannot reach an outside service have failed, because the database was available', async () => {
    const reach = async () => {
      // The port of a closed server refuses connections.
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      server.close();
      await once(connect(port, '127.0.0.1'), 'connect');
    };
    await start({ reach: { outside: reach } });
    await addJobs(test.database.sql, [{ task: 'reach', payload: {} }]);
    await waitFor(async () => (await failedAttempts(test.database.sql)).length === 1);
    const { rows } = await sql<{
      error: string;
    }>`select last_error as error from graphile_worker._private_jobs where last_error is not null`.execute(
      test.database.sql,
    );
    expect(rows.map(({ error }) => error)).toEqual([expect.stringMatching(/^connect ECONNREFUSED/)]);
    await sql`delete from graphile_worker._private_jobs`.execute(test.database.sql);
  });

  it('that run together share a transaction, and one that fails does not affect the others', async () => {
    const first = Promise.withResolvers<void>();
    const all = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const groups: string[] = [];
    await start({
      // The runner starts its jobs in order, so when this one begins, those before it have been handed over.
      begun: async () => begun.resolve(),
      merge: {
        together: async (work, payloads) => {
          const names = payloads as string[];
          groups.push(names.join());
          if (names.includes('first')) await first.promise;
          for (const name of names)
            await sql`insert into done values (${`merged ${name}`})`.execute(work.sql);
          if (names.includes('bad')) throw new Error('bad');
          if (names.includes('good') && names.length === 1) all.resolve();
        },
      },
    });
    await addJobs(test.database.sql, [{ task: 'merge', payload: 'first' }]);
    await waitFor(() => groups.length === 1);
    await addJobs(test.database.sql, [
      { task: 'merge', payload: 'bad' },
      { task: 'merge', payload: 'good' },
    ]);
    await addJobs(test.database.sql, [{ task: 'begun', payload: {} }]);
    await begun.promise;
    first.resolve();
    await all.promise;
    await runner?.stop();
    runner = undefined;
    expect(groups.map((group) => group.split(',').length)).toEqual([1, 2, 1, 1]);
    expect((await done()).filter((what) => what.startsWith('merged'))).toEqual([
      'merged first',
      'merged good',
    ]);
  });

  it('that list their work leave nothing undone but the failing item', async () => {
    await start({
      listed: {
        together: async (work, payloads) => {
          for (const name of (payloads as string[][]).flat()) {
            await sql`insert into done values (${`listed ${name}`})`.execute(work.sql);
            if (name === 'bad') throw new Error('bad');
          }
        },
      },
    });
    await addJobs(test.database.sql, [{ task: 'listed', payload: ['first', 'bad', 'last'] }]);
    const listed = async () => (await done()).filter((what) => what.startsWith('listed'));
    await waitFor(async () => (await listed()).length === 2);
    await runner?.stop();
    runner = undefined;
    expect(await listed()).toEqual(['listed first', 'listed last']);
  });

  it('of one lane do not delay those of another, whatever their number', async () => {
    const leave = Promise.withResolvers<void>();
    const passed = { money: 0, codes: 0, messages: 0 };
    const pass = (lane: keyof typeof passed) => async () => {
      passed[lane] += 1;
    };
    let reading = 0;
    await start({
      read: {
        lane: 'files',
        outside: async () => {
          reading += 1;
          await leave.promise;
        },
      },
      settle: pass('money'),
      code: { lane: 'codes', outside: pass('codes') },
      news: { lane: 'messages', inside: pass('messages') },
    });
    await addJobs(
      test.database.sql,
      Array.from({ length: 40 }, () => ({ task: 'read', payload: {} })),
    );
    await waitFor(() => reading === 3);
    await addJobs(
      test.database.sql,
      ['settle', 'code', 'news'].map((task) => ({ task, payload: {} })),
    );
    await waitFor(() => Object.values(passed).every((count) => count === 1));
    expect(reading).toBe(3);
    leave.resolve();
    await waitFor(() => reading === 40);
  });

  it('of one client are done one at a time, and do not stand before those of another', async () => {
    const leave = Promise.withResolvers<void>();
    const begun: string[] = [];
    await start({
      file: {
        lane: 'files',
        clientOf: async (_, payload) => String(payload),
        outside: async (_, payload) => {
          begun.push(String(payload));
          if (payload === 'Anna') await leave.promise;
        },
      },
    });
    const file = (client: string) => ({ task: 'file', payload: client });
    await addJobs(
      test.database.sql,
      Array.from({ length: 6 }, () => file('Anna')),
    );
    await waitFor(() => begun.length === 1);
    await addJobs(test.database.sql, [file('Boris'), file('Clara')]);
    await waitFor(() => begun.length === 3);
    expect(begun.toSorted()).toEqual(['Anna', 'Boris', 'Clara']);
    leave.resolve();
    await waitFor(() => begun.length === 8);
  });

  it('that are persistent are queued again after repeated failures, and others are given up', async () => {
    const failing = { lasting: 0, common: 0 };
    const fail = (kind: keyof typeof failing) => async () => {
      failing[kind] += 1;
      throw new Error('always');
    };
    await start({ lasting: { isPersistent: true, inside: fail('lasting') }, common: fail('common') });
    await addJobs(
      test.database.sql,
      ['lasting', 'common'].map((task) => ({ task, payload: { for: 'ever' }, key: task })),
    );
    const waiting = async () =>
      (
        await sql<{ task: string; attempts: number; key: string; payload: unknown; minutes: number }>`
          select task_identifier as task, attempts, key, payload,
            round(extract(epoch from run_at - now()) / 60)::int as minutes
          from graphile_worker.jobs natural join (select id, payload from graphile_worker._private_jobs) as payloads
          where task_identifier in ('lasting', 'common') and locked_at is null and attempts < max_attempts
          order by 1`.execute(test.database.sql)
      ).rows;
    // Each time with only its last attempt left.
    await waitFor(async () => (await waiting()).filter(({ attempts }) => attempts === 1).length === 2);
    await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now()
      where key in ('lasting', 'common')`.execute(test.database.sql);
    await waitFor(() => failing.lasting === 2 && failing.common === 2);
    await waitFor(async () => (await waiting()).length === 1);
    expect(await waiting()).toEqual([
      { task: 'lasting', attempts: 0, key: 'lasting', payload: { for: 'ever' }, minutes: 5 },
    ]);
  });

  it('of one key replace each other while they wait', async () => {
    const runAt = new Date(Date.now() + 3_600_000);
    await addJobs(test.database.sql, [{ task: 'later', payload: { version: 1 }, runAt, key: 'same' }]);
    await addJobs(test.database.sql, [{ task: 'later', payload: { version: 2 }, runAt, key: 'same' }]);
    const { rows } = await sql`select payload from graphile_worker._private_jobs where key = 'same'`.execute(
      test.database.sql,
    );
    expect(rows).toEqual([{ payload: { version: 2 } }]);
  });

  it('held by a dead server return to the queue, and those of a living one do not', async () => {
    const entered = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<void>();
    await start({
      slow: async () => {
        entered.resolve();
        await leave.promise;
      },
    });
    await addJobs(test.database.sql, [{ task: 'slow', payload: {} }]);
    await entered.promise;
    const holders = async (tx: Sql) =>
      (
        await sql<{ locked_by: string }>`update graphile_worker._private_jobs
          set locked_at = now() - interval '1 minute' where locked_by is not null returning locked_by`.execute(
          tx,
        )
      ).rows.length;
    // In a transaction, because the runner looks for dead runners itself and would take the job again.
    await test.database.inTransaction(async (tx) => {
      expect(await holders(tx)).toBe(1);
      expect(await releaseDeadJobs(tx)).toBe(0);
      await sql`update graphile_worker._private_jobs set locked_by = 'someone gone' where locked_by is not null`.execute(
        tx,
      );
      expect(await releaseDeadJobs(tx)).toBe(1);
      expect(await holders(tx)).toBe(0);
    });
    leave.resolve();
  });

  it('whose server died on each of their attempts are kept, and wait longer each time', async () => {
    await addJobs(test.database.sql, [
      { task: 'once', payload: {} },
      { task: 'always', payload: {} },
    ]);
    await sql`
      update graphile_worker._private_jobs as job
      set attempts = case task.identifier when 'always' then max_attempts else 1 end,
        locked_by = 'someone gone', locked_at = now() - interval '1 minute'
      from graphile_worker._private_tasks as task where task.id = job.task_id`.execute(test.database.sql);
    expect(await releaseDeadJobs(test.database.sql)).toBe(1);
    const { rows } = await sql<{ task: string; attempts: number; minutes: number }>`
      select task_identifier as task, attempts, round(extract(epoch from run_at - now()) / 60)::int as minutes
      from graphile_worker.jobs where task_identifier in ('once', 'always') and locked_by is null and attempts < max_attempts
      order by 1`.execute(test.database.sql);
    expect(rows).toEqual([
      { task: 'always', attempts: 24, minutes: 60 },
      { task: 'once', attempts: 1, minutes: 0 },
    ]);
    await sql`delete from graphile_worker._private_jobs`.execute(test.database.sql);
  });

  it('continue after every connection to the database was lost', async () => {
    const ran = Promise.withResolvers<void>();
    await start({ again: async () => ran.resolve() });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`.execute(test.database.sql);
    await addJobs(test.database.sql, [{ task: 'again', payload: {} }]);
    await ran.promise;
  });
});
