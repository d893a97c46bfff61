/**
 * A 203 changes nothing (D7): for every call that needs a code, the first response is stored by no cache and under no idempotency key,
 * and changes only the challenge, its message and the count of sent codes. The test covers the contract, so a new call that needs a code
 * fails here until it is added.
 */
import { type EndpointSpec, endpoint, endpoints } from '@calmly/contract';
import { StepUp } from '@calmly/platform/http/calls/step-up.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Work } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { changedTables, imprint } from '../../support/attackers/doors.ts';
import { startTestEdge, type TestEdge } from '../../support/attackers/edge.ts';
import { prepareTwoFactorCalls, type TwoFactorCalls } from '../../support/attackers/two-factor-calls.ts';
import { record } from '../../support/campaign.ts';
import { newPerson } from '../../support/clients/clients.ts';
import { signIn } from '../../support/processes/browser.ts';

const asking = new Set([
  'identity.challenge',
  'identity.throttle',
  'outbox.message',
  'graphile_worker._private_jobs',
]);

let app: TestApp;
let calls: TwoFactorCalls;
/** Rows that have passed. */
let asked = 0;
beforeAll(async () => {
  app = await startTestApp();
  calls = await prepareTwoFactorCalls(app);
  // The first code of a bank creates the key of all codes.
  const { login } = await newPerson(app);
  await signIn(app.url, login);
});
afterAll(() => app.close());

const walked = Object.values(endpoints).filter(
  ({ twoFactor, access }) => twoFactor === 'always' && access !== 'public',
);

test.each(walked.map((spec) => [spec.id, spec] as const))('%s only requests a code', async (id, spec) => {
  const ready = await calls.prepare(id);
  const key = { 'idempotency-key': `asked-${id}` };
  // Activity is written at most every 30 seconds: not between the two snapshots.
  await query`update identity.session set last_seen_at = now()`.execute(app.database.sql);
  const before = await imprint(app.database);
  const first = await calls.call(spec, ready, key);
  expect([first.status, first.cache]).toEqual([203, 'no-store']);
  expect(first.detail.challenge_id).toBeTruthy();
  const again = await calls.call(spec, ready, key);
  // The same challenge, not a stored answer: its seconds are recomputed.
  expect([again.status, again.detail.challenge_id]).toEqual([203, first.detail.challenge_id]);
  const changed = changedTables(before, await imprint(app.database));
  expect(changed).toContain('identity.challenge');
  expect(changed.filter((table) => !asking.has(table))).toEqual([]);
  asked += 1;
});

test('the rows covered every call that always needs a code', () => {
  expect(walked.length).toBeGreaterThanOrEqual(30);
  expect(asked).toBe(walked.length);
  record({
    id: 'D7',
    what: `${walked.length} calls that always need a code, each twice`,
    figure: `${asked * 2} answers 203: nothing changed but the challenge and its message`,
    control: 'a write that asks late and is not rolled back is found',
  });
});

describe('a write that asks late', () => {
  const shape = {
    method: 'POST',
    tag: 'Test',
    summary: 'For tests',
    access: 'client',
    presence: 'open',
  } as const;
  const whole = endpoint({ ...shape, id: 'whole', path: '/whole', body: z.strictObject({}) });
  const hasty = endpoint({ ...shape, id: 'hasty', path: '/hasty', body: z.strictObject({}) });
  const doThenAsk = async (work: Work) => {
    await query`insert into note values (1)`.execute(work.sql);
    throw new StepUp(async () => challengeBody);
  };
  let edge: TestEdge;
  beforeAll(async () => {
    edge = await startTestEdge((router) => {
      router.write(whole, doThenAsk);
      router.own(hasty, doThenAsk);
    });
    await query`create table note (one integer)`.execute(edge.database.sql);
  });
  afterAll(() => edge.close());

  async function changedBy(spec: EndpointSpec): Promise<string[]> {
    const before = await imprint(edge.database);
    const { status } = await fetch(`${edge.url}/api${spec.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer anna' },
      body: '{}',
    });
    expect(status).toBe(203);
    return changedTables(before, await imprint(edge.database));
  }

  test('is rolled back', async () => expect(await changedBy(whole)).toEqual([]));

  test('control: a change is detected', async () => expect(await changedBy(hasty)).toEqual(['public.note']));
});

const challengeBody = {
  detail: {
    challenge_id: newId(),
    sent_via: 'email',
    sent_to: 'a••••a@test.example',
    methods: ['email'],
    summary: 'Note',
    expires_in: 300,
    resend_in: 9,
  },
};
