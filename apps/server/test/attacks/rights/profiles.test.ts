/**
 * Acting for a profile (A6, A7): only with a current membership. The previous token is void, the way back leads only to the own person,
 * and a removed, suspended or expired member loses every open session at once, including websockets. (The hint leaves with the commit;
 * expiry is checked four times a second.)
 *
 * Controls, each tried once: a `findProfile` without a membership check enters every company; an `endUnlessCounting` that ends nothing
 * leaves the websockets open; a `counts` that is always true keeps the sessions alive.
 */
import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { allRights, liveCloseCodes, type Rights, rightNames, type Token } from '@calmly/contract';
import type { Work } from '@calmly/platform/work.ts';
import { addMember, changeMember, removeMember } from '@calmly/products/identity/server/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { newClient, password, type SignedIn } from '../../support/clients/clients.ts';
import { newCompany } from '../../support/clients/company.ts';
import { type Browser, createBrowser, signIn } from '../../support/processes/browser.ts';
import { until } from '../../support/until.ts';
import { systemWork } from '../../support/work.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());
beforeEach(() => query`delete from identity.throttle`.execute(app.database.sql));

const none = Object.fromEntries(rightNames.map((name) => [name, false])) as Rights;
const inTransaction = (action: (work: Work) => Promise<unknown>) =>
  app.database.inTransaction((sql) => action(systemWork(sql)));
