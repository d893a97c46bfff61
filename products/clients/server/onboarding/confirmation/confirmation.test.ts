import { randomUUID } from 'node:crypto';
import {
  confirmEmail,
  confirmEmailByLink,
  confirmPhone,
  getClient,
  getOnboarding,
  saveCompany,
  savePerson,
  sendEmailCode,
  sendPhoneCode,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  type Applicant,
  askForCode,
  company,
  createClientIn,
  endCountdown,
  person,
  registerApplicant,
} from '@calmly/server/test/support/clients/joining/applicant.ts';
import { lettersTo, otherCode } from '@calmly/server/test/support/clients/letters.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const stateOf = async (applicant: Applicant) =>
  (await app.call(getClient, { params: { id: applicant.clientId } }, applicant)).output.state;
const execute = (statement: string) => query.raw(statement).execute(app.database.sql);

async function tokenIn(email: string): Promise<string> {
  const letters = await lettersTo(app.database.sql, email);
  return /confirm\?token=([\w-]+)/.exec(letters.at(-1)?.text ?? '')?.[1] ?? '';
}

/** A draft with the person entered, so that only the address is missing. */
async function completeDraft(email?: string): Promise<Applicant> {
  const draft = await registerApplicant(app, email === undefined ? {} : { email });
  await app.call(savePerson, { body: person }, draft);
  return draft;
}

test('the emailed code continues, once; afterwards the step is complete', async () => {
  const anna = await completeDraft();
  const code = await askForCode(app, anna, sendEmailCode);
  const confirmed = await app.call(confirmEmail, { body: { code } }, anna);
  expect(confirmed.output.emailConfirmed).toBe(true);
  expect(await stateOf(anna)).toBe('EMAIL_CONFIRMED');
  const again = await app.call(confirmEmail, { body: { code } }, anna);
  expect([again.status, again.body]).toMatchObject([409, { code: 'state_moved' }]);
});

test('a confirmation sent twice concurrently is done once', async () => {
  const anna = await completeDraft();
  const code = await askForCode(app, anna, sendEmailCode);
  const answers = await Promise.all([1, 2, 3].map(() => app.call(confirmEmail, { body: { code } }, anna)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

// Control: without `tries < 5` in countTry, the sixth, correct code is accepted.
test('a code has five attempts, then even the correct one is refused; a new one works', async () => {
  const anna = await completeDraft();
  const code = await askForCode(app, anna, sendEmailCode);
  for (const left of [4, 3, 2, 1, 0]) {
    const refused = await app.call(confirmEmail, { body: { code: otherCode(code) } }, anna);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'contact_code_wrong', detail: expect.stringContaining(`${left} `) as string },
    ]);
  }
  const dead = await app.call(confirmEmail, { body: { code } }, anna);
  expect([dead.status, dead.body]).toMatchObject([422, { code: 'contact_code_expired' }]);
  const fresh = await askForCode(app, anna, sendEmailCode);
  expect((await app.call(confirmEmail, { body: { code: fresh } }, anna)).status).toBe(200);
});

// D1. Control: with a count per code only, the loop below would never end.
test('requesting new codes gives no more guesses: after ten wrong ones the person has to wait', async () => {
  const anna = await completeDraft();
  let code = '';
  for (let guess = 0; guess < 10; guess += 1) {
    if (guess % 5 === 0) code = await askForCode(app, anna, sendEmailCode);
    const refused = await app.call(confirmEmail, { body: { code: otherCode(code) } }, anna);
    expect(refused.body).toMatchObject({ code: 'contact_code_wrong' });
  }
  code = await askForCode(app, anna, sendEmailCode);
  const locked = await app.call(confirmEmail, { body: { code } }, anna);
  expect([locked.status, locked.body]).toMatchObject([429, { code: 'codes_locked' }]);
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800);
});

