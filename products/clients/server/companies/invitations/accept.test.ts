/** Accepting invitations over HTTP: by a client who received the email, by any signed-in client, by a new person. */
import { randomUUID } from 'node:crypto';
import {
  acceptInvitation,
  acceptOwnInvitation,
  allRights,
  changePerson,
  checkInvitation,
  getClient,
  type InvitationInput,
  joinByInvitation,
  listInvitations,
  listNotifications,
  listOwnInvitations,
  listPeople,
  type Rights,
  removePerson,
  resendInvitation,
  sendInvitationCode,
  suspendPerson,
  withdrawInvitation,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import {
  type Colleague,
  callWithCode,
  newBoss,
  newColleague,
  phone,
  problemOf,
} from '@calmly/server/test/support/clients/colleagues.ts';
import {
  applicantPassword,
  registerApplicant,
} from '@calmly/server/test/support/clients/joining/applicant.ts';
import {
  inviteBy,
  linkTo,
  mayRequest,
  textedCode,
} from '@calmly/server/test/support/clients/joining/invitations.ts';
import { signIn } from '@calmly/server/test/support/processes/browser.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let app: TestApp;
let boris: Colleague;
let email: string;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  boris = await newBoss(app);
  email = `${randomUUID()}@test.example`;
});

const invite = (body: Partial<InvitationInput> = {}, by = boris) => inviteBy(app, by, { email, ...body });

/** The link of a new invitation to this address. */
async function invited(body: Partial<InvitationInput> = {}): Promise<string> {
  await invite(body);
  return linkTo(app, email);
}

describe('a client', () => {
  test('accepts with a code and is a member at once', async () => {
    const anna = await newClient(app, { email, phone });
    const token = await invited();
    const accepted = await callWithCode(app, anna, acceptInvitation, { body: { token } });
    expect(accepted.output).toEqual({ companyId: boris.companyId });
    expect((await app.call(listPeople, { query: {} }, boris)).output.Items).toMatchObject([
      { id: boris.personId },
      { id: anna.personId, rights: mayRequest },
    ]);
    expect(problemOf(await callWithCode(app, anna, acceptInvitation, { body: { token } }))).toBe(
      'invitation_dead',
    );
  });

  test('cannot accept an invitation to another address', async () => {
    const token = await invited();
    const thief = await newClient(app, { phone });
    expect(problemOf(await callWithCode(app, thief, acceptInvitation, { body: { token } }))).toBe(
      'invitation_for_other',
    );
  });

  test('needs a confirmed phone for rights that move money', async () => {
    const anna = await newClient(app, { email });
    const token = await invited();
    expect(problemOf(await callWithCode(app, anna, acceptInvitation, { body: { token } }))).toBe(
      'phone_needed',
    );
  });

  test('must be active: a draft or a declined applicant cannot join by an invitation', async () => {
    const declined = await newClient(app, { email, phone, state: 'KYC_DECLINED' });
    const token = await invited();
    expect(problemOf(await callWithCode(app, declined, acceptInvitation, { body: { token } }))).toBe(
      'client_not_active',
    );
  });

  test('cannot accept once the inviter is suspended, until another administrator sends it again', async () => {
    const anna = await newClient(app, { email, phone });
    const maria = await newColleague(app, boris);
    const { id } = (await invite({ rights: allRights })).output;
    const accept = async () =>
      callWithCode(app, anna, acceptInvitation, { body: { token: await linkTo(app, email) } });
    await callWithCode(app, maria, suspendPerson, { params: { id: boris.personId } });
    expect((await app.call(listOwnInvitations, { query: {} }, anna)).output.Items).toEqual([]);
    expect(problemOf(await accept())).toBe('invitation_dead');
    expect((await app.call(resendInvitation, { params: { id } }, maria)).output.invitedBy).toBe('Maria Kask');
    expect((await accept()).status).toBe(200);
  });

  test('cannot accept what an administrator sent before losing the role, also once the role is back', async () => {
    const anna = await newClient(app, { email, phone });
    const maria = await newColleague(app, boris);
    const token = await invited({ rights: allRights });
    const give = (rights: Rights) =>
      callWithCode(app, maria, changePerson, {
        params: { id: boris.personId },
        body: { rights, validUntil: null },
      });
    await give({ ...allRights, is_boss: false });
    expect((await app.call(listInvitations, { query: {} }, maria)).output.Items).toMatchObject([
      { email, state: 'WITHDRAWN' },
    ]);
    await give(allRights);
    expect(problemOf(await callWithCode(app, anna, acceptInvitation, { body: { token } }))).toBe(
      'invitation_dead',
    );
    // Invitations by others stay open.
    await inviteBy(app, maria, { email });
    await give({ ...allRights, is_boss: false });
    expect((await app.call(listInvitations, { query: {} }, maria)).output.Items).toMatchObject([
      { state: 'OPEN' },
      { state: 'WITHDRAWN' },
    ]);
  });

  test('cannot accept what an administrator sent before the end of their time, also once it is extended', async () => {
    const anna = await newClient(app, { email, phone });
    const maria = await newColleague(app, boris);
    const token = await invited({ rights: allRights });
    await query`update identity.membership set valid_until = now() - interval '1 minute' where person_id = ${boris.personId} and client_id = ${boris.companyId}`.execute(
      app.database.sql,
    );
    await callWithCode(app, maria, changePerson, {
      params: { id: boris.personId },
      body: { rights: allRights, validUntil: null },
    });
    expect(problemOf(await callWithCode(app, anna, acceptInvitation, { body: { token } }))).toBe(
      'invitation_dead',
    );
  });

  test('a removed person cannot rejoin with the previous invitation', async () => {
    const anna = await newClient(app, { email, phone });
    const token = await invited();
    await callWithCode(app, anna, acceptInvitation, { body: { token } });
    await callWithCode(app, boris, removePerson, { params: { id: anna.personId } });
    expect(problemOf(await callWithCode(app, anna, acceptInvitation, { body: { token } }))).toBe(
      'invitation_dead',
    );
  });
});

