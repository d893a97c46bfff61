/**
 * D8: every way to change how a person signs in, confirms or pays needs a code first, notifies the person by email, and starts
 * cooling-off if it could help an attacker. No recovery (reset, unfreezing, staff) skips a code. The calls come from the contract.
 */
import { type EndpointSpec, endpoints, requestPasswordReset, resetPassword } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { frozenAccessQueue } from '@calmly/products/identity/server/passwords/desk.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { addApp, addPasskey, confirmed, finishPasskey } from '../../support/attackers/factors.ts';
import { lastMail, linkToken } from '../../support/attackers/security.ts';
import { record } from '../../support/campaign.ts';
import { newClient, type Person, password, type SignedIn } from '../../support/clients/clients.ts';
import { twoAccountsOf } from '../../support/clients/connected/connected-bank.ts';
import { addPayee, fund, systemWork } from '../../support/clients/payments.ts';
import { type Browser, codeOf, createBrowser, requestToken } from '../../support/processes/browser.ts';

let app: TestApp;
let anna: Person & SignedIn;
let browser: Browser;
let account: string;
const proved: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

/** Someone with money, an authenticator app and a passkey for a long time. */
async function begin(): Promise<void> {
  anna = await newClient(app, { firstName: 'Anna', lastName: 'Ozola', phone: '+37120000678' });
  browser = anna.browser;
  const [first] = await twoAccountsOf(app, anna);
  account = first.number;
  await systemWork(app.database, (work) => fund(work, first, 1_000_000n));
  await addPasskey(browser);
  for (const table of ['identity.passkey', 'identity.totp'])
    await query`update ${query.raw(table)} set created_at = created_at - interval '90 days'`.execute(
      app.database.sql,
    );
  await query`update identity.person set preferred_method = 'email', sms_codes = true where id = ${anna.personId}`.execute(
    app.database.sql,
  );
  await query`delete from identity.throttle`.execute(app.database.sql);
}