test('twenty parallel guesses are counted one by one', async () => {
  const anna = await completeDraft();
  const code = await askForCode(app, anna, sendEmailCode);
  const guesses = Array.from({ length: 20 }, () =>
    app.call(confirmEmail, { body: { code: otherCode(code) } }, anna),
  );
  const codes = (await Promise.all(guesses)).map(({ body }) => (body as { code: string }).code);
  expect(codes.filter((one) => one === 'contact_code_wrong')).toHaveLength(5);
  expect(codes.filter((one) => one === 'contact_code_expired')).toHaveLength(15);
});

test('an expired code is refused', async () => {
  const anna = await completeDraft();
  const code = await askForCode(app, anna, sendEmailCode);
  await execute(`update onboarding.contact_code set expires_at = now() where client_id = '${anna.clientId}'`);
  const refused = await app.call(confirmEmail, { body: { code } }, anna);
  expect(refused.body).toMatchObject({ code: 'contact_code_expired' });
});

test('another code may be requested after nine seconds, and then only the new one is correct', async () => {
  const startedAtMs = performance.now();
  const anna = await completeDraft();
  // As if the code were sent an hour from now, so that the nine seconds do not end before the next call, however slow the machine is.
  const shift = (by: string) =>
    execute(
      `update onboarding.contact_code set sent_at = sent_at + interval '${by}' where client_id = '${anna.clientId}'`,
    );
  await shift('1 hour');
  const soon = await app.call(sendEmailCode, { body: {} }, anna);
  const elapsedSeconds = Math.ceil((performance.now() - startedAtMs) / 1000);
  expect([soon.status, soon.body]).toMatchObject([429, { code: 'resend_too_soon' }]);
  const left = Number(soon.headers.get('retry-after')) - 3_600;
  expect(left).toBeLessThanOrEqual(9);
  expect(left).toBeGreaterThanOrEqual(9 - elapsedSeconds);
  await shift('-1 hour');
  await endCountdown(app, anna.clientId);
  const first = (await app.call(sendEmailCode, { body: {} }, anna)).output;
  expect(first).toMatchObject({ sentTo: anna.email, resendIn: 9, expiresIn: 600 });
  const second = await askForCode(app, anna, sendEmailCode);
  expect((await app.call(confirmEmail, { body: { code: first.code ?? '' } }, anna)).status).toBe(
    first.code === second ? 200 : 422,
  );
});

test('a mistyped address is corrected: its code counts, the old one’s link does not', async () => {
  const wrong = `${randomUUID()}@test.example`;
  const right = `${randomUUID()}@test.example`;
  const anna = await completeDraft(wrong);
  await endCountdown(app, anna.clientId);
  const { output } = await app.call(sendEmailCode, { body: { email: right } }, anna);
  expect(output.sentTo).toBe(right);
  const old = await app.call(confirmEmailByLink, { body: { token: await tokenIn(wrong) } });
  expect([old.status, old.body]).toMatchObject([422, { code: 'link_expired' }]);
  const confirmed = await app.call(confirmEmail, { body: { code: output.code ?? '' } }, anna);
  expect(confirmed.output.email).toBe(right);
});

test('the emailed link confirms in any browser, without a session; opened again it answers the same', async () => {
  const anna = await completeDraft();
  const token = await tokenIn(anna.email);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await app.call(confirmEmailByLink, { body: { token } })).output).toEqual({ email: anna.email });
  expect(await stateOf(anna)).toBe('EMAIL_CONFIRMED');
  expect((await app.call(confirmEmailByLink, { body: { token } })).output).toEqual({ email: anna.email });
});

test('an expired or invalid link says so', async () => {
  const anna = await completeDraft();
  const token = await tokenIn(anna.email);
  await execute(`update onboarding.email_link set expires_at = now() where client_id = '${anna.clientId}'`);
  for (const one of [token, 'x'.repeat(43), '', '../etc'])
    expect((await app.call(confirmEmailByLink, { body: { token: one } })).body).toMatchObject({
      code: 'link_expired',
    });
  expect(await stateOf(anna)).toBe('DRAFT');
});

