/** Acts by two about the bank's people: who proposes, who approves, and what makes a proposal void. */
import {
  acceptInvitation,
  approveProposal,
  endSessionsOf,
  getProposal,
  getStaffSession,
  listProposals,
  listStaff,
  openInvitation,
  proposeStaffChange,
  rejectProposal,
  type StaffChange,
  withdrawProposal,
} from '@calmly/contract/staff';
import { newId } from '@calmly/platform/ids.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import { codeAt, cookieOf, startTestOffice, type TestOffice } from '@calmly/server/test/support/staff.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestOffice;
let stella: string;
let simon: string;

beforeAll(async () => {
  app = await startTestOffice();
  stella = await app.signIn(app.people.SUPER);
  simon = await app.signIn(app.people.SUPER2);
});
afterAll(() => app.close());

const propose = (change: StaffChange, cookie = stella, key?: string) =>
  app.office(
    proposeStaffChange,
    { body: { change, reason: 'Agreed with the board.' } },
    { cookie, ...(key && { key }) },
  );
const approve = (proposal: { id: string; seen: string }, cookie = simon, key?: string) =>
  app.office(
    approveProposal,
    { params: { id: proposal.id }, body: { seen: proposal.seen } },
    { cookie, ...(key && { key }) },
  );
const personCalled = async (name: string) =>
  (await app.office(listStaff, {}, { cookie: stella })).output.items.find((person) => person.name === name);

/** The secret of the newest invitation that was mailed to an address. */
async function tokenFor(email: string): Promise<string> {
  const letter = (await lettersTo(app.database.sql, email)).at(-1)?.text ?? '';
  return /\/invitation\?lang=en#([\w-]{43})\b/.exec(letter)?.[1] ?? '';
}

