/** The OAuth flow of a third party, over HTTP: request, consent, exchange, and all failures. */

import { listConnections, listNotifications } from '@calmly/contract';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { actFor, newActiveCompany, newMember } from '@calmly/server/test/support/clients/companies.ts';
import {
  type ConnectedBank,
  errorOf,
  startConnectedBank,
  twoAccountsOf,
} from '@calmly/server/test/support/clients/connected/connected-bank.ts';
import {
  allow,
  comeBack,
  connect,
  exchange,
  follow,
  question,
  redirectUri,
  registerThirdParty,
  uidOf,
} from '@calmly/server/test/support/clients/connected/third-party.ts';
import { holdWrites } from '@calmly/server/test/support/held-writes.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { createBrowser } from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let bank: ConnectedBank;
beforeAll(async () => {
  bank = await startConnectedBank();
});
afterAll(() => bank.app.close());

describe('the OAuth flow', () => {
  test('an application gets access with the client’s consent and code, and sees the chosen accounts', async () => {
    const tokens = await bank.connectPenny();
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'accounts:read', expires_in: 600 });
    const { Items } = (await bank.read(tokens.access_token)).output;
    expect(Items.map(({ name }) => name)).toEqual(['Main']);
    const [newest] = await bank.connections();
    expect(newest).toMatchObject({
      application: { name: 'Penny' },
      accountIds: bank.main,
      allowedBy: 'Anna Tamm',
    });
    expect(newest?.lastUsedAt).not.toBeNull();
  });

  test('is complete when the application has its first token: only then does the client see it and get one notification', async () => {
    const { app, penny } = bank;
    const eva = await newClient(app);
    const accounts = await twoAccountsOf(app, eva);
    const listed = async () => (await app.call(listConnections, { query: {} }, eva)).output.Items.length;
    const told = async () =>
      (await app.call(listNotifications, { query: {} }, eva)).output.Items.filter(
        ({ kind }) => kind === 'application_connected',
      );
    const asked = await question(penny, { scope: 'accounts:read' });
    const answer = await comeBack(app, eva.browser, asked, [accounts[0].id]);
    expect(await listed()).toBe(0);
    const { refresh_token = '' } = await exchange(penny, asked, answer);
    expect(await listed()).toBe(1);
    await oauth.refreshTokenGrant(penny.config, refresh_token);
    await drainJobs(app);
    expect(await told()).toMatchObject([
      { params: { application: 'Penny', operator: expect.any(String), by: 'Anna Tamm' } },
    ]);
  });

  test('the metadata offers only authorization codes with PKCE', async () => {
    const metadata = bank.penny.config.serverMetadata();
    expect(metadata).toMatchObject({
      issuer: 'http://portal.test',
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      scopes_supported: ['accounts:read', 'payees:read', 'payments:request', 'payments:new-payee'],
    });
  });

  test('a pushed request works, once', async () => {
    const { verifier, state, address } = await question(bank.penny);
    const pushed = await oauth.buildAuthorizationUrlWithPAR(bank.penny.config, address.searchParams);
    const back = await comeBack(bank.app, bank.anna.browser, { verifier, state, address: pushed }, bank.main);
    expect((await exchange(bank.penny, { verifier, state, address }, back)).access_token).toMatch(/^cal_ca_/);
    const again = await follow(bank.anna.browser, pushed);
    expect(uidOf(again)).toBe('');
  });

  test('a public application gets access with PKCE alone', async () => {
    const app2 = await registerThirdParty(bank.app, { name: 'Pocket', isPublic: true });
    const tokens = await connect(bank.app, app2, bank.anna.browser, { accountIds: bank.main });
    expect((await bank.read(tokens.access_token)).status).toBe(200);
  });

  test('a refusal returns to the application and ends the request', async () => {
    const { address, state } = await question(bank.penny);
    const uid = uidOf(await follow(bank.anna.browser, address));
    const refused = await bank.anna.browser.send('DELETE', `/connectionrequests/${uid}`);
    const back = await follow(
      bank.anna.browser,
      bank.app.url + (refused.body as { ReturnTo: string }).ReturnTo,
    );
    expect(`${back.origin}${back.pathname}`).toBe(redirectUri);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state });
    expect((await allow(bank.anna.browser, uid, bank.main)).status).toBe(404);
  });
});