test('if confirmed before the person is entered, the draft continues when that is done', async () => {
  const anna = await registerApplicant(app, { kind: 'company' });
  await app.call(confirmEmailByLink, { body: { token: await tokenIn(anna.email) } });
  expect((await app.call(getOnboarding, {}, anna)).output.emailConfirmed).toBe(true);
  expect(await stateOf(anna)).toBe('DRAFT');
  expect((await app.call(sendEmailCode, { body: {} }, anna)).body).toMatchObject({ code: 'state_moved' });
  await app.call(savePerson, { body: person }, anna);
  expect(await stateOf(anna)).toBe('DRAFT');
  await app.call(saveCompany, { body: company }, anna);
  expect(await stateOf(anna)).toBe('EMAIL_CONFIRMED');
});

// Control: without the lock in isEmailTaken both pass it, and the second answers 500.
test('of two drafts that confirm one address concurrently one gets it; the other is notified only by email', async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = `${randomUUID()}@test.example`;
    const drafts = [await completeDraft(email), await completeDraft(email)];
    const codes: string[] = [];
    for (const draft of drafts) codes.push(await askForCode(app, draft, sendEmailCode));
    const answers = await Promise.all(
      drafts.map((draft, index) => app.call(confirmEmail, { body: { code: codes[index] ?? '' } }, draft)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const loser = answers.find(({ status }) => status === 422);
    expect(loser?.body).toMatchObject({ code: 'contact_code_wrong' });
    expect((await lettersTo(app.database.sql, email)).at(-1)?.subject).toBe(
      'You already have a Calmly profile',
    );
  }
});

test('the phone is confirmed by SMS, at the number that was requested last', async () => {
  const anna = await createClientIn(app, 'EMAIL_CONFIRMED');
  const early = await app.call(confirmPhone, { body: { code: '123456' } }, anna);
  expect(early.body).toMatchObject({ code: 'contact_code_expired' });
  const { output } = await app.call(sendPhoneCode, { body: { phone: '+37120000678' } }, anna);
  expect(output).toMatchObject({ sentTo: '+37120000678', resendIn: 9, expiresIn: 300 });
  const texts = await lettersTo(app.database.sql, '+37120000678');
  expect(texts.at(-1)?.text).toContain(output.code);
  const confirmed = await app.call(confirmPhone, { body: { code: output.code ?? '' } }, anna);
  expect(confirmed.output.phone).toBe('+37120000678');
  expect(await stateOf(anna)).toBe('SMS_CONFIRMED');
});

test('SMS cost money: after ten to one number there is a pause, which is announced', async () => {
  const anna = await createClientIn(app, 'EMAIL_CONFIRMED');
  const ask = async () => {
    await endCountdown(app, anna.clientId);
    return app.call(sendPhoneCode, { body: {} }, anna);
  };
  for (let sends = 0; sends < 10; sends += 1) expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'too_many_requests' }]);
  expect(await lettersTo(app.database.sql, anna.phone)).toHaveLength(10);
});

// D4. Control: the sandbox’s answers above do show it.
test('outside the sandbox no response shows a code', async () => {
  const real = await startTestApp({
    config: { sandbox: { enabled: false, railDelayMs: 0, paymentsPerHour: 60, seed: 'tests' } },
  });
  try {
    const anna = await registerApplicant(real);
    await endCountdown(real, anna.clientId);
    const { output } = await real.call(sendEmailCode, { body: {} }, anna);
    expect(output.code).toBeUndefined();
  } finally {
    await real.close();
  }
});

test('the applicant is shown the outbox only where no message leaves the machine', async () => {
  const anna = await registerApplicant(app);
  expect((await app.call(getOnboarding, {}, anna)).output.hasOutbox).toBe(true);
  const smtp = { url: 'smtp://127.0.0.1:9', from: 'no-reply@calmly.example' };
  const mailed = await startTestApp({ config: { smtp } });
  try {
    const ben = await registerApplicant(mailed);
    expect((await mailed.call(getOnboarding, {}, ben)).output.hasOutbox).toBe(false);
  } finally {
    await mailed.close();
  }
});