const mailsTo = async (email: string): Promise<number> => {
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from outbox.message where recipient = ${email} and text !~ '\\y[0-9]{6}\\y'
  `.execute(app.database.sql);
  return rows[0]?.count ?? 0;
};

/** How a larger payment to a new payee may be confirmed, or its refusal. */
async function waysToPay(by: Browser): Promise<readonly string[]> {
  const { id } = await addPayee(app, anna.clientId, {
    name: `Payee ${newId()}`,
    iban: 'DE02120300000000202051',
  }).catch(() => ({ id: payees.at(-1) ?? '' }));
  payees.push(id);
  await query`update beneficiaries.beneficiary set created_at = now(), accounts_changed_at = null where id = ${id}`.execute(
    app.database.sql,
  );
  const body = { AccountFrom: account, BeneficiaryId: id, Amount: '60.00', Details: 'Tea' };
  const reply = await by.send('POST', '/transactions', { body, headers: { 'idempotency-key': newId() } });
  const { code, detail } = reply.body as { code?: string; detail?: { methods?: string[] } };
  return reply.status === 203 ? (detail?.methods ?? []) : [`${reply.status} ${code}`];
}
const payees: string[] = [];

const contact = async (Kind: 'email' | 'phone', Value: string) => {
  const asked = await confirmed(browser, 'POST', '/contactchanges', { Kind, Value });
  const { Id, Code } = asked.body as { Id: string; Code: string };
  const change = await browser.send('POST', `/contactchanges/${Id}/confirmation`, { body: { Code } });
  expect(change.status).toBe(200);
};
const payeeBody = { LegalStatus: 'COMPANY', Name: 'Rheinwerk GmbH', Country: 'DE' };
const details = (iban: string) => ({ bank_details: [{ iban, currency: 'EUR' }] });
let payeeId = '';
const keyed = { 'idempotency-key': 'access' };
const factorId = async (kind: string) =>
  ((await browser.send('GET', '/factors')).body as { Factors: { Id: string; Kind: string }[] }).Factors.find(
    (one) => one.Kind === kind,
  )?.Id ?? '';

interface Way {
  /** The first call, which must ask for a code. */
  readonly ask: () => Promise<{ status: number }>;
  /** The whole change, including codes. */
  readonly change: () => Promise<unknown>;
  /** The ways to confirm a larger payment to a new payee afterwards. */
  readonly after: readonly string[];
}
const all = ['email', 'passkey', 'sms'];
const send =
  (method: string, path: string, body?: unknown, headers = {}) =>
  () =>
    browser.send(method, path, { ...(body !== undefined && { body }), headers });
const way = (method: string, path: string, body: unknown, after: readonly string[], more = {}): Way => ({
  ask: send(method, path, body, more),
  change: async () => {
    const code = codeOf(await browser.send(method, path, { body, headers: more }));
    const done = await browser.send(method, path, { body, headers: { ...more, 'x-tfa-code': code } });
    expect(done.status).toBeLessThan(300);
    return done;
  },
  after,
});

/** By the call that asks for the code. */
const ways: Readonly<Record<string, () => Promise<Way>>> = {
  changePassword: async () =>
    way('PUT', '/password', { OldPassword: password, NewPassword: 'a kettle on the windowsill' }, all),
  requestContactChange: async () => ({
    ask: send('POST', '/contactchanges', { Kind: 'phone', Value: '+37120000999' }),
    change: () => contact('phone', '+37120000999'),
    after: ['passkey'],
  }),
  'requestContactChange, e-mail': async () => ({
    ask: send('POST', '/contactchanges', { Kind: 'email', Value: `${newId()}@new.example` }),
    change: () => contact('email', `${newId()}@new.example`),
    after: ['passkey'],
  }),
  startTotp: async () => ({
    ask: send('POST', '/factors/totp-enrolments'),
    change: () => addApp(browser),
    after: ['passkey'],
  }),
  startPasskey: async () => ({
    ask: send('POST', '/factors/passkey-enrolments'),
    change: async () =>
      finishPasskey(browser, await confirmed(browser, 'POST', '/factors/passkey-enrolments')),
    after: ['passkey'],
  }),
  removeFactor: async () =>
    way('DELETE', `/factors/${await factorId('passkey')}`, undefined, ['email', 'sms']),
  setMessageCodes: async () =>
    way('PUT', '/factors/message-codes', { Email: true, Sms: false }, ['email', 'passkey']),
  makeRecoveryCodes: async () => way('POST', '/factors/recovery-codes', undefined, all),
  createBeneficiary: async () =>
    way('POST', '/beneficiaries', { ...payeeBody, ...details('DE89370400440532013000') }, all, keyed),
  updateBeneficiary: async () =>
    way('PUT', `/beneficiaries/${payeeId}`, details('DE33200505501289447016'), all),
  changeParty: async () =>
    way('PUT', `/beneficiaries/party/${payeeId}`, { ...payeeBody, Name: 'Rheinwerk AG' }, all),
  trustBeneficiary: async () => way('PUT', `/beneficiaries/trust/${payeeId}`, { Trusted: true }, all),
};

describe('every way to change an access or a payee needs a code, notifies, and is remembered for a day', () => {
  test.each(Object.keys(ways))('%s', async (name) => {
    await begin();
    payeeId = (await addPayee(app, anna.clientId, { name: 'Rheinwerk GmbH', iban: 'DE89370400440532013000' }))
      .id;
    if (name === 'createBeneficiary')
      await query`delete from beneficiaries.bank_detail where beneficiary_id = ${payeeId}`.execute(
        app.database.sql,
      );
    expect((await waysToPay(browser)).toSorted(), 'the control: before it').toEqual(all);
    const prepared = await ways[name]?.();
    const told = await mailsTo(anna.email);
    expect((await prepared?.ask())?.status).toBe(203);
    await query`update identity.challenge set sent_at = now() - interval '1 minute'`.execute(
      app.database.sql,
    );
    await prepared?.change();
    expect(await mailsTo(anna.email), 'told at the address that was in force').toBeGreaterThan(told);
    expect((await waysToPay(browser)).toSorted()).toEqual(prepared?.after);
    proved.push(name);
  });

  test('an authenticator app that is replaced after a reset is given up: email does not take its place', async () => {
    anna = await newClient(app, { firstName: 'Anna', lastName: 'Ozola' });
    ({ browser } = anna);
    const [first] = await twoAccountsOf(app, anna);
    account = first.number;
    await systemWork(app.database, (work) => fund(work, first, 1_000_000n));
    await addApp(browser);
    const { sql } = app.database;
    await query`update identity.totp set created_at = created_at - interval '90 days'`.execute(sql);
    await query`update identity.person set preferred_method = 'email',
      password_reset_at = now() - interval '1 hour' where id = ${anna.personId}`.execute(sql);
    expect(await waysToPay(browser)).toEqual(['totp']);
    await query`update identity.challenge set sent_at = now() - interval '1 minute'`.execute(sql);
    await addApp(browser);
    expect(await waysToPay(browser)).toEqual([expect.stringMatching(/cooling_off$/)]);
  });

  test('the list of ways is complete', () => {
    const concerned = Object.values(endpoints).filter(
      ({ path, twoFactor }: EndpointSpec) =>
        twoFactor !== undefined && /^\/(factors|password|contactchanges|beneficiaries)/.test(path),
    );
    const known = new Set(Object.keys(ways).map((name) => name.split(',')[0]));
    expect(concerned.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
  });
});

describe('no recovery skips the code', () => {
  const login = () => ({ email: anna.email, password: 'a kettle on the windowsill' });

  test('a reset does not sign in, and larger payments to new payees need the earlier passkey', async () => {
    await begin();
    await app.call(requestPasswordReset, { body: { email: anna.email } });
    // Mails about earlier money may arrive after it.
    const mailedLink = async () => {
      const { rows } = await query<{ text: string }>`
        select text from outbox.message where recipient = ${anna.email} and text like '%resetpassword%'
      `.execute(app.database.sql);
      return rows[0]?.text ?? '';
    };
    await expect.poll(mailedLink).toContain('resetpassword');
    const token = linkToken(await mailedLink());
    await app.call(resetPassword, { body: { token, password: login().password } });
    expect((await browser.send('GET', '/factors')).status).toBe(401);
    const again = createBrowser(app.url);
    const asked = await requestToken(again, login());
    expect(asked.status).toBe(203);
    const answer = await requestToken(again, login(), { code: codeOf(asked) });
    again.token = (answer.body as { access_token: string }).access_token;
    expect(await waysToPay(again)).toEqual(['passkey']);
    // A weaker factor does not replace the one that is removed now.
    browser = again;
    const path = `/factors/${await factorId('passkey')}`;
    const removing = await browser.send('DELETE', path);
    const code = codeOf(removing);
    expect((await browser.send('DELETE', path, { headers: { 'x-tfa-code': code } })).status).toBe(200);
    expect(await waysToPay(again)).toEqual(['409 cooling_off']);
    proved.push('reset');
  });

  test('unfreezing by the bank allows sign-in with a code, opens no session, and notifies the owner', async () => {
    await begin();
    expect((await browser.send('POST', '/freeze')).status).toBe(204);
    expect((await requestToken(createBrowser(app.url), anna.login)).status).toBe(403);
    await systemWork(app.database, (work) => frozenAccessQueue.decide(work, anna.personId, 'approve', {}));
    expect((await lastMail(app, anna.email)).subject).not.toContain('code');
    expect((await browser.send('GET', '/factors')).status).toBe(401);
    expect((await requestToken(createBrowser(app.url), anna.login)).status).toBe(203);
    proved.push('unfreeze');
  });

  test('the test covered every way', () => {
    expect(proved).toHaveLength(Object.keys(ways).length + 2);
    record({
      id: 'D8',
      what: 'every way to change password, contact, factors, payees; reset; unfreezing',
      figure: `${proved.length} ways: code first, mail to the owner, cooling-off; 0 bypasses`,
      control: 'before each change every factor confirms the same payment',
    });
  });
});
