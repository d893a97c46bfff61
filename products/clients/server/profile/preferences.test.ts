/** Language, theme and terms over HTTP: preferences follow the person to every device, and accepted terms are recorded. */
import {
  acceptTerms,
  getClient,
  listTermsAcceptances,
  savePreferences,
  termsVersions,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, password, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { signIn } from '@calmly/server/test/support/processes/browser.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const read = async (client: Pick<SignedIn, 'clientId' | 'token'>) =>
  (await test.call(getClient, { params: { id: client.clientId } }, client)).output;

it('language and theme follow the person to another device; unnamed ones stay', async () => {
  const client = await newClient(test);
  expect(await read(client)).toMatchObject({ language: null, theme: null });
  await test.call(savePreferences, { body: { language: 'ru' } }, client);
  await test.call(savePreferences, { body: { theme: 'dark' } }, client);
  const { token } = await signIn(test.url, { email: client.email, password });
  expect(await read({ ...client, token })).toMatchObject({ language: 'ru', theme: 'dark' });
  const { rows } = await sql`
    select details from platform.audit where client_id = ${client.clientId} and action = 'preferences.changed' order by id
  `.execute(test.database.sql);
  expect(rows).toEqual([
    { details: { language: 'ru', theme: null } },
    { details: { language: null, theme: 'dark' } },
  ]);
});

it('new versions of terms need acceptance again, and earlier acceptances stay on record', async () => {
  const client = await newClient(test, { termsAccepted: false });
  await sql`
    insert into identity.terms_acceptance (client_id, product, version, person_id, accepted_at)
    values (${client.clientId}, 'main', '3.0', ${client.personId}, now() - interval '1 year')
  `.execute(test.database.sql);
  expect((await read(client)).acceptedTerms.main?.version).toBe('3.0');
  const accept = (version: string) =>
    test.call(acceptTerms, { body: { main: { version, read: true as const } } }, client);
  expect((await accept('3.0')).body).toMatchObject({ code: 'terms_outdated' });
  expect((await accept(termsVersions.main)).output.acceptedTerms.main?.version).toBe(termsVersions.main);
  await accept(termsVersions.main);

  const list = async (query: { limit?: number; cursor?: string } = {}) =>
    (await test.call(listTermsAcceptances, { query }, client)).output;
  expect((await list()).Items).toMatchObject([
    { product: 'main', version: termsVersions.main, acceptedBy: 'Anna Tamm' },
    { product: 'main', version: '3.0', acceptedBy: 'Anna Tamm' },
  ]);
  const first = await list({ limit: 1 });
  const second = await list({ limit: 1, cursor: first.NextCursor ?? '' });
  expect([first.Items[0]?.version, second.Items[0]?.version, second.NextCursor]).toEqual([
    termsVersions.main,
    '3.0',
    null,
  ]);
  const { rows } = await sql`
    select details from platform.audit where client_id = ${client.clientId} and action = 'terms.accepted'
  `.execute(test.database.sql);
  expect(rows).toEqual([{ details: { product: 'main', version: termsVersions.main } }]);
});

it('terms accepted concurrently appear once each across pages; an unknown cursor is an invalid field', async () => {
  const client = await newClient(test, { termsAccepted: false });
  const body = { main: { version: '4.0', read: true }, iban_mdle: { version: '4.0', read: true } } as const;
  await test.call(acceptTerms, { body }, client);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 1, ...(cursor && { cursor }) };
    const { output } = await test.call(listTermsAcceptances, { query }, client);
    seen.push(...output.Items.map(({ product }) => product));
    cursor = output.NextCursor ?? undefined;
  } while (cursor);
  expect(seen.sort()).toEqual(['iban_mdle', 'main']);
  expect((await test.call(listTermsAcceptances, { query: { cursor: 'x' } }, client)).status).toBe(400);
});