describe('a request', () => {
  test.each([
    ['another redirect URI', { redirect_uri: 'https://penny.example/back/' }, 'invalid_redirect_uri'],
    ['one that only begins the same', { redirect_uri: `${redirectUri}.evil` }, 'invalid_redirect_uri'],
    ['an unknown application', { client_id: '018f0000-0000-7000-8000-000000000000' }, 'invalid_client'],
    ['an id that is none', { client_id: 'penny' }, 'invalid_client'],
  ])('with %s ends on our own page, never at that address', async (_, change, error) => {
    const { address } = await question(bank.penny, change);
    for (const [name, value] of Object.entries(change)) address.searchParams.set(name, value);
    const end = await follow(createBrowser(bank.app.url), address);
    expect(end.href).toBe(`${bank.app.url}/oauth/error?error=${error}`);
  });

  test.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['without the challenge of its PKCE', { code_challenge: '' }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for an immediate token', { response_type: 'token' }, 'invalid_request'],
    ['with a scope that does not exist', { scope: 'accounts:write' }, 'invalid_scope'],
    ['with one that does and one that does not', { scope: 'accounts:read openid' }, 'invalid_scope'],
    ['by a self-submitting form', { response_mode: 'form_post' }, 'invalid_request'],
  ])('%s is refused', async (_, change, error) => {
    const { address } = await question(bank.penny);
    for (const [name, value] of Object.entries(change))
      if (value === '') address.searchParams.delete(name);
      else address.searchParams.set(name, value);
    const end = await follow(createBrowser(bank.app.url), address);
    expect(end.searchParams.get('error') ?? new URLSearchParams(end.hash.slice(1)).get('error')).toBe(error);
  });

  test('belongs to the browser that started it: another person can neither read nor answer it', async () => {
    const theirs = createBrowser(bank.app.url);
    const uid = uidOf(await follow(theirs, (await question(bank.penny)).address));
    expect(uid).not.toBe('');
    for (const method of ['GET', 'DELETE'])
      expect((await bank.anna.browser.send(method, `/connectionrequests/${uid}`)).status).toBe(404);
    expect((await allow(bank.anna.browser, uid, bank.main)).status).toBe(404);
  });

  test('cannot be granted for another person’s account', async () => {
    const berta = await newClient(bank.app, { firstName: 'Berta' });
    const theirs = (await twoAccountsOf(bank.app, berta))[0].id;
    const uid = uidOf(await follow(bank.anna.browser, (await question(bank.penny)).address));
    expect((await allow(bank.anna.browser, uid, [...bank.main, theirs])).status).toBe(404);
  });

  test('can also be answered from the own profile for a company that the person manages, with only its accounts', async () => {
    const { app, penny } = bank;
    const boss = await newClient(app, { firstName: 'Boris' });
    const own = await twoAccountsOf(app, boss);
    const company = await newActiveCompany(app, boss);
    const theirs = await twoAccountsOf(app, { clientId: company.id });
    await actFor(app, boss, boss.clientId);
    const asked = await question(penny);
    const uid = uidOf(await follow(boss.browser, asked.address));
    const { body } = await boss.browser.send('GET', `/connectionrequests/${uid}`);
    expect((body as { Profiles: object[] }).Profiles).toMatchObject([
      { Id: boss.clientId, IsCompany: false },
      { Id: company.id, Name: company.name, IsCompany: true },
    ]);
    const listed = await boss.browser.send(
      'GET',
      `/connectionrequests/${uid}/accounts?profile=${company.id}`,
    );
    expect((listed.body as { Items: object[] }).Items).toMatchObject(theirs.map(({ id }) => ({ Id: id })));
    expect((await allow(boss.browser, uid, [own[0].id], company.id)).status).toBe(404);
    const allowed = await allow(boss.browser, uid, [theirs[0].id], company.id);
    const back = await follow(boss.browser, app.url + (allowed.body as { ReturnTo: string }).ReturnTo);
    const tokens = await exchange(penny, asked, back);
    const seen = (await bank.read(tokens.access_token)).output.Items;
    expect(seen.map(({ id }) => id)).toEqual([theirs[0].id]);
  });

  test('cannot be answered for another person’s profile, nor for a company that someone else manages or that is not active', async () => {
    const { app, penny } = bank;
    const boss = await newClient(app);
    const company = await newActiveCompany(app, boss);
    const clara = await newMember(app, company.id, { can_request_trans: true });
    const uid = uidOf(await follow(clara.browser, (await question(penny)).address));
    const accountsOf = (id: string) =>
      clara.browser.send('GET', `/connectionrequests/${uid}/accounts?profile=${id}`);
    const { body } = await clara.browser.send('GET', `/connectionrequests/${uid}`);
    expect((body as { Profiles: object[] }).Profiles).toMatchObject([{ Id: clara.clientId }]);
    for (const [id, status] of [
      [company.id, 403],
      [boss.clientId, 404],
    ] as const) {
      expect((await accountsOf(id)).status).toBe(status);
      expect((await allow(clara.browser, uid, bank.main, id)).status).toBe(status);
    }
    await query`update identity.client set state = 'BLOCKED' where id = ${clara.clientId}`.execute(
      app.database.sql,
    );
    expect((await accountsOf(clara.clientId)).status).toBe(403);
  });

  test('needs consent each time, however often it was granted', async () => {
    await bank.connectPenny();
    const end = await follow(bank.anna.browser, (await question(bank.penny)).address);
    expect(uidOf(end)).not.toBe('');
    const silent = await follow(bank.anna.browser, (await question(bank.penny, { prompt: 'none' })).address);
    expect(silent.searchParams.get('error')).toBe('consent_required');
  });
});