/** A colleague who joined by invitation, with the roles given. */
async function colleague(name: string, roles: StaffRoles) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@bank.test`;
  const proposal = (await propose({ act: 'staff.invite', name, email, roles })).output;
  expect((await approve(proposal)).output.state).toBe('DONE');
  const token = await tokenFor(email);
  const { shownCode } = (await app.office(openInvitation, { body: { token } })).output;
  const body = { token, password: 'quiet-river-forty-lamps', code: shownCode ?? '' };
  const cookie = cookieOf(await app.office(acceptInvitation, { body }));
  const { id } = (await app.office(getStaffSession, {}, { cookie })).output;
  return { id, cookie };
}
type StaffRoles = Extract<StaffChange, { act: 'staff.invite' }>['roles'];

test('one proposes, another approves: the person alone gets the link, by email', async () => {
  const change = {
    act: 'staff.invite',
    name: 'Nora Quist',
    email: 'nora@bank.test',
    roles: ['FIN', 'AML'],
  } as const;
  const proposal = (await propose({ ...change, roles: [...change.roles] })).output;
  expect(proposal).toMatchObject({
    state: 'WAITING',
    subject: 'Nora Quist (nora@bank.test)',
    maker: { name: 'SUPER Person' },
    mayCheck: false,
    mayWithdraw: true,
    changes: [
      { name: 'state', before: null, after: 'INVITED' },
      { name: 'roles', before: null, after: 'AML, FIN' },
    ],
  });
  expect(await personCalled('Nora Quist')).toBeUndefined();
  const key = newId();
  const approved = await approve(proposal, simon, key);
  const token = await tokenFor('nora@bank.test');
  expect(token).not.toBe('');
  // Whoever knew the link could be the maker and the checker of the next proposal.
  expect(approved.text).not.toContain(token);
  expect(approved.output).toMatchObject({ state: 'DONE', checker: { name: 'SUPER2 Person' } });
  expect(await personCalled('Nora Quist')).toMatchObject({ state: 'INVITED', roles: ['FIN', 'AML'] });
  // A repeat after a lost answer invites nobody again.
  expect((await approve(proposal, simon, key)).output.state).toBe('DONE');
  expect(await lettersTo(app.database.sql, 'nora@bank.test')).toHaveLength(1);
  expect((await approve(proposal)).code).toBe('proposal_over');
});

test('whoever opened the link before the person did does not know the secret of their app', async () => {
  const email = 'watched@bank.test';
  await approve((await propose({ act: 'staff.invite', name: 'Watched', email, roles: ['FIN'] })).output);
  const token = await tokenFor(email);
  const open = async () => (await app.office(openInvitation, { body: { token } })).output;
  const [seenBefore, own] = [await open(), await open()];
  expect(own.secret).not.toBe(seenBefore.secret);
  const accept = (code: string | null) =>
    app.office(acceptInvitation, {
      body: { token, password: 'quiet-river-forty-lamps', code: code ?? '' },
    });
  expect((await accept(seenBefore.shownCode)).text).toContain('"field":"code"');
  expect((await accept(own.shownCode)).status).toBe(200);
});

test('nobody approves or rejects what they proposed', async () => {
  const { id } = await colleague('Own Proposal', ['FIN']);
  const proposal = (await propose({ act: 'staff.suspend', personId: id })).output;
  expect((await approve(proposal, stella)).code).toBe('proposal_own');
  const rejected = await app.office(
    rejectProposal,
    { params: { id: proposal.id }, body: { reason: 'No.' } },
    { cookie: stella },
  );
  expect(rejected.code).toBe('proposal_own');
  expect(
    (await app.office(withdrawProposal, { params: { id: proposal.id } }, { cookie: simon })).status,
  ).toBe(404);
  const withdrawn = await app.office(withdrawProposal, { params: { id: proposal.id } }, { cookie: stella });
  expect(withdrawn.output.state).toBe('WITHDRAWN');
  expect((await approve(proposal)).code).toBe('proposal_over');
});

test('nobody proposes or approves what is about themselves', async () => {
  const third = await colleague('Third Super', ['SUPER']);
  expect(
    (await propose({ act: 'staff.roles', personId: app.people.SUPER.id, roles: ['FIN', 'SUPER'] })).code,
  ).toBe('own_case');
  const about = { act: 'staff.roles', personId: third.id, roles: ['SUPER', 'FIN'] } as StaffChange;
  const proposal = (await propose(about)).output;
  expect((await approve(proposal, third.cookie)).code).toBe('own_case');
  expect((await approve(proposal)).output.state).toBe('DONE');
});

test('another role neither proposes nor sees it, except HISTORY, which reads', async () => {
  const { id, cookie } = await colleague('Plain Colleague', ['FIN']);
  const proposal = (await propose({ act: 'staff.suspend', personId: id })).output;
  expect((await propose({ act: 'staff.suspend', personId: id }, cookie)).code).toBe('staff_role_needed');
  expect((await approve(proposal, cookie)).code).toBe('not_found');
  expect((await app.office(getProposal, { params: { id: proposal.id } }, { cookie })).status).toBe(404);
  expect((await app.office(listProposals, {}, { cookie })).output.items).toEqual([]);
  const auditor = await app.signIn(app.people.HISTORY);
  expect(
    (await app.office(getProposal, { params: { id: proposal.id } }, { cookie: auditor })).output,
  ).toMatchObject({
    mayCheck: false,
    mayWithdraw: false,
  });
  expect((await approve(proposal, auditor)).code).toBe('staff_role_needed');
});

test('a proposal is void once anything that it is about has changed', async () => {
  const { id } = await colleague('Changing Person', ['FIN']);
  const proposal = (await propose({ act: 'staff.roles', personId: id, roles: ['AML'] })).output;
  await query`update staff.person set version = version + 1 where id = ${id}`.execute(app.database.sql);
  expect((await approve(proposal)).output.state).toBe('VOIDED');
  expect((await personCalled('Changing Person'))?.roles).toEqual(['FIN']);
});

test('the control: nothing changed, and it is carried out', async () => {
  const { id } = await colleague('Steady Person', ['FIN']);
  const proposal = (await propose({ act: 'staff.roles', personId: id, roles: ['AML'] })).output;
  expect((await approve(proposal)).output.state).toBe('DONE');
  expect((await personCalled('Steady Person'))?.roles).toEqual(['AML']);
});

test('an approval names what was seen', async () => {
  const { id } = await colleague('Seen Person', ['FIN']);
  const proposal = (await propose({ act: 'staff.suspend', personId: id })).output;
  expect((await approve({ ...proposal, seen: 'f'.repeat(64) })).code).toBe('item_changed');
  expect((await approve(proposal)).status).toBe(200);
});

test('a maker who lost the role meanwhile has proposed nothing', async () => {
  const third = await colleague('Leaving Super', ['SUPER']);
  const { id } = await colleague('Their Subject', ['FIN']);
  const proposal = (await propose({ act: 'staff.suspend', personId: id }, third.cookie)).output;
  const removal = (await propose({ act: 'staff.roles', personId: third.id, roles: ['FIN'] })).output;
  await approve(removal);
  expect((await approve(proposal)).output.state).toBe('VOIDED');
  expect((await personCalled('Their Subject'))?.state).toBe('ACTIVE');
});

test('of four parallel approvals one carries it out', async () => {
  const proposal = (
    await propose({ act: 'staff.invite', name: 'Raced', email: 'raced@bank.test', roles: ['FIN'] })
  ).output;
  const answers = await Promise.all([1, 2, 3, 4].map(() => approve(proposal)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 'proposal_over')).toHaveLength(3);
});

test('one proposal about a person waits at a time', async () => {
  const { id } = await colleague('Wanted Twice', ['FIN']);
  await propose({ act: 'staff.suspend', personId: id });
  expect((await propose({ act: 'staff.leave', personId: id }, simon)).code).toBe('proposal_waits');
});

test('a proposal that waited three days is over', async () => {
  const { id } = await colleague('Forgotten One', ['FIN']);
  const proposal = (await propose({ act: 'staff.suspend', personId: id })).output;
  await query`update staff.proposal set until = now() where id = ${proposal.id}`.execute(app.database.sql);
  expect((await approve(proposal)).code).toBe('proposal_over');
  // The next one about the same person is not refused because of it, and it is shown as expired.
  expect((await propose({ act: 'staff.leave', personId: id })).status).toBe(201);
  const over = await app.office(getProposal, { params: { id: proposal.id } }, { cookie: stella });
  expect(over.output.state).toBe('EXPIRED');
});

test('a suspended person is out at once and comes back with the same roles', async () => {
  const { id, cookie } = await colleague('Suspended One', ['FIN']);
  await approve((await propose({ act: 'staff.suspend', personId: id })).output);
  expect((await app.office(getStaffSession, {}, { cookie })).code).toBe('staff_session_over');
  await approve((await propose({ act: 'staff.reinstate', personId: id })).output);
  expect(await personCalled('Suspended One')).toMatchObject({ state: 'ACTIVE', roles: ['FIN'] });
  expect((await app.office(getStaffSession, {}, { cookie })).code).toBe('staff_session_over');
});

test('a new invitation ends what the old app and password could do', async () => {
  const { id, cookie } = await colleague('Lost Phone', ['FIN']);
  const before = await tokenFor('lost.phone@bank.test');
  await approve((await propose({ act: 'staff.renew_access', personId: id })).output);
  const token = await tokenFor('lost.phone@bank.test');
  expect(token).not.toBe(before);
  expect((await app.office(getStaffSession, {}, { cookie })).code).toBe('staff_session_over');
  expect(await personCalled('Lost Phone')).toMatchObject({ state: 'INVITED', roles: ['FIN'] });
  expect((await app.office(openInvitation, { body: { token: before } })).code).toBe('invitation_over');
  expect((await app.office(openInvitation, { body: { token } })).status).toBe(200);
});

test('whoever left does not come back', async () => {
  const { id } = await colleague('Gone For Good', ['FIN']);
  await approve((await propose({ act: 'staff.leave', personId: id })).output);
  expect(await personCalled('Gone For Good')).toMatchObject({ state: 'LEFT', roles: [] });
  expect((await propose({ act: 'staff.reinstate', personId: id })).code).toBe('staff_state_wrong');
  const again = {
    act: 'staff.invite',
    name: 'Gone',
    email: 'GONE.for.good@bank.test',
    roles: ['FIN'],
  } as StaffChange;
  expect((await propose(again)).code).toBe('staff_exists');
});

test('a SUPER ends a person’s sessions alone; the person can sign in again', async () => {
  const { id, cookie } = await colleague('Stolen Laptop', ['FIN']);
  const body = { reason: 'The laptop was stolen.' };
  expect((await app.office(endSessionsOf, { params: { id }, body }, { cookie: stella })).status).toBe(204);
  expect((await app.office(getStaffSession, {}, { cookie })).status).toBe(401);
  expect((await personCalled('Stolen Laptop'))?.state).toBe('ACTIVE');
});

test('two people who can act by two always remain', async () => {
  await query`
    update staff.role set until = now()
    where until is null and role = 'SUPER' and person_id not in (${app.people.SUPER.id}, ${app.people.SUPER2.id})`.execute(
    app.database.sql,
  );
  const lessSuper = { act: 'staff.roles', personId: app.people.SUPER2.id, roles: ['FIN'] } as StaffChange;
  expect((await propose(lessSuper)).code).toBe('last_supers');
  expect((await propose({ act: 'staff.leave', personId: app.people.SUPER2.id })).code).toBe('last_supers');
  // The control: with a third one it can be proposed.
  await colleague('Third One', ['SUPER']);
  expect((await propose(lessSuper)).status).toBe(201);
});

test('the codes of these tests are the app’s own', () => {
  // RFC 6238, appendix B: the secret "12345678901234567890" at 59 seconds.
  expect(codeAt(Buffer.from('12345678901234567890'), 1)).toBe('287082');
});
