import { changePolicy, getPolicy, listActivity, type PolicyRules, previewPolicy } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { awaitBlocked } from '@calmly/server/test/support/blocked.ts';
import { newColleague, noRights } from '@calmly/server/test/support/clients/colleagues.ts';
import {
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
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeMember, removeMember } from '../../../identity/server/index.ts';
import { expireTask } from '../absence.ts';
import { remindTask } from '../ask.ts';

let app: TestApp;
let firm: Firm;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  firm = await createFirm(app);
});

const anyBoss = [{ personIds: [] }];
const everyPayment = {
  requesterIds: [],
  currency: 'EUR',
  above: '0',
  measure: 'PAYMENT' as const,
  steps: anyBoss,
};
const policyOf = async (token = firm.clara.companyToken) => (await app.call(getPolicy, {}, { token })).output;
const propose = (rules: Partial<PolicyRules>, version = 0, token = firm.boris.companyToken) =>
  callWithCode(app, changePolicy, { body: { version, rules: rulesOf(rules) } }, token);
const refusedFields = (body: unknown) =>
  ((body as { detail: Array<{ field: string }> }).detail ?? []).map(({ field }) => field);

test('a company without a policy has the default; the own profile has none', async () => {
  expect(await policyOf()).toMatchObject({ version: 0, paymentRules: [], pendingApprovalId: null });
  expect((await policyOf()).people.map(({ name, isBoss }) => [name, isBoss])).toEqual([
    ['Boris Sokolov', true],
    ['Clara Vaher', false],
    ['Maria Kask', true],
  ]);
  expect((await app.call(getPolicy, {}, { token: firm.boris.token })).status).toBe(404);
});

test('an administrator makes the first policy; later changes follow the policy in force', async () => {
  const policySteps = anyBoss;
  expect((await propose({ policySteps })).status).toBe(200);
  const weaker = await propose({ policySteps: [] }, 1);
  expect([weaker.status, weaker.body]).toMatchObject([202, { WaitingFor: [{ Name: 'Maria Kask' }] }]);
  expect(await policyOf()).toMatchObject({ version: 1, policySteps });
  const [waiting] = await inboxOf(app, firm.maria);
  expect(await decide(app, firm.clara.token, waiting ? [waiting] : [])).toEqual(['not_found']);
  expect(waiting).toMatchObject({
    kind: 'policy',
    rules: { before: { policySteps }, after: { policySteps: [] } },
  });
  expect((await propose({ policySteps: [] }, 1)).body).toMatchObject({ code: 'approval_waiting' });
  expect(await decide(app, firm.boris.token, waiting ? [waiting] : [])).toEqual(['approval_own_request']);
  expect(await decide(app, firm.maria.token, waiting ? [waiting] : [])).toEqual(['APPROVED']);
  expect(await policyOf()).toMatchObject({
    version: 2,
    policySteps: [],
    changedBy: { name: 'Boris Sokolov' },
  });
  const activity = { query: { kind: 'approvals', limit: 20 } } as const;
  const { output } = await app.call(listActivity, activity, { token: firm.boris.companyToken });
  expect(output.Items.filter(({ text }) => text === 'Approval rules changed')).toHaveLength(2);
});

test('of two changes at once one waits for approval', async () => {
  await propose({ policySteps: anyBoss });
  await propose({}, 1);
  const waiting = (await policyOf()).pendingApprovalId;
  const setState = (sql: Sql, state: string) =>
    query`
      update approvals.request set state = ${state}, closed_at = ${state === 'WAITING' ? null : new Date()} where id = ${waiting}`.execute(
      sql,
    );
  // The other change is not committed while this one is requested.
  await setState(app.database.sql, 'RECALLED');
  const asked = await app.database.inTransaction(async (sql) => {
    await setState(sql, 'WAITING');
    const answer = propose({}, 1);
    await awaitBlocked(sql);
    return { answer };
  });
  expect((await asked.answer).body).toMatchObject({ code: 'approval_waiting' });
  expect(await decide(app, firm.maria.token, await inboxOf(app, firm.maria))).toEqual(['APPROVED']);
});

