/** Files of statements that are prepared in the background, over HTTP: progress, limits, cancelling, expiry, and servers that die. */

import {
  downloadPreparedFile,
  getStatementSize,
  listNotifications,
  listPreparedFiles,
  type PreparedFile,
  type PreparedOrder,
  prepareStatements,
  removePreparedFile,
} from '@calmly/contract';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { purgeTask } from '@calmly/platform/jobs/purge.ts';
import { notifyTask } from '@calmly/platform/notify/notices.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { openPage } from '@calmly/server/test/support/clients/live.ts';
import { bookAt, isAllMade, openLongAgo } from '@calmly/server/test/support/clients/past/past-books.ts';
import { createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { holdWrites } from '@calmly/server/test/support/held-writes.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { unzipSync } from 'fflate';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longFrom } from './order.ts';

let app: TestApp;
let payer: Payer;
const today = new Date().toISOString().slice(0, 10);
const period = { from: addDays(today, -100), to: today, timeZone: 'UTC' };
const entries = longFrom + 1;

beforeAll(async () => {
  app = await startTestApp({ jobs: true, pollMs: 50 });
  payer = await createPayer(app, { fundedMinor: 0n });
  await openLongAgo(app.database, payer.account);
  const start = Date.parse(`${addDays(today, -90)}T00:00:00Z`);
  await bookAt(
    app.database,
    payer.account,
    Array.from({ length: entries }, (_, at) => new Date(start + at * 60_000)),
  );
});
afterAll(() => app.close());

const order = (change: Partial<PreparedOrder> = {}, { token }: Pick<Payer, 'token'> = payer) =>
  app.call(
    prepareStatements,
    { body: { accountId: payer.account.id, ...period, format: 'csv', locale: 'en', ...change } },
    { token },
  );
const files = async ({ token }: Pick<Payer, 'token'> = payer): Promise<readonly PreparedFile[]> =>
  (await app.call(listPreparedFiles, {}, { token })).output.files;
const stateOf = async (id: string) => (await files()).find((file) => file.id === id);
const settled = (id: string) =>
  until(
    () => stateOf(id),
    (file) => file !== undefined && file.state !== 'WAITING' && file.state !== 'RUNNING',
  );
const remove = (id: string) => app.call(removePreparedFile, { params: { id } }, { token: payer.token });
const download = async (id: string) => {
  const answer = await fetch(`${app.url}/api${downloadPreparedFile.path.replace('{id}', id)}`, {
    headers: { authorization: `Bearer ${payer.token}` },
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};
/** Waits until only files of official statements are kept, which the bank may make at the same time. */
const untilNothingIsKept = ({ database }: Pick<TestApp, 'database'> = app) =>
  until(
    async () => {
      const { rows } = await query<{ files: number; parts: number }>`
        with other as (
          select id from documents.kept_file f
          where not exists (select from statements.official o where f.id in (o.file_id, o.masked_file_id))
        )
        select (select count(*)::int from other) as files,
          (select count(*)::int from documents.kept_part where file_id in (select id from other)) as parts
      `.execute(database.sql);
      return rows[0];
    },
    (kept) => kept?.files === 0 && kept.parts === 0,
  );

test('only long statements are better prepared', async () => {
  const size = async (sized: object) =>
    (await app.call(getStatementSize, { query: { ...period, ...sized } }, { token: payer.token })).output;
  expect(await size({ accountId: payer.account.id })).toEqual({ entries, isLong: true });
  expect(await size({})).toEqual({ entries, isLong: true });
  expect(await size({ from: addDays(today, -90), to: addDays(today, -89) })).toMatchObject({ isLong: false });
});

test('a long statement is prepared with progress, kept, and told', async () => {
  const { status, output } = await order();
  expect(status).toBe(201);
  expect(output).toMatchObject({ state: 'WAITING', progress: 0, fault: null, size: null, expiresAt: null });
  const file = await settled(output.id);
  expect(file).toMatchObject({ state: 'READY', progress: 100 });
  const { bytes } = await download(output.id);
  expect(bytes.length).toBe(file?.size);
  // The heading, and the opening and closing balance.
  expect(bytes.toString().trimEnd().split('\n')).toHaveLength(entries + 3);
  expect(Date.parse(file?.expiresAt ?? '') - Date.now()).toBeGreaterThan(6 * 86_400_000);
  const told = async () => {
    const { output: page } = await app.call(
      listNotifications,
      { query: { limit: 20 } },
      { token: payer.token },
    );
    return page.Items.filter(({ kind }) => kind === 'statement_file_ready');
  };
  const [notice] = await until(told, (found) => found.length > 0);
  expect(notice?.params).toEqual({ from: period.from, to: period.to, account: payer.account.name });
  expect((await remove(output.id)).status).toBe(204);
  expect(await files()).toEqual([]);
  await untilNothingIsKept();
});

test('the archive of all accounts is a whole ZIP', async () => {
  const { output } = await order({ accountId: null, format: 'camt053' });
  await settled(output.id);
  const names = Object.keys(unzipSync((await download(output.id)).bytes));
  expect(names).toEqual([expect.stringMatching(/\.xml$/)]);
  await remove(output.id);
});

test('the same order twice is one file, and a person has at most five', async () => {
  const orders = await Promise.all([order({ format: 'mt940' }), order({ format: 'mt940' })]);
  expect(new Set(orders.map(({ output }) => output.id)).size).toBe(1);
  await settled(orders[0]?.output.id ?? '');
  const more = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7].map((days) => order({ from: addDays(today, -days), to: addDays(today, -days) })),
  );
  expect(more.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409, 409]);
  for (const { id } of await files()) {
    await settled(id);
    await remove(id);
  }
});

