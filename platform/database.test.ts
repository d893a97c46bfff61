import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUnavailable, openDatabase } from './database.ts';
import { tellAfterCommit } from './notify/push.ts';
import { inReport } from './postgres/report.ts';
import { binaryTexts } from './postgres/values.ts';
import type { Sql } from './work.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await sql`create table counter (id int primary key, value numeric(38,0) not null)`.execute(
    test.database.sql,
  );
  await sql`insert into counter values (1, 0), (2, 0)`.execute(test.database.sql);
});
afterAll(() => test.close());

const counterOf = async (id: number) => {
  const { rows } = await sql<{ value: string }>`select value from counter where id = ${id}`.execute(
    test.database.sql,
  );
  return rows[0]?.value;
};

describe('the database', () => {
  it('keeps the effects of a transaction, and none of one that threw', async () => {
    await test.database.inTransaction((tx) => sql`update counter set value = 5 where id = 1`.execute(tx));
    const failing = test.database.inTransaction(async (tx) => {
      await sql`update counter set value = 6 where id = 1`.execute(tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await counterOf(1)).toBe('5');
  });

  it('runs pipelined statements in order, and undoes them all when one fails', async () => {
    const { inTransaction } = test.database;
    const add = (open: Sql, text: string) =>
      sql`update counter set value = (value || ${text})::numeric where id = 2`.execute(open);
    await inTransaction((open) => Promise.all([add(open, '1'), add(open, '2'), add(open, '3')]));
    expect(await counterOf(2)).toBe('123');
    const failing = inTransaction((open) => Promise.all([add(open, '4'), add(open, 'x'), add(open, '5')]));
    await expect(failing).rejects.toMatchObject({ code: '22P02' });
    expect(await counterOf(2)).toBe('123');
    // The caller always gets the original cause, whichever promise rejects first.
    const told = inTransaction((open) => {
      const [cause, behind] = [add(open, 'x'), add(open, '4')];
      return Promise.all([cause.then(() => 0).then(() => 0), behind]);
    });
    await expect(told).rejects.toMatchObject({ code: '22P02' });
    await inTransaction((open) => sql`update counter set value = 0 where id = 2`.execute(open));
  });

  it('sends lists unchanged, with any text', async () => {
    const lists: (string | number | null)[][] = [
      [],
      ['plain', null, 'null', 'NULL', '', ' ', '{a,b}', "it's", 'ä €', '\u2028'],
      ['with "quotes"', 'and \\ backslash', 'a\nbreak and a\ttab', '\u0001'],
      [1, 0, -7, null, 2 ** 53],
    ];
    for (const list of lists) {
      const { rows } = await sql<{ list: unknown }>`select ${list}::text[] as list`.execute(
        test.database.sql,
      );
      expect(rows[0]?.list).toEqual(list.map((item) => (item === null ? null : String(item))));
    }
    const texts = lists.slice(1, 3).flatMap((list) => list.filter((text) => typeof text === 'string'));
    for (const list of [[], [''], texts]) {
      const { rows } = await sql<{ list: unknown }>`select ${binaryTexts(list)}::text[] as list`.execute(
        test.database.sql,
      );
      expect(rows[0]?.list).toEqual(list);
    }
  });

  it('does not report a commit if a failed statement was ignored', async () => {
    const careless = test.database.inTransaction(async (open) => {
      await sql`update counter set value = 7 where id = 1`.execute(open);
      await sql`select 1 / 0`.execute(open).catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('had failed');
    expect(await counterOf(1)).toBe('5');
  });

  it('refuses a statement on the handle of a transaction that has ended', async () => {
    const kept = await test.database.inTransaction(async (open) => ({ open }));
    await expect(sql`select 1`.execute(kept.open)).rejects.toThrow('has ended');
  });

  it('prepares a text once per connection, and plans for look-ups', async () => {
    const prepared = await test.database.inTransaction(async (open) => {
      for (const value of [1, 2]) await sql`select ${value}::int as "asked twice"`.execute(open);
      const { rows } = await sql<{ count: bigint; seqscan: string }>`
        select count(*), current_setting('enable_seqscan') as seqscan from pg_prepared_statements
        where statement like 'select $1::int as "asked twice"%'
      `.execute(open);
      return rows;
    });
    expect(prepared).toEqual([{ count: 1n, seqscan: 'off' }]);
  });

  it('keeps texts in use, however many others are sent once', async () => {
    const kept = await test.database.inTransaction(async (open) => {
      const used = () => sql`select ${1}::int as "used all the time"`.execute(open);
      for (let text = 0; text < 600; text += 1) {
        if (text % 50 === 0) await used();
        await sql`select ${text}::int as ${sql.id(`composed ${text}`)}`.execute(open);
      }
      const { rows } = await sql<{ count: bigint; used: bigint; first: bigint }>`
        select count(*), count(*) filter (where statement like '%used all the time%' and statement not like '%filter%') as used,
          count(*) filter (where statement like '%composed 0"%' and statement not like '%filter%') as first
        from pg_prepared_statements`.execute(open);
      await sql`select ${0}::int as ${sql.id('composed 0')}`.execute(open);
      return rows;
    });
    expect(kept).toEqual([{ count: 500n, used: 1n, first: 0n }]);
  });

  it('plans a report for its values and time with every method, and the next look-up by index again', async () => {
    const settingsOf = async (open: Sql) => {
      const { rows } = await sql<{ seqscan: string; hashjoin: string; timeout: string }>`
        select current_setting('enable_seqscan') as seqscan, current_setting('enable_hashjoin') as hashjoin,
          current_setting('statement_timeout') as timeout`.execute(open);
      return rows[0];
    };
    const { sql: pooled } = test.database;
    expect(await inReport(pooled, { statementTimeoutMs: 0 }, settingsOf)).toEqual({
      seqscan: 'on',
      hashjoin: 'on',
      timeout: '0',
    });
    expect(await settingsOf(pooled)).toEqual({ seqscan: 'off', hashjoin: 'off', timeout: '15s' });
    await expect(
      inReport(pooled, { statementTimeoutMs: 0 }, (open) => sql`update counter set value = 1`.execute(open)),
    ).rejects.toMatchObject({ code: '25006' });
  });

  it('reads int8 as bigint and numeric as text', async () => {
    const { rows } =
      await sql`select 9007199254740993::int8 as big, 12345678901234567890::numeric as exact`.execute(
        test.database.sql,
      );
    expect(rows).toEqual([{ big: 9007199254740993n, exact: '12345678901234567890' }]);
  });

  it('reruns the victim of a deadlock', async () => {
    let runs = 0;
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const crossing = (first: number, second: number) =>
      test.database.inTransaction(async (tx) => {
        runs += 1;
        await sql`update counter set value = value + 1 where id = ${first}`.execute(tx);
        waiting += 1;
        if (waiting === 2) both.resolve();
        await both.promise;
        await sql`update counter set value = value + 1 where id = ${second}`.execute(tx);
      });
    const before = Number(await counterOf(2));
    await Promise.all([crossing(1, 2), crossing(2, 1)]);
    // The victim may be picked again before the other transaction finishes, and then runs once more.
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(Number(await counterOf(2))).toBe(before + 2);
  });

  it('survives the loss of every connection, listens again and reports the gap', async () => {
    // LISTEN on a channel name that the database refuses is not retried.
    await expect(test.database.listen('', () => undefined)).rejects.toThrow('zero-length');
    const messages: string[] = [];
    const gap = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const stop = await test.database.listen(
      'news',
      (payload) => {
        messages.push(payload);
        arrived.resolve();
      },
      gap.resolve,
    );
    const killer = openDatabase(test.url, { poolSize: 1 });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`.execute(killer.sql);
    await killer.close();
    await gap.promise;
    await sql`select pg_notify('news', 'after the gap')`.execute(test.database.sql);
    await arrived.promise;
    await stop();
    expect(messages).toEqual(['after the gap']);
  });

  it('sends a transaction’s messages after its commit, and none of one that failed', async () => {
    const told: string[] = [];
    const stop = await test.database.listen('news', (payload) => told.push(payload));
    const say = (payload: string) => [{ channel: 'news', payload }];
    const failing = test.database.inTransaction(async (tx) => {
      await tellAfterCommit(tx, say('of a transaction that failed'));
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    const other = openDatabase(test.url, { poolSize: 2 });
    await other.inTransaction(async (tx) => {
      await tellAfterCommit(tx, say('of a transaction'));
      await tellAfterCommit(other.sql, say('of none, at once'));
    });
    // `close` waits for messages that are still to be sent.
    await other.close();
    await until(
      () => told.length,
      (count) => count >= 2,
    );
    await stop();
    expect(told).toEqual(['of none, at once', 'of a transaction']);
  });

  it('reports a missing database as unavailable, but not a wrong statement', async () => {
    const away = openDatabase('postgres://calmly@localhost/postgres?host=/nowhere');
    const absent = await sql`select 1`.execute(away.sql).catch((error: unknown) => error);
    const wrong = await sql`select nonsense`.execute(test.database.sql).catch((error: unknown) => error);
    await away.close();
    expect([isUnavailable(absent), isUnavailable(wrong)]).toEqual([true, false]);
  });
});