test('only administrators change it, and only the version that they saw', async () => {
  expect((await propose({}, 0, firm.clara.companyToken)).status).toBe(403);
  expect((await propose({}, 3)).body).toMatchObject({ code: 'policy_changed' });
});

test('a policy that leaves no approver is refused by field', async () => {
  const { boris, maria, clara } = firm;
  const refused = async (rules: Partial<PolicyRules>) => refusedFields((await propose(rules)).body);
  const steps = (...personIds: string[]) => [{ personIds }];
  expect(await refused({ paymentRules: [{ ...everyPayment, steps: steps(boris.personId) }] })).toEqual([
    'Rules.PaymentRules.0.Steps',
  ]);
  expect(await refused({ policySteps: steps(maria.personId) })).toEqual(['Rules.PolicySteps']);
  expect(await refused({ payeeSteps: steps(clara.personId) })).toEqual(['Rules.PayeeSteps.0.People']);
  const away = { personId: maria.personId, standInId: maria.personId, from: '2026-05-02', to: '2026-05-01' };
  expect(await refused({ standIns: [away] })).toEqual(['Rules.StandIns.0.StandIn', 'Rules.StandIns.0.To']);
  expect(await refused({ paymentRules: [{ ...everyPayment, currency: 'XXX' }] })).toEqual([
    'Rules.PaymentRules.0.Currency',
  ]);
});

test('the preview says who would have to approve', async () => {
  const { clara, boris } = firm;
  const ask = async (requesterId: string, amount: string) => {
    const rules = rulesOf({ paymentRules: [{ ...everyPayment, above: '1000.00' }] });
    const body = { rules, requesterId, amount, currency: 'EUR' };
    return (await app.call(previewPolicy, { body }, { token: boris.companyToken })).output;
  };
  expect(await ask(boris.personId, '1000.00')).toEqual({ steps: [], rule: null, blocked: false });
  const below = await ask(clara.personId, '1000.00');
  expect([below.rule, below.steps.map(({ people }) => people.map(({ name }) => name))]).toEqual([
    null,
    [['Boris Sokolov', 'Maria Kask']],
  ]);
  expect(await ask(clara.personId, '1000.01')).toMatchObject({ rule: 0, blocked: false });
  expect((await ask(boris.personId, '5000.00')).steps[0]?.people.map(({ name }) => name)).toEqual([
    'Maria Kask',
  ]);
});

// Control: with the day's total for everyone, Clara's preview of Boris is rule 0 too.
test('the preview tells only administrators what a colleague has ordered in the day', async () => {
  const { boris, clara } = firm;
  expect((await order(app, firm, boris, { amount: '900.00' })).status).toBe(201);
  const rules = rulesOf({ paymentRules: [{ ...everyPayment, above: '1000.00', measure: 'DAY' }] });
  const body = { rules, requesterId: boris.personId, amount: '200.00', currency: 'EUR' };
  const ruleAsSeenBy = async ({ companyToken }: typeof boris) =>
    (await app.call(previewPolicy, { body }, { token: companyToken })).output.rule;
  expect(await ruleAsSeenBy(boris)).toBe(0);
  expect(await ruleAsSeenBy(clara)).toBe(null);
});

test('the first rule leaves the default in force below its amount: a member pays 900 alone only if a rule says so', async () => {
  const pay = async (amount: string) => (await order(app, firm, firm.clara, { amount })).output.status;
  expect(await pay('900.00'), 'without a policy').toBe('CREATED');
  const overThousand = { ...everyPayment, above: '1000.00' };
  await setPolicy(app, firm, { paymentRules: [overThousand] });
  expect(await pay('900.00')).toBe('CREATED');
  expect(await pay('1100.00')).toBe('CREATED');
  // The control: the company's own rule exempts small payments.
  await setPolicy(app, firm, { paymentRules: [{ ...everyPayment, steps: [] }, overThousand] });
  expect(await pay('900.00')).not.toBe('CREATED');
  expect(await pay('1100.00')).toBe('CREATED');
});

