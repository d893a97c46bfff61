/** Access that its owner freezes: what ends, what restores it, what bank staff can do. */

import * as contract from '@calmly/contract';
import type { Decision } from '@calmly/platform/desk.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  audited,
  isIn,
  lastMail,
  linkToken,
  newAnna,
  outcome,
} from '@calmly/server/test/support/attackers/security.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { codeIn } from '@calmly/server/test/support/clients/payments.ts';
import {
  type Browser,
  createBrowser,
  type Login,
  requestToken,
  signIn,
} from '@calmly/server/test/support/processes/browser.ts';
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { frozenAccessQueue } from './desk.ts';

let app: TestApp;
let login: Login;
let browser: Browser;
let personId: string;
let token: string;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

beforeEach(async () => {
  ({ login, personId, browser, token } = await newAnna(app));
});

test('freezing ends every session at once and refuses the correct password and code with a clear message', async () => {
  const other = await signIn(app.url, login);
  expect((await app.call(contract.freezeAccess, {}, { token })).status).toBe(204);
  for (const who of [browser, other.browser]) {
    expect(await isIn(who)).toBe(false);
    expect(outcome(await requestToken(who, login))).toEqual([403, 'access_frozen']);
  }
  expect(outcome(await requestToken(createBrowser(app.url), login))).toEqual([403, 'access_frozen']);
  expect(outcome(await requestToken(browser, { ...login, password: 'not-the-password' }))).toEqual([
    400,
    'bad_credentials',
  ]);
});

test('a session that is opened during the freeze does not work', async () => {
  await query`update identity.person set frozen_at = now() where id = ${personId}`.execute(app.database.sql);
  expect(await isIn(browser)).toBe(false);
  expect((await browser.send('POST', '/oauth/refresh')).status).toBe(401);
});

test('frozen access is restored only by link, password and code together', async () => {
  await app.call(contract.freezeAccess, {}, { token });
  const linked = linkToken((await lastMail(app, login.email)).text);
  const open = (using: string, given: Login, code?: string) =>
    browser.send('POST', '/unfreeze', {
      body: { Token: using },
      headers: {
        authorization: `Basic ${Buffer.from(`${given.email}:${given.password}`).toString('base64')}`,
        ...(code === undefined ? {} : { 'x-tfa-code': code }),
      },
    });
  browser.token = undefined;
  const stranger = await newClient(app);
  expect(outcome(await open(linked, { ...login, password: 'not-the-password' }))[1]).toBe('bad_credentials');
  expect(outcome(await open(linked, stranger.login))[1]).toBe('unfreeze_link_expired');
  expect(outcome(await open('cal_ml_invented', login))[1]).toBe('unfreeze_link_expired');
  const asked = await open(linked, login);
  expect(asked.status).toBe(203);
  expect((await open(linked, login, codeIn(asked.body))).status).toBe(204);
  expect((await requestToken(browser, login)).status).toBe(200);
  expect(outcome(await open(linked, login))[1]).toBe('unfreeze_link_expired');
  expect(await audited(app, personId)).toEqual(expect.arrayContaining(['access.frozen', 'access.unfrozen']));
});

test('bank staff see who is frozen, restore access and notify; a rejection gives the reason and restores nothing', async () => {
  await app.call(contract.freezeAccess, {}, { token });
  const decide = (decision: Decision) =>
    app.database.inTransaction((sql) =>
      frozenAccessQueue.decide(systemWork(sql), personId, decision, { reason: 'seen with passport' }),
    );
  const waiting = await frozenAccessQueue.list(app.database.sql, { after: undefined, limit: 200 });
  expect(waiting.map(({ id }) => id)).toContain(personId);
  expect(await frozenAccessQueue.find(app.database.sql, personId)).toMatchObject({ id: personId });

  await decide('reject');
  expect((await lastMail(app, login.email)).text).toContain('seen with passport');
  expect(outcome(await requestToken(browser, login))).toEqual([403, 'access_frozen']);

  await decide('approve');
  expect((await lastMail(app, login.email)).text).toContain('We’ve restored access');
  expect((await requestToken(browser, login)).status).toBe(200);
  await expect(decide('approve')).rejects.toMatchObject({ code: 'not_found' });
  expect(await audited(app, personId)).toEqual(
    expect.arrayContaining(['access.unfreeze_refused', 'access.unfrozen']),
  );
});

test('bank staff see the longest wait first, page by page', async () => {
  const [second, third] = [await newAnna(app), await newAnna(app)];
  // The oldest accounts were frozen last.
  for (const who of [third, second, { token }])
    await app.call(contract.freezeAccess, {}, { token: who.token });
  const pages: string[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await frozenAccessQueue.list(app.database.sql, { after, limit: 1 });
    pages.push(...page.map(({ id }) => id));
    after = page[0]?.id;
    more = page.length > 0;
  }
  expect(pages.slice(-3)).toEqual([third.personId, second.personId, personId]);
  expect(new Set(pages).size).toBe(pages.length);
});

test('a person in two desk queues is decided in the queue that staff name', async () => {
  await app.call(contract.freezeAccess, {}, { token });
  await query`insert into identity.wrong_code (person_id, tries, locks, locked_until) values (${personId}, 0, 3, 'infinity')`.execute(
    app.database.sql,
  );
  const unclear = await ops(app, 'approve', personId, '--as', 'Maija');
  expect(unclear).toMatchObject({
    code: 1,
    error: expect.stringContaining('--queue blocked-codes or frozen-access'),
  });
  const named = await ops(app, 'approve', personId, '--as', 'Maija', '--queue', 'frozen-access');
  expect(named).toMatchObject({ code: 0, out: 'Approved by Maija.\n' });
  expect(outcome(await requestToken(browser, login))).not.toEqual([403, 'access_frozen']);
  expect((await ops(app, 'show', personId)).out).toContain('blocked-codes');
});
