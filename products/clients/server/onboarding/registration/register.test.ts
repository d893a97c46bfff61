/** Registration does not reveal who is a client (A9): each test compares a client's address with an unknown one. */
import { randomUUID } from 'node:crypto';
import { getClient, getOnboarding, saveCompany, savePerson, sendEmailCode } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import {
  applicantPassword,
  company,
  createClientIn,
  endCountdown,
  person,
  registerApplicant,
  sendRegistration,
} from '@calmly/server/test/support/clients/joining/applicant.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import {
  createBrowser,
  type Reply,
  requestToken,
  signIn,
} from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const unknown = () => `${randomUUID()}@test.example`;
const subjectsTo = async (recipient: string) =>
  (await lettersTo(app.database.sql, recipient)).map(({ subject }) => subject);

/** An answer without its random values: names, status and order stay. */
const shapeOf = ({ status, headers, body }: Reply) => ({
  status,
  headers: [...headers]
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => [name, value.replaceAll(/cal_[\w-]+|[\w-]{36,}/g, '…')]),
  body: JSON.stringify(body).replaceAll(/"cal_[^"]+"|"[0-9a-f-]{36}"|[\w-]+@test\.example|"\d{6}"/g, '…'),
});

// Control: answering 409 for a known address makes these differ.
test('a known address and an unknown one get the same response: status, headers, cookies, body', async () => {
  const known = await newClient(app);
  const strange = unknown();
  const answers = [];
  for (const email of [known.email, strange])
    answers.push(await sendRegistration(createBrowser(app.url), { email }));
  expect(shapeOf(answers[0] as Reply)).toEqual(shapeOf(answers[1] as Reply));
  expect(answers[0]?.status).toBe(201);
  expect(await subjectsTo(strange)).toEqual(['Confirm your email']);
  expect((await subjectsTo(known.email)).at(-1)).toBe('You already have a Calmly profile');
});

test('a draft with a known address has the same rights, but no code is ever correct for it', async () => {
  const known = await newClient(app);
  const shapes = [];
  for (const email of [known.email, unknown()]) {
    const draft = await registerApplicant(app, { email });
    await app.call(savePerson, { body: person }, draft);
    await endCountdown(app, draft.clientId);
    const sent = await draft.browser.send('POST', '/onboarding/email-code', { body: {} });
    const { Code } = sent.body as { Code: string };
    const wrong = String((Number(Code) + 1) % 1_000_000).padStart(6, '0');
    const refused = await draft.browser.send('POST', '/onboarding/email-confirmation', {
      body: { Code: wrong },
    });
    shapes.push([shapeOf(sent), shapeOf(refused)]);
    const right = await draft.browser.send('POST', '/onboarding/email-confirmation', { body: { Code } });
    if (email === known.email) {
      expect([right.status, right.body]).toMatchObject([422, { code: 'contact_code_wrong' }]);
      const { output } = await app.call(getOnboarding, {}, draft);
      expect(output.emailConfirmed).toBe(false);
    } else expect(right.status).toBe(200);
  }
  expect(shapes[0]).toEqual(shapes[1]);
});

test('the email to the owner contains no code and no link that confirms', async () => {
  const known = await newClient(app);
  await registerApplicant(app, { email: known.email.toUpperCase() });
  const letters = await lettersTo(app.database.sql, known.email.toUpperCase());
  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).not.toMatch(/\d{6}|token=/);
  expect(letters[0]?.text).toContain('http://portal.test/login');
});

test('many may register with an unused address, and the person who confirms it gets it', async () => {
  const email = unknown();
  const first = await createClientIn(app, 'DRAFT', { email });
  const second = await createClientIn(app, 'SMS_CONFIRMED', { email });
  await app.call(savePerson, { body: person }, first);
  await endCountdown(app, first.clientId);
  const { output } = await app.call(sendEmailCode, { body: {} }, first);
  const refused = await first.browser.send('POST', '/onboarding/email-confirmation', {
    body: { Code: output.code },
  });
  expect(refused.body).toMatchObject({ code: 'contact_code_wrong' });
  const signedIn = await signIn(app.url, { email, password: applicantPassword });
  expect(signedIn.clientId).toBe(second.clientId);
});

test('while an address is unconfirmed, a browser signs in to its own draft, another one to the newest', async () => {
  const email = unknown();
  const first = await registerApplicant(app, { email });
  const second = await registerApplicant(app, { email });
  const again = await requestToken(first.browser, { email, password: applicantPassword });
  expect([again.status, again.body]).toMatchObject([200, { ClientId: first.clientId }]);
  const elsewhere = await signIn(app.url, { email, password: applicantPassword });
  expect(elsewhere.clientId).toBe(second.clientId);
});

