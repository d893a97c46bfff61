/**
 * Every call of the office against everybody who may not make it: no session, a client's token, another role, another origin, an ended session; and every
 * call of the clients against a session of the office. The table of roles is written here, not read from the contract.
 */
import { endpoints } from '@calmly/contract';
import { type StaffRole, staffEndpoints } from '@calmly/contract/staff';
import { newId } from '@calmly/platform/ids.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, doorOf, listDoors } from '../../support/attackers/doors.ts';
import { newClient, type SignedIn } from '../../support/clients/clients.ts';
import { startTestOffice, type TestOffice } from '../../support/staff.ts';

const everybody = ['SUPPORT', 'FIN', 'AML', 'HISTORY', 'SUPER'] as const;

/** Who may make which call; those of a queue or an act are judged again by what they are about. */
const rolesOf: Readonly<Record<string, readonly StaffRole[] | 'public'>> = {
  acceptInvitation: 'public',
  approveProposal: everybody,
  beginStaffSignIn: 'public',
  changeStaffPassword: everybody,
  claimInboxItem: everybody,
  completeStaffSignIn: 'public',
  decideInboxItem: everybody,
  endSessionsOf: ['SUPER'],
  endStaffSession: everybody,
  getInboxDocument: everybody,
  getInboxItem: everybody,
  getProposal: everybody,
  getStaffSession: everybody,
  listAudit: everybody,
  listInboxItems: everybody,
  listOwnItems: everybody,
  listProposals: everybody,
  listQueues: everybody,
  listStaff: ['HISTORY', 'SUPER'],
  openInvitation: 'public',
  proposeStaffChange: ['SUPER'],
  proveStaffFactor: everybody,
  rejectProposal: everybody,
  releaseInboxItem: everybody,
  withdrawProposal: everybody,
};

let app: TestOffice;
let client: SignedIn;
const cookies = new Map<StaffRole, string>();

beforeAll(async () => {
  app = await startTestOffice();
  client = await newClient(app);
  for (const role of everybody) cookies.set(role, await app.signIn(app.people[role]));
});
afterAll(() => app.close());

interface Sender {
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly base?: string;
}

async function send(id: string, { cookie, headers, base = app.officeUrl }: Sender) {
  const spec = staffEndpoints[id];
  if (!spec) throw new Error(`there is no call ${id}`);
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'queue' ? 'payment' : newId()));
  const answer = await fetch(`${base}/office/api${path}`, {
    method: spec.method,
    headers: {
      origin: app.officeUrl,
      'idempotency-key': newId(),
      ...(spec.body ? { 'content-type': 'application/json' } : {}),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    ...(spec.body ? { body: '{}' } : {}),
  });
  const body = (await answer.json().catch(() => ({}))) as { code?: string };
  return { status: answer.status, code: body.code };
}

const gateCodes = ['staff_session_over', 'staff_role_needed', 'cross_site'];

test('the table of this test names every call of the office', () => {
  expect(Object.keys(rolesOf).sort()).toEqual(Object.keys(staffEndpoints).sort());
});

describe.each(Object.entries(rolesOf))('%s', (id, roles) => {
  test('is refused without a session, with a client’s token, and with a token in place of the cookie', async () => {
    const cookie = cookies.get('SUPER') ?? '';
    const senders = {
      'no session': {},
      'a client': { headers: { authorization: `Bearer ${client.token}` } },
      'a client’s token as the cookie': { cookie: `office=${client.token}` },
      'a session as a token': { headers: { authorization: `Bearer ${cookie.slice('office='.length)}` } },
      'a session under the portal’s name': { cookie: cookie.replace('office=', 'rt=') },
    };
    for (const [who, sender] of Object.entries(senders)) {
      const { code } = await send(id, sender);
      if (roles === 'public') expect(gateCodes, who).not.toContain(code);
      else expect(code, who).toBe('staff_session_over');
    }
  });

  test.each(everybody)('by %s', async (role) => {
    // Once for the whole test: a call that signs out ends it.
    const cookie = id === 'endStaffSession' ? undefined : cookies.get(role);
    if (cookie === undefined || roles === 'public')
      return expect(gateCodes).toContain(
        (await send(id, { headers: { origin: 'http://elsewhere.test' } })).code,
      );
    const { code } = await send(id, { cookie });
    if (roles.includes(role)) expect(gateCodes).not.toContain(code);
    else expect(code).toBe('staff_role_needed');
  });

  test('is refused from another origin, from another port, and without one if it changes something', async () => {
    const cookie = cookies.get('SUPER') ?? '';
    const method = staffEndpoints[id]?.method;
    for (const origin of ['http://elsewhere.test', app.url, 'null']) {
      const { status, code } = await send(id, { cookie, headers: { origin } });
      expect([origin, status, code]).toEqual([origin, 403, 'cross_site']);
    }
    const site = await send(id, { cookie, headers: { 'sec-fetch-site': 'same-site' } });
    expect(site.code).toBe('cross_site');
    const bare = await send(id, { cookie, headers: { origin: '' } });
    if (method !== 'GET') expect(bare.code).toBe('cross_site');
  });

  test('is no call of the portal’s port', async () => {
    const answer = await send(id, { cookie: cookies.get('SUPER') ?? '', base: app.url });
    expect(answer.code).toBe('not_found');
  });
});

test('a session of the office opens no call of a client', async () => {
  const cookie = cookies.get('SUPER') ?? '';
  const token = cookie.slice('office='.length);
  for (const spec of Object.values(endpoints).filter(({ access }) => access !== 'public')) {
    const [method, path] = addressOf(doorOf(spec));
    for (const base of [app.url, app.officeUrl]) {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { cookie, authorization: `Bearer ${token}`, origin: base },
      });
      expect([spec.id, base === app.url ? 401 : 404]).toEqual([spec.id, answer.status]);
    }
  }
});

test('the office has no door beside its calls, its health and its pages', () => {
  if (!app.app.office) throw new Error('there is no office');
  const known = new Set(
    Object.values(staffEndpoints).map(
      ({ method, path }) => `${method} /office/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  const others = listDoors(app.app.office.server).filter((door) => !known.has(door));
  const paths = new Set(others.filter((door) => door.startsWith('GET ')).map((door) => door.slice(4)));
  for (const path of paths)
    if (path.startsWith('/office/api'))
      expect(known.has(`POST ${path}`) || known.has(`PUT ${path}`) || known.has(`DELETE ${path}`)).toBe(true);
});

test('a network that is not listed finds no office', async () => {
  const closed = await startTestOffice({
    config: { officeAt: { url: 'http://office.test', publicUrl: undefined, networks: ['10.1.0.0/16'] } },
  });
  try {
    const answer = await fetch(`${closed.officeUrl}/office/api/session`);
    expect(answer.status).toBe(404);
  } finally {
    await closed.close();
  }
});

test('a person who lost a role, was suspended or left is refused with the next call', async () => {
  const cookie = cookies.get('FIN') ?? '';
  const person = app.people.FIN.id;
  const { sql } = app.database;
  const own = async () => (await send('getStaffSession', { cookie })).status;
  expect(await own()).toBe(200);
  for (const state of ['SUSPENDED', 'LEFT']) {
    await query`update staff.person set state = ${state} where id = ${person}`.execute(sql);
    expect(await own()).toBe(401);
    await query`update staff.person set state = 'ACTIVE' where id = ${person}`.execute(sql);
  }
});
