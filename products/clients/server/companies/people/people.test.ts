/** A company's people over HTTP: who sees them, who changes them, and when changes take effect. */
import { once } from 'node:events';
import {
  acceptHandover,
  allRights,
  changePerson,
  endHandover,
  getClient,
  listHandovers,
  listInvitations,
  listNotifications,
  listPeople,
  offerHandover,
  type PersonChange,
  removePerson,
  resumePerson,
  suspendPerson,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import {
  type Colleague,
  callWithCode,
  changeRights,
  newBoss,
  newColleague,
  noRights,
  problemOf,
  shownCode,
} from '@calmly/server/test/support/clients/colleagues.ts';
import { inviteBy, mayRequest } from '@calmly/server/test/support/clients/joining/invitations.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

let app: TestApp;
let boris: Colleague;
let clara: Colleague;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  boris = await newBoss(app);
  clara = await newColleague(app, boris, {
    rights: noRights,
    person: { firstName: 'Clara', lastName: 'Weber' },
  });
});

const change = (by: Colleague, whom: Colleague, body: Partial<PersonChange>) =>
  changeRights(app, by, whom, body);
const peopleOf = async (who: Colleague) => (await app.call(listPeople, { query: {} }, who)).output.Items;

describe('the list', () => {
  test('an administrator sees everyone with rights, address and last sign-in', async () => {
    await app.call(getClient, { params: { id: boris.companyId } }, clara);
    expect(await peopleOf(boris)).toMatchObject([
      { id: boris.personId, name: 'Boris Sokolov', rights: allRights, current: true },
      {
        id: clara.personId,
        name: 'Clara Weber',
        email: clara.email,
        rights: noRights,
        status: 'ACTIVE',
        validUntil: null,
        lastSeenAt: expect.any(String),
        phoneConfirmed: true,
      },
    ]);
  });

  test('a member sees everyone’s rights, but no one else’s address', async () => {
    expect(await peopleOf(clara)).toMatchObject([
      { name: 'Boris Sokolov', email: null, lastSeenAt: null },
      { name: 'Clara Weber', email: clara.email },
    ]);
  });

  test('an own profile has no people', async () => {
    const anna = await newClient(app);
    expect((await app.call(listPeople, { query: {} }, anna)).status).toBe(404);
  });
});