// Control, tried once: the five counted among the newest 200 files, with all ended ones kept.
test('files that were cancelled hide none of the five, and the newest of them are kept', async () => {
  const dayAgo = (ago: number) => order({ from: addDays(today, -ago), to: addDays(today, -ago) });
  const made = await Promise.all([1, 2, 3, 4, 5].map(dayAgo));
  expect(made.map(({ status }) => status)).toEqual(Array(5).fill(201));
  for (const { output } of made) await settled(output.id);
  await query`
    insert into statements.prepared (id, client_id, person_id, from_day, to_day, time_zone, format, locale, state, created_at, ended_at)
    select ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, client_id, person_id, from_day, to_day, 'UTC', 'csv', 'en',
      'CANCELLED', now(), now()
    from (select * from statements.prepared where client_id = ${payer.clientId} limit 1) as one, generate_series(1, 250) as n`.execute(
    app.database.sql,
  );
  expect((await dayAgo(6)).status).toBe(409);
  await remove(made[0]?.output.id ?? '');
  const { status, output } = await dayAgo(6);
  expect(status).toBe(201);
  await settled(output.id);
  const listed = await files();
  const count = (state: PreparedFile['state']) => listed.filter((file) => file.state === state).length;
  expect([count('READY'), count('CANCELLED')]).toEqual([5, 20]);
  for (const { id } of listed) await remove(id);
});

test.each<[string, Partial<PreparedOrder>]>([
  ['begun', { format: 'xlsx' }],
  // All of its lines have been read.
  ['nearly done', { from: addDays(today, -80), to: addDays(today, -79) }],
])(
  'cancelling a file while it is made leaves nothing behind, and it can’t be downloaded: %s',
  async (_when, change) => {
    // Official statements are files too, and would also be held.
    await until(
      () => isAllMade(app.database),
      (made) => made,
    );
    const writes = await holdWrites(app.database, 'insert on documents.kept_part');
    const { output } = await order(change);
    try {
      await writes.untilOneWaits();
      expect(await stateOf(output.id)).toMatchObject({ state: 'RUNNING' });
      expect((await download(output.id)).status).toBe(409);
      expect((await remove(output.id)).status).toBe(204);
      expect(await stateOf(output.id)).toMatchObject({ state: 'CANCELLED' });
    } finally {
      await writes.release();
    }
    await untilNothingIsKept();
    expect(await stateOf(output.id)).toMatchObject({ state: 'CANCELLED' });
    await remove(output.id);
  },
);

test('a file past its term is expired, and the purge deletes it', async () => {
  const { output } = await order({ from: addDays(today, -80), to: addDays(today, -79) });
  await settled(output.id);
  await query`update statements.prepared set expires_at = now() - interval '1 minute' where id = ${output.id}`.execute(
    app.database.sql,
  );
  // It leaves room for another one.
  const others = await Promise.all(
    [1, 2, 3, 4, 5].map((days) => order({ from: addDays(today, -days), to: addDays(today, -days) })),
  );
  expect(others.map(({ status }) => status)).toEqual(Array(5).fill(201));
  for (const other of others) {
    await settled(other.output.id);
    await remove(other.output.id);
  }
  await query`update documents.kept_file set kept_until = now() - interval '1 minute' where kept_until is not null`.execute(
    app.database.sql,
  );
  expect(await stateOf(output.id)).toMatchObject({ state: 'EXPIRED' });
  expect((await download(output.id)).status).toBe(410);
  await addJobs(app.database.sql, [{ task: purgeTask, payload: {}, key: purgeTask }]);
  await untilNothingIsKept();
  await remove(output.id);
});