test('a substitute approves for an absent person, and the record names both', async () => {
  const { boris, maria } = firm;
  const always = { from: '2020-01-01', to: '2090-01-01' };
  const both = [{ personIds: [maria.personId, boris.personId] }];
  const standIns = [{ personId: maria.personId, standInId: boris.personId, ...always }];
  await setPolicy(app, firm, { paymentRules: [{ ...everyPayment, steps: both }], standIns });
  await query`
    update approvals.policy set rules = jsonb_set(rules, '{PaymentRules,0,Steps,0,People}', ${JSON.stringify([maria.personId])}::jsonb)
    where client_id = ${firm.companyId}`.execute(app.database.sql);
  await order(app, firm, firm.clara);
  const [waiting] = await inboxOf(app, boris);
  if (!waiting) throw new Error('nothing waits for the stand-in');
  expect(waiting.steps[0]?.standIns).toMatchObject([
    { person: { name: 'Boris Sokolov' }, for: { name: 'Maria Kask' } },
  ]);
  expect(await decide(app, boris.token, [waiting])).toEqual(['APPROVED']);
  expect((await readAs(app, maria, waiting.id)).steps).toMatchObject([
    { decidedBy: { name: 'Boris Sokolov' }, onBehalfOf: { name: 'Maria Kask' } },
  ]);
});

test('when the last approver leaves, the request is blocked and the requester notified', async () => {
  await setPolicy(app, firm, { paymentRules: [everyPayment] });
  await order(app, firm, firm.boris);
  const [waiting] = await inboxOf(app, firm.maria);
  if (!waiting) throw new Error('nothing waits');
  const rest = { clientId: firm.companyId, personId: firm.maria.personId, status: 'SUSPENDED' as const };
  await systemWork(app.database, async (work) => void (await changeMember(work, rest)));
  expect(await decide(app, firm.maria.token, [waiting])).toEqual(['not_found']);
  expect(await readAs(app, firm.boris, waiting.id)).toMatchObject({ state: 'BLOCKED', waitingFor: [] });
  await runJob(remindTask, waiting.id);
  expect(await noticesTo(firm.boris.personId)).toContainEqual(['approval_decided', 'BLOCKED']);
});

test('open requests cause a daily reminder and eventually expire', async () => {
  await order(app, firm, firm.clara);
  const [waiting] = await inboxOf(app, firm.maria);
  if (!waiting) throw new Error('nothing waits');
  const reminders = query`graphile_worker._private_jobs where key = ${`${remindTask}:${waiting.id}`}`;
  await query`delete from ${reminders}`.execute(app.database.sql);
  await runJob(remindTask, waiting.id);
  expect((await query`select from ${reminders}`.execute(app.database.sql)).rows).toHaveLength(1);
  expect((await readAs(app, firm.maria, waiting.id)).remindedAt).not.toBeNull();
  expect(await noticesTo(firm.maria.personId)).toContainEqual(['approval_reminder', null]);
  await runJob(expireTask, waiting.id);
  expect(await readAs(app, firm.maria, waiting.id)).toMatchObject({ state: 'WAITING' });
  await query`update approvals.request set expires_at = now() where id = ${waiting.id}`.execute(
    app.database.sql,
  );
  expect(await decide(app, firm.maria.token, [waiting])).toEqual(['approval_closed']);
  await runJob(expireTask, waiting.id);
  expect(await readAs(app, firm.clara, waiting.id)).toMatchObject({ state: 'EXPIRED', canRecall: false });
  expect(await noticesTo(firm.clara.personId)).toContainEqual(['approval_decided', 'EXPIRED']);
});

