/** Suspended or expired administrators: their place in approvals, and how a company proceeds without them. */
import {
  allRights,
  changePolicy,
  getPolicy,
  invitePerson,
  listNotifications,
  removePerson,
  resumePerson,
  suspendPerson,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import {
  actAlso,
  type Colleague,
  callWithCode,
  createFirm,
  decide,
  type Firm,
  inboxOf,
  order,
  readAs,
  rulesOf,
  setPolicy,
} from '@calmly/server/test/support/clients/firm.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addMember } from '../../identity/server/index.ts';

let app: TestApp;
let firm: Firm;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  firm = await createFirm(app);
});

const anyone = [{ personIds: [] }];
const suspend = (by: Colleague, { personId }: Colleague) =>
  callWithCode(app, suspendPerson, { params: { id: personId } }, by.companyToken);
const resume = (by: Colleague, { personId }: Colleague) =>
  callWithCode(app, resumePerson, { params: { id: personId } }, by.companyToken);
const weaken = (by: Colleague, version = 1) =>
  callWithCode(app, changePolicy, { body: { version, rules: rulesOf({}) } }, by.companyToken);
const policy = async () => (await app.call(getPolicy, {}, { token: firm.boris.companyToken })).output;
const requestOf = async (by: Colleague) => {
  const [request, ...more] = await inboxOf(app, by, 'REQUESTED');
  if (!request || more.length > 0) throw new Error('not exactly one request');
  return request;
};

/** Another administrator. */
async function newBoss(firstName: string): Promise<Colleague> {
  const person = await newClient(app, { firstName, lastName: 'Lepik' });
  const member = { clientId: firm.companyId, personId: person.personId, rights: allRights, validUntil: null };
  await systemWork(app.database, (work) => addMember(work, member));
  return actAlso(app, person, firm.companyId);
}

/** Three days later: runs its job as the queue would then. */
async function letThreeDaysPass(id: string): Promise<void> {
  await query`
    update approvals.request set lapses_at = lapses_at - interval '3 days' where id = ${id}
  `.execute(app.database.sql);
  const handler = app.app.jobs.lapse_approval;
  if (typeof handler !== 'function') throw new Error('there is no job');
  await systemWork(app.database, (work) => handler(work, id));
}

const dayMs = 86_400_000;

test('a suspended administrator keeps the company from being emptied, for as long as they are not removed', async () => {
  const { boris, maria } = firm;
  await setPolicy(app, firm, { peopleSteps: anyone, policySteps: anyone });
  await suspend(boris, maria);
  await query`update identity.membership set suspended_at = now() - interval '1 year' where person_id = ${maria.personId}`.execute(
    app.database.sql,
  );
  expect((await order(app, firm, boris)).output.status).toBe('CREATED');
  expect((await requestOf(boris)).state).toBe('BLOCKED');
  expect((await weaken(boris)).status).toBe(202);
  const accomplice = { email: 'accomplice@test.example', rights: allRights, validUntil: null };
  expect((await callWithCode(app, invitePerson, { body: accomplice }, boris.companyToken)).status).toBe(202);
  expect((await policy()).version).toBe(1);
});

test('an expired administrator keeps it too', async () => {
  const { boris, maria } = firm;
  await setPolicy(app, firm, { policySteps: anyone });
  await query`update identity.membership set valid_until = now() where person_id = ${maria.personId} and client_id = ${firm.companyId}`.execute(
    app.database.sql,
  );
  expect((await order(app, firm, boris)).output.status).toBe('CREATED');
  expect((await weaken(boris)).status).toBe(202);
});

test('a suspended person’s step stays theirs', async () => {
  const { boris, maria, clara } = firm;
  const tom = await newBoss('Tom');
  const steps = [{ personIds: [maria.personId] }];
  const rule = {
    requesterIds: [clara.personId],
    currency: 'EUR',
    above: '0',
    measure: 'PAYMENT' as const,
    steps,
  };
  await setPolicy(app, firm, { paymentRules: [rule] });
  await suspend(boris, maria);
  await order(app, firm, clara);
  const request = await requestOf(clara);
  expect(request).toMatchObject({ state: 'BLOCKED', waitingFor: [], lapsesAt: null });
  for (const each of [boris, tom])
    expect(await decide(app, each.token, [request])).toEqual(['approval_not_yours']);
  await resume(boris, maria);
  expect(await decide(app, maria.token, [request])).toEqual(['APPROVED']);
});

test('while an administrator is absent, another one has to agree even if the rules let each decide alone', async () => {
  const { boris, maria } = firm;
  const tom = await newBoss('Tom');
  await setPolicy(app, firm, {});
  await suspend(boris, maria);
  expect((await weaken(boris)).status).toBe(202);
  const request = await requestOf(boris);
  expect(request).toMatchObject({ state: 'WAITING', waitingFor: [{ name: 'Tom Lepik' }], lapsesAt: null });
  expect(await decide(app, tom.token, [request])).toEqual(['APPROVED']);
  expect((await policy()).version).toBe(2);
});