test('a person finds a file in the list for thirty days', async () => {
  const ordered = await Promise.all([1, 2].map((days) => order({ from: addDays(today, -days) })));
  const [late, over] = ordered.map(({ output }) => output.id);
  for (const [id = '', age] of [
    [late, '29 days'],
    [over, '31 days'],
  ]) {
    await settled(id);
    await query`update statements.prepared set ended_at = now() - ${age}::interval where id = ${id}`.execute(
      app.database.sql,
    );
  }
  await addJobs(app.database.sql, [{ task: purgeTask, payload: {}, key: purgeTask }]);
  await until(files, ({ length }) => length < 2);
  expect((await files()).map(({ id }) => id)).toEqual([late]);
  await remove(late ?? '');
});

test('a file that is removed leaves the open pages at once', async () => {
  const { output } = await order({ from: today, to: today });
  await settled(output.id);
  // Official statements send hints to the same pages.
  await until(() => isAllMade(app.database), Boolean);
  const page = await openPage(app, payer);
  expect(await page.heardDuring(() => remove(output.id))).toContain('statements');
  page.close();
});

test('a run that a server abandoned is started again, and the third time it has failed', async () => {
  const { output } = await order({ from: addDays(today, -80), to: addDays(today, -79) });
  await settled(output.id);
  const again = (attempts: number) =>
    query`
      update statements.prepared set state = 'RUNNING', attempts = ${attempts}, beat_at = now() - interval '1 hour', ended_at = null,
        file_id = null, expires_at = null where id = ${output.id}
    `.execute(app.database.sql);
  const rerun = () => addJobs(app.database.sql, [{ task: 'statements_prepare', payload: output.id }]);
  await again(1);
  await rerun();
  expect(await settled(output.id)).toMatchObject({ state: 'READY' });
  await again(3);
  await rerun();
  expect(await settled(output.id)).toMatchObject({ state: 'FAILED', fault: 'STOPPED' });
  await remove(output.id);
});

test('the order of another client’s account, of a future period and of a format that does not fit is refused', async () => {
  const other = await createPayer(app, { fundedMinor: 0n });
  expect((await order({}, other)).status).toBe(404);
  expect((await order({ to: addDays(today, 3) })).status).toBe(400);
  const { output } = await order({ from: today, to: today });
  await settled(output.id);
  expect(await files(other)).toEqual([]);
  const foreign = await app.call(removePreparedFile, { params: { id: output.id } }, { token: other.token });
  expect(foreign.status).toBe(404);
  expect((await stateOf(output.id))?.state).toBe('READY');
  await remove(output.id);
});

test('a file that is too large has failed and leaves nothing, and a full store takes no more', async () => {
  const small = await startTestApp({
    jobs: true,
    pollMs: 50,
    config: { preparedFiles: { bytesEach: 300_000, bytesOfAll: 350_000 } },
  });
  try {
    const client = await createPayer(small, { fundedMinor: 0n });
    await openLongAgo(small.database, client.account);
    const start = Date.parse(`${addDays(today, -90)}T00:00:00Z`);
    const times = Array.from({ length: 6_000 }, (_, at) => new Date(start + at * 60_000));
    await bookAt(small.database, client.account, times);
    const ask = async (to: string) =>
      small.call(
        prepareStatements,
        {
          body: {
            ...{ accountId: client.account.id, ...period, to },
            ...{ format: 'csv' as const, locale: 'en' as const },
          },
        },
        { token: client.token },
      );
    const list = async () => (await small.call(listPreparedFiles, {}, { token: client.token })).output.files;
    await ask(today);
    const [large] = await until(list, ([file]) => file?.state === 'FAILED');
    expect(large).toMatchObject({ fault: 'TOO_LARGE', size: null });
    await untilNothingIsKept(small);
    // Cancelled just after it failed: it counts as cancelled, and no notice of a failure is sent.
    const removals = await holdWrites(small.database, 'delete on documents.kept_file');
    const { id } = (await ask(addDays(today, -1))).output;
    try {
      await removals.untilOneWaits();
      await small.call(removePreparedFile, { params: { id } }, { token: client.token });
    } finally {
      await removals.release();
    }
    await until(
      async () =>
        (
          await query`
            select from graphile_worker.jobs where task_identifier in ('statements_prepare', ${notifyTask})
          `.execute(small.database.sql)
        ).rows.length,
      (jobs) => jobs === 0,
    );
    expect((await list()).find((file) => file.id === id)).toMatchObject({ state: 'CANCELLED', fault: null });
    const { Items: notices } = (
      await small.call(listNotifications, { query: { limit: 20 } }, { token: client.token })
    ).output;
    expect(notices.filter(({ kind }) => kind === 'statement_file_failed')).toHaveLength(1);
    await untilNothingIsKept(small);
    // Almost the maximum size, so that there is no room for another one.
    await ask(addDays(today, -90));
    await until(list, ([file]) => file?.state === 'READY');
    const refused = await ask(addDays(today, -89));
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([503, 'prepared_files_full']);
  } finally {
    await small.close();
  }
});