describe('a person signed in with the invited address', () => {
  const waiting = async (who: Pick<SignedIn, 'token'>) =>
    (await app.call(listOwnInvitations, { query: {} }, who)).output.Items;
  const accept = (who: Pick<SignedIn, 'token'>, id: string) =>
    callWithCode(app, who, acceptOwnInvitation, { params: { id } });

  test('sees the invitation, is notified in the portal, and accepts it without the email', async () => {
    const anna = await newClient(app, { email, phone });
    const { id } = (await invite()).output;
    expect(await waiting(anna)).toMatchObject([
      {
        id,
        companyName: expect.stringContaining('Northwind'),
        invitedBy: 'Boris Sokolov',
        rights: mayRequest,
      },
    ]);
    await until(
      async () => (await app.call(listNotifications, { query: {} }, anna)).output.Items,
      (told) => told.some(({ kind, subjectId }) => kind === 'company_invitation' && subjectId === id),
    );
    expect((await accept(anna, id)).output).toEqual({ companyId: boris.companyId });
    expect(await waiting(anna)).toEqual([]);
    expect(problemOf(await accept(anna, id))).toBe('invitation_dead');
  });

  test('sees and accepts only invitations to their own address', async () => {
    const { id } = (await invite()).output;
    const thief = await newClient(app, { phone });
    expect(await waiting(thief)).toEqual([]);
    expect((await accept(thief, id)).status).toBe(404);
  });

  // Control: without checking that the address is confirmed, the applicant sees it: tried.
  test('has to have confirmed the address first', async () => {
    const applicant = await registerApplicant(app, { email });
    const { id } = (await invite()).output;
    expect(await waiting(applicant)).toEqual([]);
    expect((await accept(applicant, id)).status).toBe(404);
  });

  test('no longer sees an invitation that was withdrawn, has expired or whose company may not act', async () => {
    const anna = await newClient(app, { email, phone });
    const { id } = (await invite()).output;
    const { sql } = app.database;
    await query`update identity.client set state = 'BLOCKED' where id = ${boris.companyId}`.execute(sql);
    expect(await waiting(anna)).toEqual([]);
    expect(problemOf(await accept(anna, id))).toBe('invitation_dead');
    await query`update identity.client set state = 'ACTIVE' where id = ${boris.companyId}`.execute(sql);
    await app.call(withdrawInvitation, { params: { id } }, boris);
    expect(await waiting(anna)).toEqual([]);
    await invite();
    await query`update companies.invitation set expires_at = now() where client_id = ${boris.companyId}`.execute(
      sql,
    );
    expect(await waiting(anna)).toEqual([]);
  });

  test('reads them in pages', async () => {
    const anna = await newClient(app, { email, phone });
    const first = (await invite()).output.id;
    const second = (await invite({}, await newBoss(app))).output.id;
    const page = (query: { cursor?: string }) =>
      app.call(listOwnInvitations, { query: { limit: 1, ...query } }, anna);
    const newest = (await page({})).output;
    expect(newest.Items.map(({ id }) => id)).toEqual([second]);
    const older = (await page({ cursor: newest.NextCursor ?? '' })).output;
    expect(older.Items.map(({ id }) => id)).toEqual([first]);
    expect(older.NextCursor).toBeNull();
  });
});

const stranger = { firstName: 'Clara', lastName: 'Weber', password: applicantPassword, phone };
const join = (token: string, code: string, change: Partial<typeof stranger> = {}) =>
  app.call(joinByInvitation, { body: { ...stranger, token, code, ...change } });

const endCountdown = () =>
  query`update companies.invitation_code set sent_at = sent_at - interval '9 seconds'`.execute(
    app.database.sql,
  );

