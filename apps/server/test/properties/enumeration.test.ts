/**
 * Nobody learns who is a client (A9): for an address that is one and for one that is not, the open calls answer the same status, the
 * same body and the same headers, whatever the client's state. What differs from call to call (ids, times, secrets) is masked.
 */
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { basic, createBrowser } from '../support/browser.ts';
import { newClient, password } from '../support/clients.ts';

let app: TestApp;
let known: Readonly<Record<string, string>>;
beforeAll(async () => {
  app = await startTestApp();
  const [active, closed, blocked] = await Promise.all([newClient(app), newClient(app), newClient(app)]);
  for (const [client, state] of [
    [closed, 'CLOSED'],
    [blocked, 'BLOCKED'],
  ] as const)
    await query`update identity.client set state = ${state} where id = ${client.clientId}`.execute(
      app.database.sql,
    );
  known = { active: active.email, closed: closed.email, blocked: blocked.email };
});
beforeEach(() => query`delete from identity.throttle`.execute(app.database.sql));
afterAll(() => app.close());

const nobody = 'nobody.at.all@test.example';
const secret = /cal_[a-z]{2}_[\w-]{51}|[0-9a-f]{8}-[0-9a-f-]{27}|\b01[0-9a-z]{24}\b/gi;

/** An answer without what is another one each time. */
async function answerTo(
  call: (email: string) => { path: string; body: object; headers?: object },
  email: string,
) {
  const browser = createBrowser(app.url);
  const { path, body, headers } = call(email);
  const reply = await browser.send('POST', path, { body, ...(headers && { headers: { ...headers } }) });
  const names = [...reply.headers].map(([name, value]) => (name === 'date' ? name : `${name}: ${value}`));
  const text = JSON.stringify([reply.status, reply.body ?? null, names]);
  return text
    .replaceAll(secret, '(secret)')
    .replaceAll(email, '(address)')
    .replaceAll(/content-length: \d+/g, '');
}

const calls: Readonly<Record<string, (email: string) => { path: string; body: object; headers?: object }>> = {
  'signing in with a wrong password': (email) => ({
    path: '/oauth/token',
    body: { remember: false },
    headers: { authorization: basic({ email, password: 'not-the-password-at-all' }) },
  }),
  'asking for a new password': (email) => ({ path: '/passwordresets', body: { Email: email } }),
  registering: (email) => ({
    path: '/registrations',
    body: { Email: email, Password: 'plum-ladder-quiet-ocean', Phone: '+37255501142', Kind: 'individual' },
  }),
};

test.each(Object.keys(calls))('%s answers the same for a client and for nobody', async (name) => {
  const call = calls[name] ?? (() => ({ path: '', body: {} }));
  const stranger = await answerTo(call, nobody);
  for (const [state, email] of Object.entries(known))
    expect([state, await answerTo(call, email)]).toEqual([state, stranger]);
});

test('the sixth wrong password is refused alike, and so is a sixth for nobody', async () => {
  const signIn = calls['signing in with a wrong password'] ?? (() => ({ path: '', body: {} }));
  const answersFor = async (email: string) => {
    const answers: string[] = [];
    for (let tried = 0; tried < 7; tried += 1) answers.push(await answerTo(signIn, email));
    await query`delete from identity.throttle`.execute(app.database.sql);
    return answers.map((answer) => answer.replaceAll(/"retry-after: \d+"/g, ''));
  };
  const forNobody = await answersFor(nobody);
  expect(new Set(forNobody).size).toBe(2);
  expect(await answersFor(known.active ?? '')).toEqual(forNobody);
});

test('the comparison notices what tells them apart: the right password (the control)', async () => {
  const signIn = (email: string) => ({
    path: '/oauth/token',
    body: { remember: false },
    headers: { authorization: basic({ email, password }) },
  });
  expect(await answerTo(signIn, known.active ?? '')).not.toBe(await answerTo(signIn, nobody));
});