test('the next step is requested when the one before is given, and the requester learns who gave the last', async () => {
  const { boris, maria, clara } = firm;
  const steps = [{ personIds: [maria.personId] }, { personIds: [boris.personId] }];
  await setPolicy(app, firm, { paymentRules: [{ ...everyPayment, steps }] });
  await order(app, firm, clara);
  const wanted = async ({ personId }: Firm['boris']) =>
    (await noticesTo(personId)).filter(([kind]) => kind === 'approval_wanted').length;
  expect([await wanted(maria), await wanted(boris)]).toEqual([1, 0]);
  expect(await decide(app, maria.token, await inboxOf(app, maria))).toEqual(['CONSENTED']);
  expect([await wanted(maria), await wanted(boris)]).toEqual([1, 1]);
  expect(await decide(app, boris.token, await inboxOf(app, boris))).toEqual(['APPROVED']);
  const { rows } = await query`
    select notice -> 'params' ->> 'person' as person
    from graphile_worker._private_jobs, json_array_elements(payload) as notice
    where json_typeof(payload) = 'array' and notice ->> 'personId' = ${clara.personId} and notice ->> 'kind' = 'approval_decided'
  `.execute(app.database.sql);
  expect(rows).toEqual([{ person: 'Boris Sokolov' }]);
});

test('a change that names an approver who has left meanwhile does not take effect', async () => {
  expect((await propose({ policySteps: anyBoss })).status).toBe(200);
  const nina = await newColleague(app, firm, { rights: { ...noRights, can_approve: true } });
  const named = { ...everyPayment, steps: [{ personIds: [nina.personId] }] };
  expect((await propose({ policySteps: anyBoss, paymentRules: [named] }, 1)).status).toBe(202);
  await systemWork(app.database, (work) =>
    removeMember(work, { clientId: firm.companyId, personId: nina.personId }),
  );
  const waiting = await inboxOf(app, firm.maria);
  expect(await decide(app, firm.maria.token, waiting)).toEqual(['policy_changed']);
  expect(await policyOf()).toMatchObject({ version: 1, paymentRules: [] });
});

test('a person who has left the company is not notified of the outcome of their request', async () => {
  await order(app, firm, firm.clara);
  await order(app, firm, firm.clara, { reference: 'Invoice 8' });
  const [second, first] = await inboxOf(app, firm.maria);
  if (!first || !second) throw new Error('two things wait');
  expect(await decide(app, firm.maria.token, [first], 'REJECT')).toEqual(['REJECTED']);
  const outcomes = async () =>
    (await noticesTo(firm.clara.personId)).flatMap(([kind, outcome]) =>
      kind === 'approval_decided' ? outcome : [],
    );
  expect(await outcomes()).toEqual(['REJECTED']);
  const left = { clientId: firm.companyId, personId: firm.clara.personId };
  await systemWork(app.database, (work) => removeMember(work, left));
  expect(await decide(app, firm.maria.token, [second], 'REJECT')).toEqual(['REJECTED']);
  expect(await outcomes()).toEqual(['REJECTED']);
});

async function runJob(task: string, id: string): Promise<void> {
  const handler = app.app.jobs[task];
  if (typeof handler !== 'function') throw new Error(`there is no job ${task}`);
  await systemWork(app.database, (work) => handler(work, id));
}

/** Kind and outcome of a person's queued notices. */
async function noticesTo(personId: string): Promise<Array<[string, string | null]>> {
  const { rows } = await query<{ kind: string; outcome: string | null }>`
    select notice->>'kind' as kind, notice->'params'->>'outcome' as outcome
    from graphile_worker._private_jobs, json_array_elements(payload) as notice
    where json_typeof(payload) = 'array' and notice->>'personId' = ${personId}
  `.execute(app.database.sql);
  return rows.map(({ kind, outcome }) => [kind, outcome]);
}
