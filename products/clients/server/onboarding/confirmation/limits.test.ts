/** How often an applicant may guess and request messages, and which of two links and drafts counts. */
import { randomUUID } from 'node:crypto';
import {
  confirmEmail,
  confirmEmailByLink,
  confirmPhone,
  getOnboarding,
  savePerson,
  sendEmailCode,
  sendPhoneCode,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  type Applicant,
  askForCode,
  createClientIn,
  endCountdown,
  person,
  registerApplicant,
} from '@calmly/server/test/support/clients/joining/applicant.ts';
import { auditedActions } from '@calmly/server/test/support/clients/joining/kyc.ts';
import { lettersTo, otherCode } from '@calmly/server/test/support/clients/letters.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Answers to this many wrong codes. */
async function guess(
  applicant: Applicant,
  endpoint: typeof confirmEmail | typeof confirmPhone,
  { code, times }: { readonly code: string; readonly times: number },
): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let guesses = 0; guesses < times; guesses += 1)
    answers.push((await app.call(endpoint, { body: { code: otherCode(code) } }, applicant)).body);
  return answers;
}

/** The tokens of the confirmation links sent to an address, oldest first. */
async function linksTo(email: string): Promise<string[]> {
  const letters = await lettersTo(app.database.sql, email);
  return letters.flatMap(({ text }) => /confirm\?token=([\w-]+)/.exec(text)?.[1] ?? []);
}

test('wrong codes before a right one do not count against the next step', async () => {
  const anna = await registerApplicant(app);
  await app.call(savePerson, { body: person }, anna);
  await guess(anna, confirmEmail, { code: await askForCode(app, anna, sendEmailCode), times: 5 });
  const emailed = await askForCode(app, anna, sendEmailCode);
  await guess(anna, confirmEmail, { code: emailed, times: 3 });
  expect((await app.call(confirmEmail, { body: { code: emailed } }, anna)).status).toBe(200);
  const texted = await askForCode(app, anna, sendPhoneCode);
  for (const answer of await guess(anna, confirmPhone, { code: texted, times: 4 }))
    expect(answer).toMatchObject({ code: 'contact_code_wrong' });
  expect((await app.call(confirmPhone, { body: { code: texted } }, anna)).status).toBe(200);
});

test('the answer to a wrong code says how many attempts remain in total, not only for this code', async () => {
  const anna = await registerApplicant(app);
  await guess(anna, confirmEmail, { code: await askForCode(app, anna, sendEmailCode), times: 4 });
  await guess(anna, confirmEmail, { code: await askForCode(app, anna, sendEmailCode), times: 4 });
  const code = await askForCode(app, anna, sendEmailCode);
  expect(await guess(anna, confirmEmail, { code, times: 2 })).toMatchObject([
    { code: 'contact_code_wrong', detail: expect.stringContaining('1 ') },
    { code: 'contact_code_wrong', detail: expect.stringContaining('0 ') },
  ]);
});

test('a person has twenty numbers texted, however many they are, and then has to wait', async () => {
  const anna = await createClientIn(app, 'EMAIL_CONFIRMED');
  const ask = async (number: number) => {
    await endCountdown(app, anna.clientId);
    return app.call(sendPhoneCode, { body: { phone: `+3712000${number}` } }, anna);
  };
  for (let number = 1_000; number < 1_020; number += 1) expect((await ask(number)).status).toBe(200);
  const refused = await ask(1_020);
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'too_many_requests' }]);
  expect(await lettersTo(app.database.sql, '+37120001020')).toEqual([]);
});

test('an address in capitals counts as the same address', async () => {
  const email = `${randomUUID()}@test.example`;
  for (let round = 0; round < 6; round += 1) {
    await registerApplicant(app, { email });
    await registerApplicant(app, { email: email.toUpperCase() });
  }
  const sent = await Promise.all([email, email.toUpperCase()].map((to) => lettersTo(app.database.sql, to)));
  expect(sent.flat()).toHaveLength(10);
});

test('the link of the first email still works after another code was requested', async () => {
  const anna = await registerApplicant(app);
  await askForCode(app, anna, sendEmailCode);
  const [first = ''] = await linksTo(anna.email);
  expect((await app.call(confirmEmailByLink, { body: { token: first } })).output).toEqual({
    email: anna.email,
  });
  expect(await auditedActions(app, anna.clientId)).toContain('email.confirmed');
});

test('of two drafts with one address only the one whose link is opened first gets it', async () => {
  const email = `${randomUUID()}@test.example`;
  const drafts = [await registerApplicant(app, { email }), await registerApplicant(app, { email })];
  const answers: Array<[number, unknown]> = [];
  for (const token of await linksTo(email)) {
    const { status, body } = await app.call(confirmEmailByLink, { body: { token } });
    answers.push([status, (body as { code?: string }).code]);
  }
  expect(answers).toEqual([
    [200, undefined],
    [422, 'link_expired'],
  ]);
  const confirmed = await Promise.all(
    drafts.map(async (draft) => (await app.call(getOnboarding, {}, draft)).output.emailConfirmed),
  );
  expect(confirmed).toEqual([true, false]);
});
