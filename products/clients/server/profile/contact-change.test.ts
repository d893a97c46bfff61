/**
 * A new email or phone over HTTP, changed by its owner and by a thief. Reliability rule D8. Controls, tried once: without `requireCode` the change
 * needs no step-up, and the first test fails; without `undoSince` (only the one change is undone) the thief's second change survives, and the last
 * but one fails.
 */
import {
  confirmContactChange,
  getClient,
  requestContactChange,
  requestPasswordReset,
  resendContactCode,
  resetPassword,
  testToken,
  undoContactChange,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  addPasskey,
  confirmed,
  finishPasskey,
  prove,
  signInByPasskey,
} from '@calmly/server/test/support/attackers/factors.ts';
import { newClient, password, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { lettersTo, otherCode } from '@calmly/server/test/support/clients/letters.ts';
import { holdWrites } from '@calmly/server/test/support/held-writes.ts';
import { challengeOf, createBrowser, requestToken } from '@calmly/server/test/support/processes/browser.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
});
afterAll(() => test.close());

type Kind = 'email' | 'phone';
const newEmail = () => `${crypto.randomUUID()}@new.example`;
const letters = (to: string) => lettersTo(test.database.sql, to);

/** Requests a change with the code of the current method; the answer contains the code to the new contact. */
async function ask(client: SignedIn, kind: Kind, value: string) {
  const body = { kind, value };
  const first = await test.call(requestContactChange, { body }, client);
  if (first.status !== 203) return first;
  const { code } = (first.body as { detail: { code: string } }).detail;
  return test.call(requestContactChange, { body }, { ...client, code });
}

const confirm = (client: SignedIn, id: string, code: string) =>
  test.call(confirmContactChange, { params: { id }, body: { code } }, client);

async function change(client: SignedIn, kind: Kind, value: string) {
  const { output } = await ask(client, kind, value);
  return (await confirm(client, output.id, output.code ?? '')).output;
}

/** The token of the link in the last email to an address. */
async function undoToken(to: string): Promise<string> {
  const last = (await letters(to)).at(-1);
  const token = /undo-contact-change\?token=([\w-]+)/.exec(last?.text ?? '')?.[1];
  if (!token) throw new Error(`no link in: ${last?.text}`);
  return token;
}

/** The token of the newest link to a page. */
const linkIn = (found: Awaited<ReturnType<typeof letters>>, page: string): string | undefined =>
  found.flatMap(({ text }) => new RegExp(`${page}\\?token=([\\w-]+)`).exec(text)?.[1] ?? []).at(-1);

/** Makes the passkeys older than any change, because a newer one would require an older factor. */
const madeBefore = ({ personId }: SignedIn) =>
  sql`update identity.passkey set created_at = created_at - interval '1 hour' where person_id = ${personId}`.execute(
    test.database.sql,
  );

const undo = (token: string) => test.call(undoContactChange, { body: { token } });
const read = async (client: SignedIn) =>
  (await test.call(getClient, { params: { id: client.clientId } }, client)).output;

