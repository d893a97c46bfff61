import { once } from 'node:events';
import { allRights, type CompanyEntry, type Rights, type Token } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { newCompany } from '@calmly/server/test/support/clients/company.ts';
import { type Browser, codeOf, createBrowser } from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';

let app: TestApp;
let boris: SignedIn;
let browser: Browser;
let companyId: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  boris = await newClient(app, { firstName: 'Boris', lastName: 'Sokolov' });
  browser = boris.browser;
  companyId = await newCompany(app, boris);
});

const change = async (
  id: string,
  { from = browser, headers = {} }: { from?: Browser; headers?: object } = {},
) => {
  const reply = await from.send('POST', `/oauth/changetoken/${id}`, { headers: { ...headers } });
  if (reply.status === 200) from.token = (reply.body as Token).access_token;
  return reply;
};
const whoAmI = async (from = browser) =>
  ((await from.send('POST', '/oauth/test-token')).body as { ClientId?: string }).ClientId;
const refresh = (from = browser) => from.send('POST', '/oauth/refresh');
const execute = (statement: string) => query.raw(statement).execute(app.database.sql);

function copyOf(original: Browser): Browser {
  const copy = createBrowser(app.url);
  for (const [name, value] of original.cookies) copy.cookies.set(name, value);
  copy.token = original.token;
  return copy;
}

test('a person sees the companies they may act for, by the id of their own profile only', async () => {
  const other = await newClient(app);
  const read = (id: string) => browser.send('GET', `/companiesfor/${id}`);
  expect((await read(boris.clientId)).body).toMatchObject([
    { Id: companyId, Role: 'LEGAL', State: 'ACTIVE', CreatorId: boris.clientId, Rights: allRights },
  ] satisfies Partial<Record<string, unknown>>[]);
  for (const id of [companyId, other.clientId]) expect((await read(id)).status).toBe(404);
});

test('the list continues after the last company of the previous page', async () => {
  const second = await newCompany(app, boris);
  const page = async (cursor = '') => {
    const reply = await browser.send('GET', `/companiesfor/${boris.clientId}?limit=1${cursor}`);
    return (reply.body as { Id: CompanyEntry['id'] }[]).map(({ Id }) => Id);
  };
  expect(await page()).toEqual([companyId]);
  expect(await page(`&cursor=${companyId}`)).toEqual([second]);
  expect(await page(`&cursor=${second}`)).toEqual([]);
});

test('acting for a company is a new session with new secrets; the old ones no longer work', async () => {
  const before = copyOf(browser);
  const reply = await change(companyId);
  expect(reply.body).toMatchObject({ ClientId: companyId, ClientRole: 'LEGAL', token_type: 'Bearer' });
  expect(await whoAmI()).toBe(companyId);
  expect((await before.send('POST', '/oauth/test-token')).status).toBe(401);
  expect((await refresh(before)).status).toBe(401);
  const renewed = await refresh();
  expect(renewed.body).toMatchObject({ ClientId: companyId });
});

test('a tab with the old cookie does not lose the new one', async () => {
  const tab = copyOf(browser);
  await change(companyId);
  const late = await refresh(tab);
  expect(late.status).toBe(401);
  expect(late.headers.getSetCookie()).toEqual([]);
});

test('cookies give the portal the rights and the way back, and are removed on the way back and at logout', async () => {
  const reply = await change(companyId);
  const readable = reply.headers.getSetCookie().filter((line) => !line.includes('HttpOnly'));
  expect(readable).toEqual([
    `rights=${encodeURIComponent(JSON.stringify(allRights))}; Path=/; SameSite=Strict`,
    `oldClientId=${boris.clientId}; Path=/; SameSite=Strict`,
  ]);
  await change(boris.clientId);
  expect([...browser.cookies.keys()].sort()).toEqual(['device', 'rt']);
  await change(companyId);
  await browser.send('POST', '/oauth/logout');
  expect([...browser.cookies.keys()]).toEqual(['device']);
});

test('the session keeps its end, its browser, and the time of the last confirmation', async () => {
  const facts = async (clientId: string) => {
    const { rows } = await query<Record<string, unknown>>`
      select s.expires_at, s.device_id, s.proof_key, s.remembered, s.proved_at, s.stale_since
      from identity.session s where s.client_id = ${clientId} and s.person_id = ${boris.personId}
      order by s.id desc limit 1`.execute(app.database.sql);
    return rows[0];
  };
  const before = await facts(boris.clientId);
  await change(companyId);
  expect(await facts(companyId)).toEqual(before);
});

test('five minutes after the last confirmation a company needs a code, the own profile does not', async () => {
  await execute(`update identity.session set proved_at = now() - interval '301 seconds'
    where person_id = '${boris.personId}'`);
  const asked = await change(companyId);
  expect(asked.status).toBe(203);
  expect(asked.body).toMatchObject({ detail: { summary: expect.stringMatching(/^Act for Northwind/) } });
  expect((await change(companyId, { headers: { 'x-tfa-code': codeOf(asked) } })).status).toBe(200);
  await execute(`update identity.session set proved_at = now() - interval '301 seconds'
    where person_id = '${boris.personId}'`);
  expect((await change(boris.clientId)).status).toBe(200);
});

// Without `leftAlone` in `insertSuccessor`, switching to one's own profile and back unlocks a session: tried.
test('switching the profile does not unlock an idle session', async () => {
  await change(companyId);
  await execute(`update identity.session set last_seen_at = now() - interval '335 seconds'
    where person_id = '${boris.personId}' and ended_at is null`);
  await change(boris.clientId, { headers: { 'x-background': '1' } });
  expect((await browser.send('PUT', '/factors/preferred', { body: { Preferred: 'email' } })).status).toBe(
    203,
  );
});

test('of two concurrent switches one succeeds, and the other finds the session ended', async () => {
  const second = await newCompany(app, boris);
  const tab = copyOf(browser);
  const replies = await Promise.all([change(companyId), change(second, { from: tab })]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('other tabs learn that the session continues elsewhere', async () => {
  const { ticket } = (await browser.send('POST', '/oauth/live-ticket')).body as { ticket: string };
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/live`, ['calmly', `calmly.${ticket}`], {
    origin: app.url,
  });
  await once(socket, 'open');
  const told = once(socket, 'message');
  const closed = once(socket, 'close');
  await change(companyId);
  expect(JSON.parse(String((await told)[0]))).toEqual({ topic: 'session', ended: true, switched: true });
  expect((await closed)[0]).toBe(4001);
});

test('the switch is recorded for the company, with its person', async () => {
  await change(companyId);
  const { rows } = await query<{ person_id: string; details: { from: string } }>`
    select person_id, details from platform.audit where action = 'profile.switched' and client_id = ${companyId}
  `.execute(app.database.sql);
  expect(rows).toEqual([{ person_id: boris.personId, details: { from: boris.clientId } }]);
});

test('rights in a browser’s cookie change nothing', async () => {
  const none = Object.fromEntries(Object.keys(allRights).map((name) => [name, false])) as Rights;
  await change(companyId);
  browser.cookies.set('rights', encodeURIComponent(JSON.stringify(none)));
  expect((await browser.send('GET', `/clients/${companyId}`)).body).toMatchObject({ Rights: allRights });
});
