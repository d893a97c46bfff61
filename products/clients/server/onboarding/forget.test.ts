import { confirmEmailByLink, getClient, getOnboarding } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  applicantPassword,
  registerApplicant,
} from '@calmly/server/test/support/clients/joining/applicant.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { signIn } from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetTask, onboardingJobs } from './jobs.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Job {
  days: number;
  payload: { personId: string; clientId: string };
}

async function jobOf(clientId: string): Promise<Job> {
  const { rows } = await query<Job>`
    select round(extract(epoch from run_at - now()) / 86400)::int as days, payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${forgetTask} and payload ->> 'clientId' = ${clientId}
  `.execute(app.database.sql);
  if (!rows[0]) throw new Error('the job was not put on');
  return rows[0];
}

const runJob = (payload: unknown) =>
  systemWork(app.database, async (work) => onboardingJobs[forgetTask]?.(work, payload));

test('a draft whose address is not confirmed in 30 days is deleted, with all its data', async () => {
  const anna = await registerApplicant(app);
  const elsewhere = await signIn(app.url, { email: anna.email, password: applicantPassword });
  await anna.browser.send('POST', '/oauth/live-ticket', {});
  const { days, payload } = await jobOf(anna.clientId);
  expect(days).toBe(30);
  await runJob(payload);
  await runJob(payload);
  for (const token of [anna.token, elsewhere.token])
    expect((await app.call(getClient, { params: { id: anna.clientId } }, { token })).status).toBe(401);
  const { rows } = await query`
    select (select count(*) from identity.person where id = ${payload.personId})
      + (select count(*) from identity.client where id = ${payload.clientId})
      + (select count(*) from onboarding.application where client_id = ${payload.clientId})
      + (select count(*) from onboarding.contact_code where client_id = ${payload.clientId})
      + (select count(*) from onboarding.email_link where client_id = ${payload.clientId}) as count
  `.execute(app.database.sql);
  expect(rows).toEqual([{ count: 0n }]);
});

test('a draft that was confirmed in time stays', async () => {
  const anna = await registerApplicant(app);
  const [letter] = await lettersTo(app.database.sql, anna.email);
  const token = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
  await app.call(confirmEmailByLink, { body: { token } });
  await runJob((await jobOf(anna.clientId)).payload);
  expect((await app.call(getClient, { params: { id: anna.clientId } }, anna)).status).toBe(200);
  expect((await app.call(getOnboarding, {}, anna)).output).toMatchObject({ email: anna.email });
});

/** Tables that `forgetDraft` empties by itself; any other that refers to a draft must go with it. */
const emptied = new Set([
  'identity.challenge',
  'identity.access_token',
  'identity.refresh_token',
  'identity.live_ticket',
  'identity.session',
  'identity.device',
  'identity.membership',
  'identity.client',
  // Nothing is accepted in DRAFT.
  'identity.terms_acceptance',
]);

test('no table keeps a draft from being deleted', async () => {
  const { rows } = await query<{ table: string; rule: string }>`
    select conrelid::regclass::text as table, confdeltype as rule from pg_constraint
    where contype = 'f' and confrelid in ('identity.person'::regclass, 'identity.client'::regclass, 'identity.session'::regclass)
  `.execute(app.database.sql);
  const keeping = rows.filter(({ table, rule }) => !emptied.has(table) && rule !== 'c' && rule !== 'n');
  expect(keeping).toEqual([]);
});