const whoAmI = async (token: string) => {
  const answer = await fetch(`${app.url}/api/oauth/test-token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-background': '1' },
  });
  return answer.status === 200 ? ((await answer.json()) as { ClientId: string }).ClientId : answer.status;
};

/** A separate browser for each attempt, because a successful change ends its session. */
async function enter({ email }: SignedIn): Promise<Browser> {
  await query`delete from identity.throttle`.execute(app.database.sql);
  return (await signIn(app.url, { email, password })).browser;
}

async function change(browser: Browser, id: string): Promise<number> {
  const reply = await browser.send('POST', `/oauth/changetoken/${id}`);
  if (reply.status === 200) browser.token = (reply.body as Token).access_token;
  return reply.status;
}

/** A person's possible relations to a company. */
const standings = ['boss', 'member', 'suspended', 'over', 'removed', 'stranger'] as const;
type Standing = (typeof standings)[number];

async function stand(companyId: string, { personId }: SignedIn, standing: Standing): Promise<void> {
  const key = { clientId: companyId, personId };
  if (standing === 'stranger') return;
  const rights = standing === 'boss' ? allRights : none;
  await inTransaction((work) => addMember(work, { ...key, rights, validUntil: null }));
  if (standing === 'suspended')
    await inTransaction((work) => changeMember(work, { ...key, status: 'SUSPENDED' }));
  if (standing === 'over')
    await inTransaction((work) => changeMember(work, { ...key, validUntil: new Date(Date.now() - 1000) }));
  if (standing === 'removed') await inTransaction((work) => removeMember(work, key));
}

const mayEnter = (standing: Standing) => standing === 'boss' || standing === 'member';

test('from every profile only the own one and companies with a current membership can be reached', async () => {
  const person = await newClient(app);
  const another = await newClient(app);
  const companies = new Map<string, Standing>();
  for (const standing of standings) {
    const id = await newCompany(app, another);
    companies.set(id, standing);
    await stand(id, person, standing);
  }
  const allowed = new Set([
    person.clientId,
    ...[...companies].flatMap(([id, standing]) => (mayEnter(standing) ? [id] : [])),
  ]);
  const targets = [person.clientId, another.clientId, ...companies.keys(), another.personId];
  const crossings: string[] = [];
  for (const from of allowed)
    for (const to of targets) {
      const browser = await enter(person);
      if (from !== person.clientId) expect(await change(browser, from)).toBe(200);
      const before = browser.token ?? '';
      const status = await change(browser, to);
      const now = await whoAmI(browser.token ?? '');
      const wanted = allowed.has(to)
        ? { status: 200, now: to, before: 401 }
        : { status: 404, now: from, before: from };
      const found = { status, now, before: await whoAmI(before) };
      if (JSON.stringify(found) !== JSON.stringify(wanted))
        crossings.push(`${from} to ${companies.get(to) ?? to}: ${JSON.stringify(found)}`);
    }
  expect(crossings).toEqual([]);
  expect(allowed.size * targets.length).toBe(27);
});

test('a long chain of switches leaves one session, whose own profile is still the same person', async () => {
  const person = await newClient(app);
  const ids = [await newCompany(app, person), await newCompany(app, person)];
  const browser = await enter(person);
  const tokens: string[] = [];
  for (let step = 0; step < 30; step += 1) {
    tokens.push(browser.token ?? '');
    const to = [...ids, person.clientId][step % 3] ?? '';
    expect(await change(browser, to)).toBe(200);
    expect(await whoAmI(browser.token ?? '')).toBe(to);
  }
  expect(new Set(await Promise.all(tokens.map(whoAmI)))).toEqual(new Set([401]));
  const { rows } = await query<{ people: bigint; live: bigint }>`
    with recursive chain as (
      select * from identity.session where id = (
        select session_id from identity.refresh_token t join identity.session s on s.id = t.session_id
        where s.person_id = ${person.personId} and s.ended_at is null order by s.id desc limit 1)
      union all select s.* from identity.session s join chain c on s.id = c.parent_id
    ) select count(distinct person_id) as people, count(*) filter (where ended_at is null) as live from chain
  `.execute(app.database.sql);
  expect(rows).toEqual([{ people: 1n, live: 1n }]);
});

/** What someone has open for a company: a page with its websocket, and the cookie behind it. */
async function openPage(person: SignedIn, companyId: string) {
  const browser = await enter(person);
  expect(await change(browser, companyId)).toBe(200);
  const { ticket } = (await browser.send('POST', '/oauth/live-ticket')).body as { ticket: string };
  const unused = ((await browser.send('POST', '/oauth/live-ticket')).body as { ticket: string }).ticket;
  const open = (secret: string) =>
    new WebSocket(`${app.url.replace('http', 'ws')}/api/live`, ['calmly', `calmly.${secret}`], {
      origin: app.url,
    });
  const socket = open(ticket);
  await once(socket, 'open');
  return { browser, socket, openUnused: () => open(unused) };
}

const key = (companyId: string, { personId }: SignedIn) => ({ clientId: companyId, personId });
const endings: Readonly<Record<string, (companyId: string, person: SignedIn) => Promise<unknown>>> = {
  removed: (companyId, person) => inTransaction((work) => removeMember(work, key(companyId, person))),
  suspended: (companyId, person) =>
    inTransaction((work) => changeMember(work, { ...key(companyId, person), status: 'SUSPENDED' })),
  'out of time': async (companyId, person) => {
    const validUntil = new Date(Date.now() + 1500);
    await inTransaction((work) => changeMember(work, { ...key(companyId, person), validUntil }));
    await until(Date.now, (now) => now >= validUntil.getTime());
  },
};

test.each(Object.entries(endings))(
  'a member %s meanwhile loses token, cookie, ticket and websocket',
  async (_how, end) => {
    const owner = await newClient(app);
    const person = await newClient(app);
    const companyId = await newCompany(app, owner);
    await stand(companyId, person, 'member');
    const page = await openPage(person, companyId);
    const closed = once(page.socket, 'close');
    await end(companyId, person);
    expect(await whoAmI(page.browser.token ?? '')).toBe(401);
    expect((await page.browser.send('POST', '/oauth/refresh')).status).toBe(401);
    expect((await once(page.openUnused(), 'close'))[0]).toBe(liveCloseCodes.ticketVoid);
    expect((await closed)[0]).toBe(4001);
    // The person themselves continues.
    expect(await whoAmI(person.token)).toBe(person.clientId);
    expect(await change(await enter(person), companyId)).toBe(404);
  },
  120_000,
);

test('a withdrawn right is missing from the next call on, and the open page is notified', async () => {
  const owner = await newClient(app);
  const person = await newClient(app);
  const companyId = await newCompany(app, owner);
  await stand(companyId, person, 'boss');
  const { browser, socket } = await openPage(person, companyId);
  const rightsNow = async () =>
    ((await browser.send('GET', `/clients/${companyId}`)).body as { Rights: Rights }).Rights;
  expect(await rightsNow()).toEqual(allRights);
  // Other hints may still arrive, because jobs send notifications.
  const told = new Promise((resolve) => {
    socket.on('message', (data) => {
      const event: unknown = JSON.parse(String(data));
      if (isDeepStrictEqual(event, { topic: 'client' })) resolve(event);
    });
  });
  await inTransaction((work) => changeMember(work, { ...key(companyId, person), rights: none }));
  expect(await rightsNow()).toEqual(none);
  await told;
  socket.terminate();
});

test('the secrets left by 100 switches open nothing, replayed 1,000 times (A7)', async () => {
  const person = await newClient(app);
  const companyId = await newCompany(app, person);
  const { browser } = person;
  const old: { token: string; cookie: string }[] = [];
  for (let step = 0; step < 100; step += 1) {
    old.push({ token: browser.token ?? '', cookie: browser.cookies.get('rt') ?? '' });
    expect(await change(browser, step % 2 === 0 ? companyId : person.clientId)).toBe(200);
  }
  const replays = Array.from({ length: 5 }, () => old)
    .flat()
    .values();
  const answers: (string | number)[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const { token, cookie } of replays) {
        const thief = createBrowser(app.url);
        thief.cookies.set('rt', cookie);
        answers.push(await whoAmI(token), (await thief.send('POST', '/oauth/refresh')).status);
      }
    }),
  );
  expect(answers).toEqual(Array.from({ length: 1000 }, () => 401));
  expect(await whoAmI(browser.token ?? '')).toBe(person.clientId);
});
