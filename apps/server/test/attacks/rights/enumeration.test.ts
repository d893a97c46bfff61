/**
 * No one learns who is a client (A9): for a known and an unknown address the open calls return the same status, body and headers,
 * whatever the client's state; another client's object answers like one that does not exist. Values that differ from call to call (ids,
 * times, secrets) are masked. Time is measured by its main cost, password hashes (`npm run bench -- A9` has the clock).
 */
import {
  cancelPayment,
  deleteBeneficiary,
  downloadConfirmation,
  getBeneficiary,
  getPayment,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { newClient, password } from '../../support/clients/clients.ts';
import { newBoss } from '../../support/clients/colleagues.ts';
import { inviteBy } from '../../support/clients/joining/invitations.ts';
import { addPayee, createPayer } from '../../support/clients/payments.ts';
import { basic, createBrowser } from '../../support/processes/browser.ts';

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

/** An answer without the values that differ each time. */
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

test.each(Object.keys(calls))('%s answers the same for a client and for an unknown person', async (name) => {
  const call = calls[name] ?? (() => ({ path: '', body: {} }));
  const stranger = await answerTo(call, nobody);
  for (const [state, email] of Object.entries(known))
    expect([state, await answerTo(call, email)]).toEqual([state, stranger]);
});

test('the sixth wrong password is refused alike for known and unknown users', async () => {
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

/** How many passwords the server hashes for one call. */
async function hashesOf(call: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    return Number(/^calmly_password_hashes_total (\d+)$/m.exec(metrics)?.[1]);
  };
  const before = await count();
  await call();
  return (await count()) - before;
}

test('a wrong password costs one hash for any address; control: none at all is detected', async () => {
  const signIn = calls['signing in with a wrong password'] ?? (() => ({ path: '', body: {} }));
  for (const email of [nobody, ...Object.values(known)])
    expect([email, await hashesOf(() => answerTo(signIn, email))]).toEqual([email, 1]);
  const unhashed = (email: string) => ({
    path: '/oauth/token',
    body: {},
    headers: { authorization: basic({ email, password: '' }) },
  });
  expect(await hashesOf(() => answerTo(unhashed, nobody))).toBe(0);
});

test('another client’s payee, payment and account answer byte for byte like one that does not exist', async () => {
  const owner = await createPayer(app);
  const stranger = await createPayer(app, { firstName: 'Boris' });
  const payee = await addPayee(app, owner.clientId, { trusted: true });
  const { output: payment } = await owner.pay({ beneficiaryId: payee.id });
  const masked = (text: string, ...own: readonly string[]) =>
    own.reduce((masking, one) => masking.replaceAll(one, '(own)'), text).replaceAll(secret, '(secret)');
  const ask = async (endpoint: typeof getBeneficiary, id: string, token: string) => {
    const { status, text } = await app.call(endpoint, { params: { id } }, { token });
    return [status, masked(text)];
  };
  for (const [endpoint, id] of [
    [getBeneficiary, payee.id],
    [deleteBeneficiary, payee.id],
    [getPayment, payment.id],
    [cancelPayment, payment.id],
    [downloadConfirmation, payment.id],
  ] as const) {
    const ofAnother = await ask(endpoint as typeof getBeneficiary, id, stranger.token);
    expect(ofAnother[0]).toBe(404);
    expect(ofAnother).toEqual(await ask(endpoint as typeof getBeneficiary, newId(), stranger.token));
  }
  const pay = async (debtorAccount: string, beneficiaryId: string) => {
    const { status, text } = await stranger.pay({ debtorAccount, beneficiaryId });
    return [status, masked(text, debtorAccount)];
  };
  const { number } = owner.account;
  const iban = owner.account.iban ?? '';
  const flipped = (text: string) => text.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  for (const account of [number, iban]) {
    expect((await pay(account, payee.id))[0]).toBeGreaterThanOrEqual(400);
    expect(await pay(account, payee.id)).toEqual(await pay(flipped(account), newId()));
  }
  // The control: to its owner it exists.
  expect((await ask(getBeneficiary, payee.id, owner.token))[0]).toBe(200);
});

// Control: an invitation that looks up the address itself, and tells who it is of at once, adds one job more for a client's.
test('a company that invites learns nothing about the address: the same response, and the same work', async () => {
  const boss = await newBoss(app);
  const rowsIn = async () => {
    const { rows } = await query<{ jobs: number; mails: number; kept: number }>`
      select (select count(*)::int from graphile_worker._private_jobs) as jobs,
        (select count(*)::int from outbox.message) as mails, (select count(*)::int from platform.audit) as kept
    `.execute(app.database.sql);
    return Object.values(rows[0] ?? {});
  };
  const inviting = async (email: string) => {
    const before = await rowsIn();
    const { status, text } = await inviteBy(app, boss, { email });
    const made = (await rowsIn()).map((count, place) => count - (before[place] ?? 0));
    const masked = text.replaceAll(email, '(address)').replaceAll(secret, '(secret)');
    return [status, made, masked.replaceAll(/\d{4}-\d\d-\d\dT[^"]+/g, '(time)')];
  };
  const stranger = await inviting(nobody);
  expect(stranger[0]).toBe(201);
  for (const [state, email] of Object.entries(known))
    expect([state, ...(await inviting(email))]).toEqual([state, ...stranger]);
});

test('control: the comparison detects a difference, the correct password', async () => {
  const signIn = (email: string) => ({
    path: '/oauth/token',
    body: { remember: false },
    headers: { authorization: basic({ email, password }) },
  });
  expect(await answerTo(signIn, known.active ?? '')).not.toBe(await answerTo(signIn, nobody));
});