test('the client starts in DRAFT, without another person’s rights, in the language of the registration', async () => {
  const anna = await registerApplicant(app, { locale: 'ru' });
  const { output } = await app.call(getClient, { params: { id: anna.clientId } }, anna);
  expect(output).toMatchObject({ state: 'DRAFT', role: 'INDIVIDUAL', accountType: null, language: 'ru' });
  expect(await subjectsTo(anna.email)).toEqual(['Подтвердите почту']);
});

test.each([
  ['password', 'short', { Password: 'short' }],
  ['password', 'common', { Password: 'password1234' }],
  ['e-mail', 'without a domain', { Email: 'anna@' }],
  ['e-mail', 'with a colon, which no sign-in could carry', { Email: 'an:na@test.example' }],
  ['telephone', 'without a country', { Phone: '55501142' }],
  ['kind', 'unknown', { Kind: 'bank' }],
])('a %s that is %s is named as the invalid field', async (_field, _why, change) => {
  const [name = ''] = Object.keys(change);
  const body = { Email: unknown(), Password: applicantPassword, Phone: '+37255501142', Kind: 'individual' };
  const reply = await createBrowser(app.url).send('POST', '/registrations', { body: { ...body, ...change } });
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ code: 'invalid_request', detail: [{ field: name }] });
});

// A5. Control: if unknown fields were dropped instead of refused, each of these would be a 201 or 200.
test('only the requested fields can be written', async () => {
  const columns = [
    'State',
    'Role',
    'Id',
    'ClientId',
    'Grade',
    'AccountType',
    'email_confirmed_at',
    'admin_role',
    '__proto__',
  ];
  const anna = await registerApplicant(app, { kind: 'company' });
  const bodies: ReadonlyArray<readonly [string, string, object]> = [
    [
      'POST',
      '/registrations',
      { Email: unknown(), Password: applicantPassword, Phone: '+37255501142', Kind: 'individual' },
    ],
    [
      'PUT',
      '/onboarding/person',
      { FirstName: 'A', LastName: 'B', DateOfBirth: 0, CountryCitizenship: 'EE', CountryOfResidence: 'EE' },
    ],
    ['PUT', '/onboarding/company', { CompanyName: 'A', RegistrationNumber: '1', Country: 'EE' }],
    ['POST', '/onboarding/email-code', {}],
    ['PUT', '/onboarding/account', { AccountType: 'personal', CardType: 'none' }],
  ];
  const before = await snapshot();
  for (const [method, path, body] of bodies)
    for (const column of columns.filter((name) => !(name in body && name !== '__proto__'))) {
      const text = JSON.stringify(body).replace(
        /\}$/,
        `${Object.keys(body).length > 0 ? ',' : ''}"${column}":"ACTIVE"}`,
      );
      const reply = await anna.browser.send(method, path, { body: text });
      expect([path, column, reply.status]).toEqual([path, column, 400]);
    }
  expect(await snapshot()).toEqual(before);
});

async function snapshot(): Promise<unknown[]> {
  const { rows } = await query`
    select to_jsonb(c) as client, to_jsonb(p) as person, to_jsonb(a) as application
    from identity.client c join identity.person p on p.id = c.holder_id
    left join onboarding.application a on a.client_id = c.id order by c.id
  `.execute(app.database.sql);
  return rows;
}

test('an individual has no company to save', async () => {
  const anna = await registerApplicant(app);
  const refused = await app.call(saveCompany, { body: company }, anna);
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'state_moved' }]);
});

test('only its own session reads an application', async () => {
  const client = await newClient(app);
  expect((await app.call(getOnboarding, {}, client)).status).toBe(404);
  expect((await app.call(getOnboarding)).status).toBe(401);
});

test('emails are limited, by recipient and by IP address; the response stays the same', async () => {
  const capped = await startTestApp({
    config: { rateLimits: { anonymousPerMinute: 0, clientPerMinute: 0, signUpMessages: 12 } },
  });
  try {
    const email = unknown();
    const statuses = [];
    for (let round = 0; round < 11; round += 1)
      statuses.push((await sendRegistration(createBrowser(capped.url), { email })).status);
    expect(statuses).toEqual(Array.from({ length: 11 }, () => 201));
    expect(await lettersTo(capped.database.sql, email)).toHaveLength(10);
    // Two more from this network address; the recipients do not matter.
    const others = [unknown(), unknown(), unknown()];
    for (const other of others) await sendRegistration(createBrowser(capped.url), { email: other });
    const sent = await Promise.all(others.map((other) => lettersTo(capped.database.sql, other)));
    expect(sent.map((letters) => letters.length)).toEqual([1, 1, 0]);
  } finally {
    await capped.close();
  }
});

test('a short password is refused with a message that says what to do', async () => {
  const reply = await createBrowser(app.url).send('POST', '/registrations', {
    body: { Email: unknown(), Password: 'lemon-9', Phone: '+37255501142', Kind: 'individual' },
  });
  expect([reply.status, reply.body]).toMatchObject([
    400,
    {
      detail: [
        { field: 'Password', message: 'Use at least 12 characters. A short sentence is a good password.' },
      ],
    },
  ]);
});