describe('a new email', () => {
  it('needs a code by a current method, then the code sent to the new one; the old one is notified', async () => {
    const client = await newClient(test);
    const value = newEmail();
    const first = await test.call(requestContactChange, { body: { kind: 'email', value } }, client);
    expect([first.status, first.body]).toMatchObject([
      203,
      { detail: { summary: `Change your email to ${value}` } },
    ]);
    expect(await letters(value)).toEqual([]);
    const { output } = await ask(client, 'email', value);
    expect((await read(client)).email).toBe(client.email);
    expect((await letters(value)).at(-1)?.text).toContain(output.code);
    const confirmed = await confirm(client, output.id, output.code ?? '');
    expect(confirmed.output.email).toBe(value);
    expect((await letters(client.email)).at(-1)).toMatchObject({
      subject: 'Your email has changed',
      text: expect.stringContaining('For 24 hours, larger payments to payees added or changed from now on'),
    });
    const signIn = (email: string) => requestToken(createBrowser(test.url), { email, password });
    expect((await signIn(value)).status).toBe(203);
    expect((await signIn(client.email)).status).toBe(400);
  });

  it('does not reveal whether the email is another person’s: its owner gets an email and no code is correct', async () => {
    const owner = await newClient(test);
    const client = await newClient(test);
    const { output } = await ask(client, 'email', owner.email.toUpperCase());
    expect(Object.keys(output).sort()).toEqual(
      Object.keys((await ask(client, 'email', newEmail())).output).sort(),
    );
    expect((await letters(owner.email.toUpperCase())).at(-1)).toMatchObject({
      subject: 'You already have a profile with this email',
    });
    expect((await confirm(client, output.id, output.code ?? '')).body).toMatchObject({
      code: 'contact_code_wrong',
    });
    expect((await read(client)).email).toBe(client.email);
  });

  it('if two people confirm the same email concurrently one gets it', async () => {
    const value = newEmail();
    const clients = await Promise.all([newClient(test), newClient(test)]);
    const asked = await Promise.all(
      clients.map(async (client) => (await ask(client, 'email', value)).output),
    );
    const answers = await Promise.all(
      clients.map((client, place) => confirm(client, asked[place]?.id ?? '', asked[place]?.code ?? '')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('cannot be guessed: five attempts, also under concurrent calls', async () => {
    const client = await newClient(test);
    const { output } = await ask(client, 'email', newEmail());
    const code = output.code ?? '';
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => confirm(client, output.id, otherCode(code))),
    );
    const wrong = tries.filter(({ body }) => (body as { code: string }).code === 'contact_code_wrong');
    expect(wrong).toHaveLength(5);
    expect((await confirm(client, output.id, code)).body).toMatchObject({ code: 'contact_code_expired' });
  });

  it('cannot be confirmed by another person, or late', async () => {
    const client = await newClient(test);
    const stranger = await newClient(test);
    const { output } = await ask(client, 'email', newEmail());
    const code = output.code ?? '';
    expect((await confirm(stranger, output.id, code)).status).toBe(422);
    // A stranger's guesses do not use up the attempts either.
    for (let guess = 0; guess < 5; guess += 1)
      expect((await confirm(stranger, output.id, otherCode(code))).body).toMatchObject({
        code: 'contact_code_expired',
      });
    expect((await confirm(client, output.id, code)).status).toBe(200);

    const { output: late } = await ask(client, 'email', newEmail());
    await sql`update profile.contact_change set expires_at = now() where id = ${late.id}`.execute(
      test.database.sql,
    );
    expect((await confirm(client, late.id, late.code ?? '')).body).toMatchObject({
      code: 'contact_code_expired',
    });
  });
});

describe('a resent code', () => {
  it('is a new code, after the countdown; and limited per day', async () => {
    const client = await newClient(test);
    const { output } = await ask(client, 'phone', '+37120001234');
    const again = () => test.call(resendContactCode, { params: { id: output.id } }, client);
    expect((await again()).body).toMatchObject({ code: 'resend_too_soon' });
    const past = () =>
      sql`update profile.contact_change set sent_at = now() - interval '10 seconds' where id = ${output.id}`.execute(
        test.database.sql,
      );
    await past();
    const renewed = await again();
    expect(renewed.output.code).not.toBe(output.code);
    expect((await confirm(client, output.id, output.code ?? '')).status).toBe(422);
    for (let sent = 2; sent < 20; sent += 1) {
      await past();
      expect((await again()).status).toBe(200);
    }
    await past();
    expect((await again()).status).toBe(429);
  });
});

it.each([
  ['email', 'nobody', 400],
  ['email', 'a b@c.de', 400],
  ['phone', '20001234', 400],
  ['phone', '+0123456789', 400],
  ['phone', '+371 20001234', 400],
] as const)('%s %s is refused by its field', async (kind, value, status) => {
  const client = await newClient(test);
  const answer = await ask(client, kind, value);
  expect([answer.status, answer.body]).toMatchObject([status, { detail: [{ field: 'Value' }] }]);
});

describe('undoing', () => {
  it('reverses all changes of a thief since, and ends every session', async () => {
    const client = await newClient(test, { phone: '+37120000001' });
    const first = newEmail();
    await change(client, 'email', first);
    await change(client, 'phone', '+37120000666');
    await change(client, 'email', newEmail());
    const thiefsLink = await undoToken(first);
    const link = await undoToken(client.email);
    expect((await undo(link)).output).toEqual({ kind: 'email' });
    expect((await test.call(testToken, {}, client)).status).toBe(401);
    const { rows } =
      await sql`select email, phone from identity.person where id = ${client.personId}`.execute(
        test.database.sql,
      );
    expect(rows).toEqual([{ email: client.email, phone: '+37120000001' }]);
    expect((await letters(client.email)).at(-1)?.subject).toBe('Your contact details are restored');
    // Neither link works again: not the owner's, and not the one sent to the thief's address.
    expect((await undo(link)).body).toMatchObject({ code: 'undo_expired' });
    expect((await undo(thiefsLink)).body).toMatchObject({ code: 'undo_expired' });
    const again = await requestToken(createBrowser(test.url), { email: client.email, password });
    expect(again.status).toBe(203);
  });

  it('turns SMS codes off again where there was no phone before', async () => {
    const client = await newClient(test);
    await change(client, 'phone', '+37120000666');
    await confirmed(client.browser, 'PUT', '/factors/message-codes', { Email: true, Sms: true });
    const link = linkIn(await letters(client.email), 'undo-contact-change');
    expect((await undo(link ?? '')).status).toBe(200);
    const asked = await requestToken(createBrowser(test.url), { email: client.email, password });
    expect(challengeOf(asked)).toMatchObject({ sent_via: 'email', methods: ['email'] });
  });

  it('takes away the factors that the thief added since, and links to a new password; older ones stay', async () => {
    const client = await newClient(test, { phone: '+37120000001' });
    await change(client, 'phone', '+37120000666');
    const { authenticator: own } = await addPasskey(client.browser);
    await madeBefore(client);
    const begin = (headers = {}) => client.browser.send('POST', '/factors/passkey-enrolments', { headers });
    const asked = challengeOf(await begin());
    const proven = await prove(client.browser, asked, own.sign(asked.passkey?.challenge ?? ''));
    const { proof } = proven.body as { proof: string };
    const { authenticator: thiefs } = await finishPasskey(
      client.browser,
      await begin({ 'x-tfa-code': proof }),
    );
    await test.call(requestPasswordReset, { body: { email: client.email } });
    const reset = await until(
      async () => linkIn(await letters(client.email), 'resetpassword'),
      (token) => token !== undefined,
    );
    const link = linkIn(await letters(client.email), 'undo-contact-change');
    expect((await undo(link ?? '')).status).toBe(200);
    const body = { token: reset ?? '', password: 'a kettle on the windowsill' };
    expect((await test.call(resetPassword, { body })).body).toMatchObject({ code: 'reset_link_expired' });
    const answers = [];
    for (const authenticator of [thiefs, own])
      answers.push((await signInByPasskey(createBrowser(test.url), authenticator)).body);
    expect(answers).toMatchObject([{ code: 'passkey_refused' }, { code: 'passkey_needs_password' }]);
  });

  it.each([
    ['the password in a known browser', 'insert on identity.throttle', 400],
    ['a passkey', 'insert on identity.spent_challenge', 422],
  ] as const)('ends a sign-in that is under way with %s', async (_what, held, status) => {
    const client = await newClient(test, { phone: '+37120000001' });
    await change(client, 'phone', '+37120000666');
    const { authenticator } = await addPasskey(client.browser);
    await madeBefore(client);
    const link = linkIn(await letters(client.email), 'undo-contact-change');
    const sign = () =>
      status === 400
        ? requestToken(client.browser, { email: client.email, password })
        : signInByPasskey(client.browser, authenticator);
    // The control: without the undo it succeeds.
    expect((await sign()).status).toBe(200);
    const writes = await holdWrites(test.database, held);
    const signingIn = sign();
    await writes.untilOneWaits();
    expect((await undo(link ?? '')).status).toBe(200);
    await writes.release();
    expect((await signingIn).status).toBe(status);
  });

  it('works for a day', async () => {
    const client = await newClient(test);
    await change(client, 'email', newEmail());
    const link = await undoToken(client.email);
    await sql`update profile.contact_change set confirmed_at = confirmed_at - interval '25 hours' where person_id = ${client.personId}`.execute(
      test.database.sql,
    );
    expect((await undo(link)).status).toBe(422);
    expect((await undo('nothing')).status).toBe(422);
  });
});