describe('rights', () => {
  test('are granted by an administrator with a code that names them, and apply from the next call', async () => {
    const input = {
      params: { id: clara.personId },
      body: { rights: mayRequest, validUntil: '2031-01-31T23:59:59Z' },
    };
    const asked = await app.call(changePerson, input, boris);
    expect(asked.body).toMatchObject({
      detail: { summary: 'New rights for Clara Weber: request payments; until 31 January 2031' },
    });
    const all = { ...input, body: { rights: allRights, validUntil: null } };
    expect((await app.call(changePerson, all, boris)).body).toMatchObject({
      detail: { summary: 'New rights for Clara Weber: all administrator rights' },
    });
    const changed = await app.call(changePerson, input, { ...boris, code: shownCode(asked) });
    expect(changed.output).toMatchObject({ rights: mayRequest, validUntil: '2031-01-31T23:59:59.000Z' });
    const seen = await app.call(getClient, { params: { id: boris.companyId } }, clara);
    expect(seen.output).toMatchObject({ rights: mayRequest });
    const [letter] = (await lettersTo(app.database.sql, clara.email)).slice(-1);
    expect(letter?.subject).toMatch(/^Your rights at Northwind .* have changed$/);
  });

  test('that were changed since they were on the screen are not overwritten', async () => {
    const versionOf = async () => (await peopleOf(boris)).find(({ id }) => id === clara.personId)?.version;
    await change(boris, clara, { rights: noRights });
    const seen = await versionOf();
    // A colleague grants a right; then the older screen is saved.
    expect((await change(boris, clara, { rights: mayRequest, version: seen })).status).toBe(200);
    const stale = await change(boris, clara, {
      rights: { ...noRights, can_create_benef: true },
      version: seen,
    });
    expect([stale.status, problemOf(stale)]).toEqual([409, 'member_changed']);
    expect((await peopleOf(boris)).find(({ id }) => id === clara.personId)?.rights).toEqual(mayRequest);
    const ended = await change(boris, clara, { rights: mayRequest, validUntil: '2031-01-31T23:59:59Z' });
    expect(ended.output).not.toMatchObject({ version: seen });
    const again = await change(boris, clara, { rights: noRights, version: await versionOf() });
    expect([again.status, await versionOf()]).toEqual([200, seen]);
  });

  test('include the rights that they imply', async () => {
    const cards = { ...noRights, can_plast_perform: true };
    expect((await change(boris, clara, { rights: cards })).output).toMatchObject({
      rights: { ...cards, can_plast_view: true },
    });
  });

  test('that move money or grant rights need a confirmed phone', async () => {
    const maria = await newColleague(app, boris, { rights: noRights, person: { phone: null } as never });
    await query`update identity.person set phone = null where id = ${maria.personId}`.execute(
      app.database.sql,
    );
    expect(problemOf(await change(boris, maria, { rights: mayRequest }))).toBe('phone_needed');
    expect(problemOf(await change(boris, maria, { rights: allRights }))).toBe('phone_needed');
    expect((await change(boris, maria, { rights: { ...noRights, can_create_benef: true } })).status).toBe(
      200,
    );
  });

  test('are granted only by an administrator, and only to members of the own company', async () => {
    expect(problemOf(await change(clara, boris, {}))).toBe('boss_needed');
    const stranger = await newBoss(app);
    expect((await change(boris, stranger, {})).status).toBe(404);
    expect((await change(stranger, clara, { rights: allRights })).status).toBe(404);
  });

  test.each(['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])('cannot end on %s', async (validUntil) => {
    const refused = await change(boris, clara, { validUntil });
    expect(refused.body).toMatchObject({ code: 'invalid_request', detail: [{ field: 'ValidUntil' }] });
  });

  test('a code is void if the rights have changed since', async () => {
    const maria = await newColleague(app, boris);
    const input = { params: { id: clara.personId }, body: { rights: mayRequest, validUntil: null } };
    const asked = await app.call(changePerson, input, boris);
    await change(maria, clara, { rights: { ...noRights, can_plast_view: true } });
    const late = await app.call(changePerson, input, { ...boris, code: shownCode(asked) });
    expect(problemOf(late)).toBe('code_expired');
  });

  test('the last administrator without an end date stays one in every case', async () => {
    expect(problemOf(await change(boris, boris, { rights: noRights }))).toBe('last_boss');
    expect(
      problemOf(await change(boris, boris, { rights: allRights, validUntil: '2030-01-01T00:00:00Z' })),
    ).toBe('last_boss');
    const itself = { params: { id: boris.personId } };
    expect(problemOf(await callWithCode(app, boris, suspendPerson, itself))).toBe('last_boss');
    expect(problemOf(await callWithCode(app, boris, removePerson, itself))).toBe('last_boss');
  });

  // Control: without checking the requester inside the lock (`lockAsAdministrator`), the other's request is accepted too (202): tried.
  test('of two administrators who remove each other concurrently exactly one succeeds', async () => {
    const maria = await newColleague(app, boris);
    await newColleague(app, boris);
    const attempts = [
      { by: boris, whom: maria },
      { by: maria, whom: boris },
    ].map(async ({ by, whom }) => {
      const input = { params: { id: whom.personId } };
      const code = shownCode(await app.call(removePerson, input, by));
      return { by, input, code };
    });
    const ready = await Promise.all(attempts);
    const answers = await Promise.all(
      ready.map(({ by, input, code }) => app.call(removePerson, input, { ...by, code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  });
});

/** The websocket of a person's open page. */
async function openPage(who: Colleague): Promise<WebSocket> {
  const { ticket } = (await who.browser.send('POST', '/oauth/live-ticket')).body as { ticket: string };
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/live`, ['calmly', `calmly.${ticket}`], {
    origin: app.url,
  });
  await once(socket, 'open');
  return socket;
}

describe('open sessions', () => {
  test('learn of changed rights at once', async () => {
    const socket = await openPage(clara);
    const told: unknown[] = [];
    socket.on('message', (message) => told.push(JSON.parse(String(message))));
    await change(boris, clara, { rights: mayRequest });
    await expect.poll(() => told).toContainEqual({ topic: 'client' });
    socket.close();
  });

  test('of a suspended member end at once, and work again when the suspension ends', async () => {
    const socket = await openPage(clara);
    const closed = once(socket, 'close');
    const it = { params: { id: clara.personId } };
    expect((await callWithCode(app, boris, suspendPerson, it)).output).toMatchObject({ status: 'SUSPENDED' });
    expect((await closed)[0]).toBe(4001);
    expect((await app.call(listPeople, { query: {} }, clara)).status).toBe(401);
    expect(problemOf(await callWithCode(app, boris, suspendPerson, it))).toBe('state_moved');
    expect((await callWithCode(app, boris, resumePerson, it)).output).toMatchObject({ status: 'ACTIVE' });
  });

  test('of a removed member end at once; the own profile is not affected', async () => {
    const answer = await callWithCode(app, boris, removePerson, { params: { id: clara.personId } });
    expect(answer.status).toBe(204);
    expect((await app.call(listPeople, { query: {} }, clara)).status).toBe(401);
    expect(await peopleOf(boris)).toHaveLength(1);
  });
});

describe('the administrator role', () => {
  const offer = (by: Colleague, whom: Colleague) =>
    callWithCode(app, by, offerHandover, { body: { personId: whom.personId } });

  test('moves when it is offered with a code and accepted with a code', async () => {
    const { id } = (await offer(boris, clara)).output;
    expect((await app.call(listHandovers, { query: {} }, clara)).output.Items).toMatchObject([
      { id, from: { name: 'Boris Sokolov' }, to: { name: 'Clara Weber' } },
    ]);
    expect((await peopleOf(boris))[0]?.rights.is_boss).toBe(true);
    const asked = await app.call(acceptHandover, { params: { id } }, clara);
    expect(asked.status).toBe(203);
    expect((await callWithCode(app, clara, acceptHandover, { params: { id } })).status).toBe(204);
    expect(await peopleOf(clara)).toMatchObject([
      { id: boris.personId, rights: { ...allRights, is_boss: false } },
      { id: clara.personId, rights: allRights, validUntil: null },
    ]);
    expect(problemOf(await offer(boris, clara))).toBe('boss_needed');
  });

  test('is accepted once, only by the person it was offered to', async () => {
    const maria = await newColleague(app, boris, { rights: noRights });
    const { id } = (await offer(boris, clara)).output;
    expect((await app.call(acceptHandover, { params: { id } }, maria)).status).toBe(404);
    expect((await app.call(endHandover, { params: { id } }, maria)).status).toBe(404);
    expect((await app.call(endHandover, { params: { id } }, clara)).status).toBe(204);
    expect((await app.call(acceptHandover, { params: { id } }, clara)).status).toBe(404);
  });

  test('cannot be accepted from a person who is no longer an administrator', async () => {
    const maria = await newColleague(app, boris);
    const { id } = (await offer(boris, clara)).output;
    await change(maria, boris, { rights: noRights });
    expect((await app.call(acceptHandover, { params: { id } }, clara)).status).toBe(404);
  });

  test('may be offered by two administrators at a time; a second offer of one of them replaces their first', async () => {
    const maria = await newColleague(app, boris);
    const otto = await newColleague(app, boris, { rights: noRights });
    const ofMaria = (await offer(maria, otto)).output.id;
    const first = (await offer(boris, clara)).output.id;
    const second = (await offer(boris, otto)).output.id;
    const waiting = (await app.call(listHandovers, { query: {} }, clara)).output.Items.map(({ id }) => id);
    expect(waiting).toEqual([second, ofMaria]);
    expect((await app.call(acceptHandover, { params: { id: first } }, clara)).status).toBe(404);
  });

  test('ends the open invitations of the former administrator, and none of another company', async () => {
    await inviteBy(app, boris, { email: 'anyone@test.example' });
    const other = await newBoss(app);
    await inviteBy(app, other, { email: 'anyone@test.example' });
    // As if Boris had sent it for that company, which he may also lead.
    await query`update companies.invitation set invited_by = ${boris.personId} where client_id = ${other.companyId}`.execute(
      app.database.sql,
    );
    const { id } = (await offer(boris, clara)).output;
    await callWithCode(app, clara, acceptHandover, { params: { id } });
    const invitationsOf = async (by: Colleague) =>
      (await app.call(listInvitations, { query: {} }, by)).output.Items;
    expect(await invitationsOf(clara)).toMatchObject([{ state: 'WITHDRAWN' }]);
    expect(await invitationsOf(other)).toMatchObject([{ state: 'OPEN' }]);
  });

  test('is not offered to oneself, to an administrator or to a suspended member', async () => {
    const maria = await newColleague(app, boris);
    expect((await offer(boris, boris)).body).toMatchObject({ detail: [{ field: 'PersonId' }] });
    expect((await offer(boris, maria)).body).toMatchObject({ detail: [{ field: 'PersonId' }] });
    await callWithCode(app, boris, suspendPerson, { params: { id: clara.personId } });
    expect(problemOf(await offer(boris, clara))).toBe('state_moved');
  });
});

test('the person concerned and the other administrators are notified', async () => {
  const maria = await newColleague(app, boris);
  await change(boris, clara, { rights: mayRequest });
  const kindsFor = async (who: Colleague) =>
    (await app.call(listNotifications, { query: {} }, who)).output.Items.map(({ kind }) => kind);
  await expect.poll(() => kindsFor(clara)).toContain('membership_changed');
  await expect.poll(() => kindsFor(maria)).toContain('colleague_changed');
});
