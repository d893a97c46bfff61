/** The right to approve: an approver need not be an administrator, decides only on payments and payees, and never on their own. */
import {
  approvePayment,
  changePerson,
  createBeneficiary,
  getApproval,
  getPolicy,
  listInbox,
  removePerson,
  rightNames,
  suspendPerson,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { noRights, phone, problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
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
  setPolicy,
} from '@calmly/server/test/support/clients/firm.ts';
import { company, germanIban } from '@calmly/server/test/support/clients/payees.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addMember } from '../../identity/server/index.ts';

let app: TestApp;
let firm: Firm;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  firm = await createFirm(app);
});

/** A member with only these rights. */
async function join(...held: ReadonlyArray<(typeof rightNames)[number]>): Promise<Colleague> {
  const person = await newClient(app, { firstName: 'Olga', lastName: held.join(' ') || 'None', phone });
  const rights = { ...noRights, ...Object.fromEntries(held.map((name) => [name, true])) };
  const member = { clientId: firm.companyId, personId: person.personId, rights, validUntil: null };
  await systemWork(app.database, (work) => addMember(work, member));
  return actAlso(app, person, firm.companyId);
}
const everyPayment = (steps: ReadonlyArray<{ personIds: string[] }>) => ({
  requesterIds: [],
  currency: 'EUR',
  above: '0',
  measure: 'PAYMENT' as const,
  steps: [...steps],
});

test('of all rights, only those of an administrator and an approver decide, in the inbox and on the payment', async () => {
  for (const right of [undefined, ...rightNames]) {
    const member = await join(...(right ? [right] : []));
    const decides = right === 'is_boss' || right === 'can_approve';
    const first = (await order(app, firm, firm.clara)).output;
    const [waiting] = await inboxOf(app, firm.boris);
    if (!waiting) throw new Error('nothing waits');
    expect([right, await inboxOf(app, member)]).toEqual([right, decides ? [expect.anything()] : []]);
    expect(await decide(app, member.token, [waiting])).toEqual([decides ? 'APPROVED' : 'approval_not_yours']);
    const second = decides ? (await order(app, firm, firm.clara)).output : first;
    const [again] = await inboxOf(app, firm.boris);
    const body = { version: again?.version ?? '' };
    const answer = await callWithCode(
      app,
      approvePayment,
      { params: { id: second.id }, body },
      member.companyToken,
    );
    expect([right, answer.status]).toEqual([right, decides ? 200 : 403]);
    if (!decides) expect(problemOf(answer)).toBe('approve_right_missing');
    if (!decides && again) await decide(app, firm.boris.token, [again]);
  }
});

test('an approver decides on payees, but neither decides on nor sees people or rules', async () => {
  const approver = await join('can_approve');
  await setPolicy(app, firm, { payeeSteps: [{ personIds: [] }], peopleSteps: [{ personIds: [] }] });
  const body = company('Berg GmbH', germanIban(7));
  await callWithCode(app, createBeneficiary, { body }, firm.boris.companyToken);
  await callWithCode(
    app,
    changePerson,
    { params: { id: firm.clara.personId }, body: { rights: noRights, validUntil: null } },
    firm.boris.companyToken,
  );
  const all = await inboxOf(app, firm.maria);
  expect(all.map(({ kind }) => kind).sort()).toEqual(['payee', 'people']);
  const shown = await inboxOf(app, approver);
  expect(shown.map(({ kind }) => kind)).toEqual(['payee']);
  const people = all.find(({ kind }) => kind === 'people');
  if (!people) throw new Error('no change of people waits');
  expect(await decide(app, approver.token, [people])).toEqual(['not_found']);
  const read = await app.call(getApproval, { params: { id: people.id } }, { token: approver.token });
  expect(read.status).toBe(404);
  expect(await decide(app, approver.token, shown)).toEqual(['APPROVED']);
});

test('an approver’s own order needs another approver', async () => {
  const approver = await join('can_approve', 'can_request_trans');
  await order(app, firm, approver);
  const [own] = await inboxOf(app, approver, 'REQUESTED');
  if (!own) throw new Error('nothing was asked for');
  expect(await decide(app, approver.token, [own])).toEqual(['approval_own_request']);
  expect((await readAs(app, firm.boris, own.id)).waitingFor.map(({ name }) => name)).toEqual([
    'Boris Sokolov',
    'Maria Kask',
  ]);
});

test('rules may name approvers who are not administrators, and the policy lists who may approve', async () => {
  const approver = await join('can_approve');
  await setPolicy(app, firm, { paymentRules: [everyPayment([{ personIds: [approver.personId] }])] });
  const { output } = await app.call(getPolicy, {}, { token: firm.clara.companyToken });
  expect(output.people.filter(({ canApprove }) => canApprove).map(({ name }) => name)).toEqual([
    'Boris Sokolov',
    'Maria Kask',
    'Olga can_approve',
  ]);
  await order(app, firm, firm.boris);
  expect(await inboxOf(app, firm.maria)).toEqual([]);
  expect(await decide(app, approver.token, await inboxOf(app, approver))).toEqual(['APPROVED']);
});

test('the last approver that a rule needs keeps the right and the membership, but may be suspended', async () => {
  const approver = await join('can_approve');
  const two = [{ personIds: [] }, { personIds: [] }];
  await setPolicy(app, firm, { paymentRules: [everyPayment(two)] });
  const { companyToken } = firm.boris;
  const target = { params: { id: approver.personId } };
  const take = () =>
    callWithCode(
      app,
      changePerson,
      { ...target, body: { rights: noRights, validUntil: null } },
      companyToken,
    );
  // Clara needs two approvals, and only Boris and Maria are left.
  expect((await take()).status).toBe(200);
  const boss = { params: { id: firm.maria.personId } };
  const demoted = { ...boss, body: { rights: noRights, validUntil: null } };
  for (const answer of [
    await callWithCode(app, changePerson, demoted, companyToken),
    await callWithCode(app, removePerson, boss, companyToken),
  ])
    expect([answer.status, problemOf(answer)]).toEqual([409, 'last_approver']);
  expect((await callWithCode(app, suspendPerson, boss, companyToken)).status).toBe(200);
  expect((await app.call(listInbox, { query: {} }, { token: firm.maria.token })).output.Items).toEqual([]);
});