test('what only a suspended administrator could approve happens after three days’ notice to them', async () => {
  const { boris, maria } = firm;
  await setPolicy(app, firm, { policySteps: anyone, peopleSteps: anyone });
  await suspend(boris, maria);
  await weaken(boris);
  const request = await requestOf(boris);
  expect(request.state).toBe('BLOCKED');
  const waits = Date.parse(request.lapsesAt ?? '') - Date.parse(request.requestedAt);
  expect(waits).toBe(3 * dayMs);

  await drainJobs(app);
  const letters = await lettersTo(app.database.sql, maria.email);
  const [letter] = letters.filter(({ subject }) =>
    subject?.endsWith('is about to change without your approval'),
  );
  expect(letter?.text).toContain('Boris Sokolov asked to change the approval rules');
  const { output } = await app.call(listNotifications, { query: {} }, { token: maria.token });
  expect(output.Items).toContainEqual(
    expect.objectContaining({
      kind: 'membership_changed',
      params: expect.objectContaining({ event: 'overruled', by: 'Boris Sokolov', date: request.lapsesAt }),
    }),
  );

  // Not a moment earlier.
  const handler = app.app.jobs.lapse_approval;
  if (typeof handler !== 'function') throw new Error('there is no job');
  await systemWork(app.database, (work) => handler(work, request.id));
  expect((await policy()).version).toBe(1);

  await letThreeDaysPass(request.id);
  expect(await readAs(app, boris, request.id)).toMatchObject({
    state: 'APPROVED',
    closedAt: expect.any(String),
  });
  expect(await policy()).toMatchObject({ version: 2, policySteps: [] });
});

test('with her removed after the notice, the administrator who is left decides alone', async () => {
  const { boris, maria } = firm;
  await setPolicy(app, firm, { peopleSteps: anyone });
  await suspend(boris, maria);
  const params = { id: maria.personId };
  expect((await callWithCode(app, removePerson, { params }, boris.companyToken)).status).toBe(202);
  await letThreeDaysPass((await requestOf(boris)).id);
  expect((await weaken(boris)).status).toBe(200);
});

test('an administrator suspended later gets three days’ notice too', async () => {
  const { boris, maria } = firm;
  const tom = await newBoss('Tom');
  await setPolicy(app, firm, { policySteps: anyone });
  await suspend(boris, maria);
  await weaken(boris);
  const { id } = await requestOf(boris);
  await suspend(boris, tom);
  await drainJobs(app);
  const first = (await readAs(app, boris, id)).lapsesAt;
  if (first === null) throw new Error('nobody was told');
  await query`update approvals.request set lapses_at = now() where id = ${id}`.execute(app.database.sql);
  const late = await newBoss('Late');
  await suspend(boris, late);
  await drainJobs(app);
  const { state, lapsesAt } = await readAs(app, boris, id);
  expect(state).toBe('BLOCKED');
  expect(Date.parse(lapsesAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first));
  const toldLate = await lettersTo(app.database.sql, late.email);
  expect(toldLate.some(({ subject }) => subject?.endsWith('without your approval'))).toBe(true);
  expect((await policy()).version).toBe(1);
});

test('an administrator whose access is restored decides, and nothing lapses', async () => {
  const { boris, maria } = firm;
  await setPolicy(app, firm, { policySteps: anyone });
  await suspend(boris, maria);
  await weaken(boris);
  const request = await requestOf(boris);
  await resume(boris, maria);
  await drainJobs(app);
  expect(await readAs(app, boris, request.id)).toMatchObject({ state: 'WAITING', lapsesAt: null });
  await letThreeDaysPass(request.id);
  expect((await policy()).version).toBe(1);
  expect(await decide(app, maria.token, [request], 'REJECT')).toEqual(['REJECTED']);
});

test('the administrator who suspended someone can lift it alone; anyone else needs approval', async () => {
  const { boris, maria } = firm;
  const tom = await newBoss('Tom');
  await setPolicy(app, firm, { peopleSteps: anyone });
  await suspend(boris, maria);
  expect((await resume(tom, maria)).status).toBe(202);
  expect((await resume(boris, maria)).status).toBe(200);
});

test('a change that has become impossible is closed, and its requester is notified', async () => {
  const { boris, maria, clara } = firm;
  await setPolicy(app, firm, { peopleSteps: anyone });
  await suspend(boris, maria);
  const params = { id: clara.personId };
  await callWithCode(app, removePerson, { params }, boris.companyToken);
  const { id } = await requestOf(boris);
  await query`delete from identity.membership where person_id = ${clara.personId} and client_id = ${firm.companyId}`.execute(
    app.database.sql,
  );
  await letThreeDaysPass(id);
  expect(await readAs(app, boris, id)).toMatchObject({ state: 'VOIDED' });
});
