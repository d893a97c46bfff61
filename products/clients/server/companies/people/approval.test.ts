/** Changes of a company's people that need another administrator's approval: what waits, and what the approval does. */
import {
  changePolicy,
  decideInbox,
  getApproval,
  getPolicy,
  invitePerson,
  listPeople,
  removePerson,
  resumePerson,
  suspendPerson,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  type Colleague,
  callWithCode,
  changeRights,
  newBoss,
  newColleague,
  noRights,
} from '@calmly/server/test/support/clients/colleagues.ts';
import { mayRequest } from '@calmly/server/test/support/clients/joining/invitations.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let boris: Colleague;
let clara: Colleague;
let maria: Colleague;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  boris = await newBoss(app);
  clara = await newColleague(app, boris, {
    rights: noRights,
    person: { firstName: 'Clara', lastName: 'Weber' },
  });
  maria = await newColleague(app, boris);
  const { output: policy } = await app.call(getPolicy, {}, boris);
  const { paymentRules, payeeSteps, cardSteps, policySteps, standIns, expiryDays } = policy;
  const peopleSteps = [{ personIds: [] }];
  const rules = { paymentRules, payeeSteps, cardSteps, policySteps: [], standIns, expiryDays, peopleSteps };
  expect(policySteps).toEqual([]);
  (await callWithCode(app, boris, changePolicy, { body: { version: policy.version, rules } })).output;
});

const rightsOf = async ({ personId }: Colleague) =>
  (await app.call(listPeople, { query: {} }, boris)).output.Items.find(({ id }) => id === personId)?.rights;

const decide = async (by: Colleague, id: string) => {
  const { version } = (await app.call(getApproval, { params: { id } }, by)).output;
  const body = { items: [{ id, version }], decision: 'APPROVE' as const };
  return (await callWithCode(app, by, decideInbox, { body })).output.results[0];
};
const waiting = async (answer: { status: number; body: unknown }) => {
  expect(answer.status).toBe(202);
  return (answer.body as { ApprovalId: string }).ApprovalId;
};

test('changed rights wait for it, and apply from then on', async () => {
  const id = await waiting(await changeRights(app, boris, clara, { rights: mayRequest }));
  expect(await rightsOf(clara)).toEqual(noRights);
  expect((await app.call(getApproval, { params: { id } }, maria)).output.facts).toMatchObject({
    action: 'change',
    name: 'Clara Weber',
    rights: 'can_request_trans',
    rightsBefore: '',
  });
  expect(await decide(boris, id)).toMatchObject({ outcome: 'REFUSED' });
  expect(await decide(maria, id)).toMatchObject({ outcome: 'APPROVED' });
  expect(await rightsOf(clara)).toEqual(mayRequest);
});

test('the approver sees until when the rights are given', async () => {
  const validUntil = '2031-01-31T23:59:59Z';
  const id = await waiting(await changeRights(app, boris, clara, { rights: mayRequest, validUntil }));
  const { facts } = (await app.call(getApproval, { params: { id } }, maria)).output;
  expect(new Date(facts.validUntil ?? '')).toEqual(new Date(validUntil));
});

test('an invitation is emailed only then, in the name of the requester', async () => {
  const email = `${clara.personId}@guest.example`;
  const body = { email, rights: noRights, validUntil: null };
  const id = await waiting(await callWithCode(app, boris, invitePerson, { body }));
  expect(await lettersTo(app.database.sql, email)).toEqual([]);
  expect(await decide(maria, id)).toMatchObject({ outcome: 'APPROVED' });
  const [letter] = await lettersTo(app.database.sql, email);
  expect(letter?.text).toContain('Boris Sokolov invites you to work');
});

test('a suspension needs no approval, and voids waiting changes for the member', async () => {
  const id = await waiting(await changeRights(app, boris, clara, { rights: mayRequest }));
  const suspended = await callWithCode(app, boris, suspendPerson, { params: { id: clara.personId } });
  expect(suspended.output).toMatchObject({ status: 'SUSPENDED' });
  expect((await app.call(getApproval, { params: { id } }, maria)).output.state).toBe('VOIDED');
});

test('the person who suspended a member restores the access without approval, also after colleagues changed the rights', async () => {
  const otto = await newColleague(app, boris);
  const params = { id: clara.personId };
  await callWithCode(app, maria, suspendPerson, { params });
  const id = await waiting(await changeRights(app, boris, clara, { rights: mayRequest }));
  expect(await decide(otto, id)).toMatchObject({ outcome: 'APPROVED' });
  await waiting(await callWithCode(app, boris, resumePerson, { params }));
  const resumed = await callWithCode(app, maria, resumePerson, { params });
  expect(resumed.output).toMatchObject({ status: 'ACTIVE', rights: mayRequest });
});

test('a change that is no longer possible is refused with the consent, and nothing is half done', async () => {
  const id = await waiting(await callWithCode(app, boris, removePerson, { params: { id: clara.personId } }));
  await query`delete from identity.membership where person_id = ${clara.personId} and client_id = ${boris.companyId}`.execute(
    app.database.sql,
  );
  expect(await decide(maria, id)).toMatchObject({ outcome: 'REFUSED', problem: 'not_found' });
});