describe('a new person', () => {
  test('enters name, password and phone, and is signed in as a user of the company', async () => {
    const token = await invited({ validUntil: '2031-01-31T23:59:59Z' });
    const { output, status } = await join(token, await textedCode(app, token));
    expect(status).toBe(201);
    const own = await app.call(
      getClient,
      { params: { id: output.ClientId } },
      { token: output.access_token },
    );
    expect(own.output).toMatchObject({
      firstName: 'Clara',
      grade: 'COMPANY_USER',
      state: 'CREATED',
      email,
      phone,
    });
    const [, clara] = (await app.call(listPeople, { query: {} }, boris)).output.Items;
    expect(clara).toMatchObject({
      name: 'Clara Weber',
      rights: mayRequest,
      validUntil: '2031-01-31T23:59:59.000Z',
      phoneConfirmed: true,
    });
    expect((await signIn(app.url, { email, password: applicantPassword })).clientId).toBe(output.ClientId);
  });

  test('takes over an address that someone else registered with and never confirmed', async () => {
    await registerApplicant(app, { email });
    const token = await invited();
    expect((await join(token, await textedCode(app, token))).status).toBe(201);
  });

  test('a person with a profile under this address is asked to sign in, and nothing is created', async () => {
    await newClient(app, { email });
    const token = await invited();
    expect((await app.call(checkInvitation, { body: { token } })).output.isClient).toBe(true);
    expect(problemOf(await join(token, await textedCode(app, token)))).toBe('already_client');
  });

  test('cannot join once the inviter is suspended', async () => {
    const maria = await newColleague(app, boris);
    const token = await invited();
    const code = await textedCode(app, token);
    await callWithCode(app, maria, suspendPerson, { params: { id: boris.personId } });
    expect(problemOf(await join(token, code))).toBe('invitation_dead');
  });

  test('confirms the stored phone: a code for another number does not count', async () => {
    const token = await invited();
    const code = await textedCode(app, token, '+37255501199');
    expect(problemOf(await join(token, code))).toBe('contact_code_expired');
  });

  test('has five attempts, also under concurrent calls', async () => {
    const token = await invited();
    const code = await textedCode(app, token);
    const wrong = code === '000000' ? '000001' : '000000';
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(token, wrong)));
    expect(answers.map(problemOf).filter((problem) => problem === 'contact_code_wrong')).toHaveLength(5);
    expect(problemOf(await join(token, code))).toBe('contact_code_expired');
  });

  test('waits before another code, which invalidates the previous one', async () => {
    const token = await invited();
    const first = await textedCode(app, token);
    const soon = await app.call(sendInvitationCode, { body: { token, phone } });
    expect(problemOf(soon)).toBe('resend_too_soon');
    await endCountdown();
    const second = await textedCode(app, token);
    expect(problemOf(await join(token, first))).toBe(first === second ? undefined : 'contact_code_wrong');
    expect((await join(token, second)).status).toBe(201);
  });

  // Control, tried once: counted by address, the second code is texted.
  test('texts are counted by network: an IPv6 customer does not get a new limit for each address', async () => {
    const proxied = await startTestApp({ config: { trustedProxies: ['127.0.0.0/8'] } });
    const boss = await newBoss(proxied);
    await query`insert into identity.throttle values ('invitation-texts-from:2001:db8:1:2::/64', 29, 0, null, now())`.execute(
      proxied.database.sql,
    );
    const text = async (forwardedFor: string) => {
      const guest = `${randomUUID()}@test.example`;
      await inviteBy(proxied, boss, { email: guest });
      const body = { token: await linkTo(proxied, guest), phone };
      const headers = { 'x-forwarded-for': forwardedFor };
      return problemOf(await proxied.call(sendInvitationCode, { body }, { headers }));
    };
    expect(await text('2001:db8:1:2::1')).toBeUndefined();
    expect(await text('2001:db8:1:2:ffff::2')).toBe('too_many_requests');
    expect(await text('2001:db8:1:3::1')).toBeUndefined();
    await proxied.close();
  });

  test('gets a common password refused before an attempt is counted', async () => {
    const token = await invited();
    const code = await textedCode(app, token);
    const refused = await join(token, code, { password: 'password1234' });
    expect(refused.body).toMatchObject({ detail: [{ field: 'Password' }] });
    expect((await join(token, code)).status).toBe(201);
  });

  // Control: without checking the address in its transaction (`openInvited`), the second is a 500: tried.
  test('if two people use one link concurrently, one joins', async () => {
    const token = await invited();
    const code = await textedCode(app, token);
    const answers = await Promise.all([join(token, code), join(token, code)]);
    // The other finds the address taken or, later, the link used up.
    const statuses = answers.map(({ status }) => status).sort((left, right) => left - right);
    expect([
      [201, 409],
      [201, 422],
    ]).toContainEqual(statuses);
    expect((await app.call(listPeople, { query: {} }, boris)).output.Items).toHaveLength(2);
  });
});
