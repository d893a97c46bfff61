import { acceptTerms, type clientStates, getClient, listCountries, termsVersions } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { type Browser, type Login, signIn } from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clientName, createPersonClient } from '../index.ts';

let app: TestApp;
let login: Login;
let browser: Browser;
let token: string;
let clientId: string;
let number: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const createClient = async (input: Login) =>
  createPersonClient(
    { sql: app.database.sql, now: new Date(), newId },
    {
      ...input,
      firstName: 'Anna',
      lastName: 'Ozola',
      residence: 'LV',
      phone: '+37120000678',
      termsAccepted: false,
    },
  );

beforeEach(async () => {
  login = { email: `anna.${newId()}@demo.calmly.example`, password: 'more-payments-less-stress' };
  ({ number } = await createClient(login));
  ({ browser, token, clientId } = await signIn(app.url, login));
});

test('a client reads their own record, with rights and accepted terms', async () => {
  const { output } = await app.call(getClient, { params: { id: clientId } }, { token });
  expect(output).toMatchObject({
    id: clientId,
    number,
    firstName: 'Anna',
    lastName: 'Ozola',
    companyName: null,
    state: 'ACTIVE' satisfies (typeof clientStates)[number],
    email: login.email,
    phone: '+37120000678',
    residence: 'LV',
    residenceCountry: 'LV',
    role: 'INDIVIDUAL',
    rights: { is_boss: true, can_request_trans: true, can_create_benef: true },
    acceptedTerms: {},
  });
});

test('another client’s record does not exist, like one that never did', async () => {
  const other = await createClient({ ...login, email: `boris.${newId()}@demo.calmly.example` });
  const foreign = await app.call(getClient, { params: { id: other.clientId } }, { token });
  const missing = await app.call(getClient, { params: { id: newId() } }, { token });
  expect(foreign.status).toBe(404);
  expect({ ...(foreign.body as object), requestId: '' }).toEqual({
    ...(missing.body as object),
    requestId: '',
  });
});

test('only the version of the terms in force can be accepted', async () => {
  const accept = (product: keyof typeof termsVersions, version: string) =>
    app.call(acceptTerms, { body: { [product]: { version, read: true } } }, { token });
  const outdated = await accept('main', '3.0');
  expect(outdated.status).toBe(422);
  expect(outdated.body).toMatchObject({ code: 'terms_outdated' });
  expect((await accept('main', termsVersions.main)).output.acceptedTerms).toEqual({
    main: { version: '4.0', read: true },
  });
  expect((await accept('main', termsVersions.main)).status).toBe(200);
  expect((await accept('cards', termsVersions.cards)).output.acceptedTerms).toEqual({
    main: { version: '4.0', read: true },
    cards: { version: '1', read: true },
  });
  for (const [product, versions] of [
    ['main', [4, '4', 4.0, '4.0']],
    ['crypto', [1, '1']],
  ] as const)
    for (const version of versions) {
      const body = { [product]: { version, read: true as const } };
      expect((await app.call(acceptTerms, { body }, { token })).output.acceptedTerms).toMatchObject({
        [product]: { version: termsVersions[product], read: true },
      });
    }
  for (const version of [3, 40, '4.00', '04', '', 4.1])
    expect((await app.call(acceptTerms, { body: { main: { version, read: true } } }, { token })).status).toBe(
      422,
    );
  const unread = await browser.send('PUT', '/accessmgmt/termsconditions', {
    body: { crypto: { version: '1', read: false } },
  });
  expect(unread.status).toBe(400);
});

test('countries come with dial codes, by name in the language of the caller', async () => {
  const english = (await app.call(listCountries)).output;
  expect(english).toContainEqual({ code: 'LV', name: 'Latvia', dialCode: '+371' });
  const russian = (await app.call(listCountries, {}, { headers: { 'accept-language': 'ru' } })).output;
  expect(russian).toContainEqual({ code: 'LV', name: 'Латвия', dialCode: '+371' });
  expect(russian.map(({ code }) => code)).not.toEqual(english.map(({ code }) => code));
});

test('a client is shown by their own name, or by the name of the company', async () => {
  expect(await clientName(app.database.sql, clientId)).toBe('Anna Ozola');
  await query`update identity.client set company_name = 'Ozola SIA', role = 'LEGAL' where id = ${clientId}`.execute(
    app.database.sql,
  );
  expect(await clientName(app.database.sql, clientId)).toBe('Ozola SIA');
});
