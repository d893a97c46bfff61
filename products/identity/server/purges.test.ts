import { newId } from '@calmly/platform/ids.ts';
import { purging } from '@calmly/platform/jobs/purge.ts';
import { messagePurge } from '@calmly/providers/outbox/store.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { createBrowser, requestToken, signIn } from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPersonClient } from './index.ts';
import { identityPurges } from './purges.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const run = (statement: string) => query.raw(statement).execute(app.database.sql);
const purge = () => {
  const actor = { kind: 'system', name: 'purge' } as const;
  const work = { sql: app.database.sql, now: new Date(), newId, actor, log: pino({ level: 'silent' }) };
  return purging([...identityPurges, messagePurge]).outside(work, {});
};
const tables = [
  'identity.access_token',
  'identity.refresh_token',
  'identity.live_ticket',
  'identity.device',
  'identity.challenge',
  'identity.throttle',
  'outbox.message',
];
const counts = async () => {
  const found: Record<string, number> = {};
  for (const name of tables) {
    const { rows } = await query<{ count: bigint }>`select count(*) from ${query.raw(name)}`.execute(
      app.database.sql,
    );
    found[name] = Number(rows[0]?.count);
  }
  return found;
};

test('the purge keeps everything that is still valid and deletes everything that is not', async () => {
  const login = { email: 'anna@demo.calmly.example', password: 'more-payments-less-stress' };
  const work = { sql: app.database.sql, now: new Date(), newId };
  await createPersonClient(work, { ...login, firstName: 'Anna', lastName: 'Ozola' });
  const { browser } = await signIn(app.url, login);
  await browser.send('POST', '/oauth/live-ticket');
  await requestToken(createBrowser(app.url), { ...login, password: 'wrong' });
  await requestToken(createBrowser(app.url), login);
  const { rows } = await run(`select 1 from graphile_worker.jobs where task_identifier = 'purge'`);
  expect(rows).toHaveLength(1);

  const living = await counts();
  expect(Object.values(living).every((count) => count > 0)).toBe(true);
  await purge();
  expect(await counts()).toEqual(living);

  for (const name of ['access_token', 'live_ticket', 'device', 'challenge', 'session'])
    await run(`update identity.${name} set expires_at = now() - interval '1 day'`);
  await run(`update identity.throttle set last_at = now() - interval '2 days'`);
  await run(`update outbox.message set at = now() - interval '31 days'`);
  await purge();
  expect(await counts()).toEqual({
    ...Object.fromEntries(tables.map((name) => [name, 0])),
    // The used challenge is kept as evidence.
    'identity.challenge': 1,
  });

  await run(`update identity.challenge set used_at = now() - interval '399 days'`);
  await purge();
  expect(await counts()).toMatchObject({ 'identity.challenge': 1 });

  await run(`update identity.session set expires_at = now() - interval '91 days'`);
  await run(`update identity.challenge set used_at = now() - interval '401 days'`);
  await purge();
  const { rows: left } = await run(`select (select count(*) from identity.session)::int as sessions,
    (select count(*) from identity.challenge)::int as challenges, (select count(*) from identity.sign_in)::int as history`);
  expect(left).toEqual([{ sessions: 0, challenges: 0, history: expect.toSatisfy((count) => count > 0) }]);
});

test('failed sign-ins are deleted after their period, successful ones are kept, and no one can delete history earlier', async () => {
  await run(`insert into identity.sign_in (id, at, person_id, outcome, ip, user_agent)
    select gen_random_uuid(), now() - make_interval(days => days), case when is_known then gen_random_uuid() end, outcome, '192.0.2.1', days::text
    from (values
      (29, false, 'bad_credentials'), (31, false, 'bad_credentials'), (399, true, 'code_wrong'), (401, true, 'bad_credentials'),
      (401, true, 'locked'), (4000, true, 'signed_in')) as entry (days, is_known, outcome)`);
  const left = async () => {
    const { rows } = await run(
      `select user_agent as days from identity.sign_in where ip = '192.0.2.1' order by user_agent::int`,
    );
    return rows.map((row) => (row as { days: string }).days);
  };
  await purge();
  expect(await left()).toEqual(['29', '399', '4000']);
  for (const days of [29, 399, 4000])
    await expect(run(`delete from identity.sign_in where user_agent = '${days}'`)).rejects.toThrow(
      'append-only',
    );
  await expect(run(`update identity.sign_in set ip = ''`)).rejects.toThrow('append-only');
  expect(await left()).toEqual(['29', '399', '4000']);
});