describe('a code', () => {
  const answered = async () => {
    const asked = await question(bank.penny);
    return { asked, back: await comeBack(bank.app, bank.anna.browser, asked, bank.main) };
  };

  test('works once: a second exchange is refused and revokes the tokens of the first', async () => {
    const { asked, back } = await answered();
    const tokens = await exchange(bank.penny, asked, back);
    expect((await bank.read(tokens.access_token)).status).toBe(200);
    expect(await errorOf(exchange(bank.penny, asked, back))).toBe('invalid_grant');
    expect((await bank.read(tokens.access_token)).status).toBe(401);
    const refresh = oauth.refreshTokenGrant(bank.penny.config, tokens.refresh_token ?? '');
    expect(await errorOf(refresh)).toBe('invalid_grant');
  });

  test('exchanged ten times concurrently gives no working token', async () => {
    const { asked, back } = await answered();
    // The first waits while it consumes the code, until all others have found it unused.
    const held = await holdWrites(bank.app.database, 'update on connections.artifact');
    const exchanging = Array.from({ length: 10 }, () => exchange(bank.penny, asked, back));
    await held.untilWaiting(exchanging.length);
    await held.release();
    const tries = await Promise.allSettled(exchanging);
    const given = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.access_token] : []));
    expect(given.length).toBeLessThanOrEqual(1);
    for (const token of given) expect((await bank.read(token)).status).toBe(401);
  });

  test('needs the verifier, redirect URI and application that it was issued for', async () => {
    const { asked, back } = await answered();
    const other = await registerThirdParty(bank.app, { name: 'Other' });
    const verifier = oauth.randomPKCECodeVerifier();
    expect(await errorOf(exchange(bank.penny, { ...asked, verifier }, back))).toBe('invalid_grant');
    const elsewhere = new URL(back.href.replace('/back', '/elsewhere'));
    expect(await errorOf(exchange(bank.penny, asked, elsewhere))).toBe('invalid_grant');
    expect(await errorOf(exchange(other, asked, back))).toBe('invalid_grant');
  });

  test('is refused after it expires', async () => {
    const { asked, back } = await answered();
    await query`update connections.artifact set expires_at = now() where kind = 'AuthorizationCode'`.execute(
      bank.app.database.sql,
    );
    expect(await errorOf(exchange(bank.penny, asked, back))).toBe('invalid_grant');
  });
});
