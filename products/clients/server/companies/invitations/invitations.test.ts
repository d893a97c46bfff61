/** Invitations over HTTP: an administrator sends them, and they are useless without the email. */
import { createHash, randomUUID } from 'node:crypto';
import {
  acceptInvitation,
  acceptOwnInvitation,
  allRights,
  checkInvitation,
  declineInvitation,
  declineOwnInvitation,
  type InvitationInput,
  joinByInvitation,
  listInvitations,
  listNotifications,
  listOwnInvitations,
  mostOpenInvitations,
  resendInvitation,
  sendInvitationCode,
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
import { applicantPassword } from '@calmly/server/test/support/clients/joining/applicant.ts';
import { inviteBy, linkTo, mayRequest } from '@calmly/server/test/support/clients/joining/invitations.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import { openPage } from '@calmly/server/test/support/clients/live.ts';
import { createBrowser } from '@calmly/server/test/support/processes/browser.ts';
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

describe('inviting', () => {
  test('emails a link that names the inviter and the rights; the administrator sees it waiting', async () => {
    const { output } = await invite();
    expect(output).toMatchObject({ email, rights: mayRequest, state: 'OPEN', invitedBy: 'Boris Sokolov' });
    const token = await linkTo(app, email);
    expect((await app.call(checkInvitation, { body: { token } })).output).toMatchObject({
      companyName: expect.stringContaining('Northwind'),
      invitedBy: 'Boris Sokolov',
      email,
      rights: mayRequest,
      isClient: false,
    });
    expect((await app.call(listInvitations, { query: {} }, boris)).output.Items).toMatchObject([
      { id: output.id, state: 'OPEN' },
    ]);
  });

  test('only administrators can invite', async () => {
    const clara = await newColleague(app, boris, { rights: { ...allRights, is_boss: false } });
    expect(problemOf(await invite({}, clara))).toBe('boss_needed');
    expect(problemOf(await app.call(listInvitations, { query: {} }, clara))).toBe('boss_needed');
  });

  test('a member or an invited person is refused by field, in any letter case', async () => {
    const clara = await newColleague(app, boris);
    expect((await invite({ email: clara.email.toUpperCase() })).body).toMatchObject({
      detail: [{ field: 'Email' }],
    });
    await invite();
    expect((await invite({ email: email.toUpperCase() })).body).toMatchObject({
      detail: [{ field: 'Email' }],
    });
  });

  test('the response does not reveal whether the address belongs to a client', async () => {
    const anna = await newClient(app);
    const [known, unknown] = [await invite({ email: anna.email }), await invite()];
    const shape = (body: unknown) => Object.keys(body as object);
    expect(shape(known.body)).toEqual(shape(unknown.body));
    expect(known.status).toBe(unknown.status);
  });

  test('limits the number of open invitations', async () => {
    await query`
      insert into companies.invitation (id, client_id, invited_by, invited_by_name, email, email_key, rights, token_hash,
        created_at, expires_at)
      select gen_random_uuid(), ${boris.companyId}, ${boris.personId}, 'Boris', n::text, n::text, '{}',
        decode(md5(${boris.companyId} || n), 'hex'), now(), now() + interval '1 day'
      from generate_series(1, ${mostOpenInvitations}) as n
    `.execute(app.database.sql);
    expect(problemOf(await invite())).toBe('invitation_limit');
  });
});

test('one address gets no more than ten invitations, whichever companies send them', async () => {
  const address = createHash('sha256').update(email).digest('hex');
  await query`insert into identity.throttle values (${`invitations-to:${address}`}, 9, 0, null, now())`.execute(
    app.database.sql,
  );
  expect((await invite()).status).toBe(201);
  expect(problemOf(await invite({}, await newBoss(app)))).toBe('too_many_requests');
});

describe('sending again', () => {
  test('creates another link and invalidates the previous one', async () => {
    const { id } = (await invite()).output;
    const first = await linkTo(app, email);
    expect((await app.call(resendInvitation, { params: { id } }, boris)).status).toBe(200);
    expect(problemOf(await app.call(checkInvitation, { body: { token: first } }))).toBe('invitation_dead');
    expect((await app.call(checkInvitation, { body: { token: await linkTo(app, email) } })).status).toBe(200);
  });

  test('works four times, and only for the company’s own invitations', async () => {
    const { id } = (await invite()).output;
    const again = (by: Colleague) => app.call(resendInvitation, { params: { id } }, by);
    expect((await again(await newBoss(app))).status).toBe(404);
    const statuses: number[] = [];
    for (let mail = 0; mail < 5; mail += 1) statuses.push((await again(boris)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  test('does not work for a withdrawn one, whose link is invalid', async () => {
    const { id } = (await invite()).output;
    expect((await app.call(withdrawInvitation, { params: { id } }, boris)).status).toBe(204);
    expect(problemOf(await app.call(resendInvitation, { params: { id } }, boris))).toBe('state_moved');
    const token = await linkTo(app, email);
    expect(problemOf(await app.call(checkInvitation, { body: { token } }))).toBe('invitation_dead');
    expect(problemOf(await app.call(sendInvitationCode, { body: { token, phone } }))).toBe('invitation_dead');
  });
});

describe('without the email', () => {
  const guess = 'x'.repeat(43);

  test('every call answers the same, whether or not the company has invitations', async () => {
    await invite();
    const body = { token: guess };
    expect(problemOf(await app.call(checkInvitation, { body }))).toBe('invitation_dead');
    expect(problemOf(await app.call(sendInvitationCode, { body: { ...body, phone } }))).toBe(
      'invitation_dead',
    );
    const person = {
      firstName: 'Clara',
      lastName: 'Weber',
      password: applicantPassword,
      phone,
      code: '123456',
    };
    expect(problemOf(await app.call(joinByInvitation, { body: { ...body, ...person } }))).toBe(
      'invitation_dead',
    );
    const anna = await newClient(app, { email });
    expect(problemOf(await app.call(acceptInvitation, { body }, anna))).toBe('invitation_dead');
  });

  test('an invitation is invalid once it expires or while its company may not act', async () => {
    const token = await invited();
    const check = async () => problemOf(await app.call(checkInvitation, { body: { token } }));
    await query`update identity.client set state = 'BLOCKED' where id = ${boris.companyId}`.execute(
      app.database.sql,
    );
    expect(await check()).toBe('invitation_dead');
    await query`update identity.client set state = 'ACTIVE' where id = ${boris.companyId}`.execute(
      app.database.sql,
    );
    expect(await check()).toBeUndefined();
    await query`update companies.invitation set expires_at = now() where client_id = ${boris.companyId}`.execute(
      app.database.sql,
    );
    expect(await check()).toBe('invitation_dead');
    expect((await invite()).status).toBe(201);
  });

  test('the secret of a link is stored nowhere', async () => {
    const token = await invited();
    const { rows } = await query<{ kept: string }>`
      select row_to_json(i)::text as kept from companies.invitation i where client_id = ${boris.companyId}
    `.execute(app.database.sql);
    expect(rows.every(({ kept }) => !kept.includes(token))).toBe(true);
  });

  test('a new browser needs the link and no cookie', async () => {
    const token = await invited();
    const reply = await createBrowser(app.url).send('POST', '/invitations/check', { body: { Token: token } });
    expect(reply.body).toMatchObject({ Email: email });
  });
});

describe('declining', () => {
  const noticesOf = () =>
    until(
      async () =>
        (await app.call(listNotifications, { query: {} }, boris)).output.Items.filter(
          ({ params }) => params.event === 'declined',
        ),
      ({ length }) => length > 0,
    );

  test('that is sent is known to the other administrators at once', async () => {
    const maria = await newColleague(app, boris);
    await invite();
    const eventsOf = async (who: SignedIn) =>
      (await app.call(listNotifications, { query: {} }, who)).output.Items.filter(
        ({ params }) => params.event === 'invited',
      );
    expect(
      await until(
        () => eventsOf(maria),
        ({ length }) => length > 0,
      ),
    ).toMatchObject([{ kind: 'colleague_changed', params: { person: email } }]);
    expect(await eventsOf(boris)).toEqual([]);
  });

  test('by the link alone ends it; the inviter is notified by email and in the portal', async () => {
    const token = await invited();
    const decline = () => app.call(declineInvitation, { body: { token } });
    expect((await decline()).status).toBe(204);
    expect(problemOf(await decline())).toBe('invitation_dead');
    expect(problemOf(await app.call(checkInvitation, { body: { token } }))).toBe('invitation_dead');
    const [invitation] = (await app.call(listInvitations, { query: {} }, boris)).output.Items;
    expect(invitation).toMatchObject({ email, state: 'DECLINED' });
    const params = { id: invitation?.id ?? '' };
    for (const endpoint of [resendInvitation, withdrawInvitation])
      expect(problemOf(await app.call(endpoint, { params }, boris))).toBe('state_moved');
    expect((await lettersTo(app.database.sql, boris.email)).at(-1)?.text).toContain(email);
    expect(await noticesOf()).toMatchObject([{ kind: 'colleague_changed', params: { person: email } }]);
    const { rows } = await query<{ letter: object; about: string }>`
      select (select reader from outbox.message where recipient = ${boris.email} order by id desc limit 1) as letter,
        about_client_id as about
      from notifications.notification where person_id = ${boris.personId} and kind = 'colleague_changed'
      order by id desc limit 1`.execute(app.database.sql);
    const reader = { personId: boris.personId, about: [{ clientId: boris.companyId, audience: null }] };
    expect(rows).toEqual([{ letter: reader, about: boris.companyId }]);
    expect((await invite()).status).toBe(201);
  });

  test('shows on the open pages of the company at once', async () => {
    const token = await invited();
    const page = await openPage(app, { token: boris.token, clientId: boris.companyId });
    const declining = () => app.call(declineInvitation, { body: { token } });
    expect(await page.heardDuring(declining)).toContain('client');
    page.close();
  });

  test('in the portal also ends it, also when repeated; no one else can', async () => {
    const { id } = (await invite()).output;
    const [anna, thief] = [await newClient(app, { email }), await newClient(app)];
    const decline = (by: SignedIn) => app.call(declineOwnInvitation, { params: { id } }, by);
    expect((await decline(thief)).status).toBe(404);
    expect((await decline(anna)).status).toBe(204);
    expect((await decline(anna)).status).toBe(204);
    expect((await app.call(listOwnInvitations, {}, anna)).output.Items).toEqual([]);
    expect(problemOf(await callWithCode(app, anna, acceptOwnInvitation, { params: { id } }))).toBe(
      'invitation_dead',
    );
    expect(await noticesOf()).toHaveLength(1);
  });
});
