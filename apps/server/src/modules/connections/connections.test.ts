/** The dance as a third party dances it, over HTTP; and everything that must end it. */
import {
  endConnection,
  endpoints,
  getPayment,
  listAccounts,
  listConnections,
  listPayments,
} from '@calmly/contract';
import { sql as query } from 'kysely';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { createBrowser } from '../../../test/support/browser.ts';
import { newClient, type SignedIn } from '../../../test/support/clients.ts';
import { fund, systemWork } from '../../../test/support/payments.ts';
import {
  allow,
  comeBack,
  connect,
  exchange,
  follow,
  question,
  redirectUri,
  registerThirdParty,
  type ThirdParty,
  uidOf,
} from '../../../test/support/third-party.ts';
import { type AccountRecord, defaultBank, openAccounts } from '../accounts/index.ts';

let app: TestApp;
let anna: SignedIn;
let accounts: readonly AccountRecord[];
let penny: ThirdParty;
beforeAll(async () => {
  app = await startTestApp();
  anna = await newClient(app);
  accounts = await accountsOf(anna);
  penny = await registerThirdParty(app);
});
afterAll(() => app.close());

async function accountsOf({ clientId }: SignedIn): Promise<readonly AccountRecord[]> {
  const opened: AccountRecord[] = [];
  await systemWork(app.database, async (work) => {
    const names = ['Main', 'Savings'];
    opened.push(
      ...(await openAccounts(
        work,
        defaultBank,
        names.map((name) => ({ clientId, currency: 'EUR' as const, name, withIban: true })),
      )),
    );
  });
  return opened;
}

const main = () => [accounts[0]?.id ?? ''];
const connectPenny = (scope = 'accounts:read') =>
  connect(app, penny, anna.browser, { accountIds: main(), scope });
const read = (token: string) => app.call(listAccounts, {}, { token });
/** What OAuth's own errors say. */
const errorOf = (refused: Promise<unknown>): Promise<string> =>
  refused.then(
    () => 'none',
    (error: unknown) => (error instanceof oauth.ResponseBodyError ? error.error : String(error)),
  );
const connections = async () => (await app.call(listConnections, {}, { token: anna.token })).output.Items;

describe('the dance', () => {
  test('an application gets in with the client’s yes and code, and sees the accounts that were chosen', async () => {
    const tokens = await connectPenny();
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'accounts:read', expires_in: 600 });
    const { Items } = (await read(tokens.access_token)).output;
    expect(Items.map(({ name }) => name)).toEqual(['Main']);
    const [newest] = await connections();
    expect(newest).toMatchObject({
      application: { name: 'Penny' },
      accountIds: main(),
      allowedBy: 'Anna Tamm',
    });
    expect(newest?.lastUsedAt).not.toBeNull();
  });

  test('the metadata offers nothing but codes with PKCE', async () => {
    const metadata = penny.config.serverMetadata();
    expect(metadata).toMatchObject({
      issuer: 'http://portal.test',
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      scopes_supported: ['accounts:read', 'payments:request'],
    });
  });

  test('a pushed request works, once', async () => {
    const { verifier, state, address } = await question(penny);
    const pushed = await oauth.buildAuthorizationUrlWithPAR(penny.config, address.searchParams);
    const back = await comeBack(app, anna.browser, { verifier, state, address: pushed }, main());
    expect((await exchange(penny, { verifier, state, address }, back)).access_token).toMatch(/^cal_ca_/);
    const again = await follow(anna.browser, pushed);
    expect(uidOf(again)).toBe('');
  });

  test('a public application gets in with PKCE alone', async () => {
    const app2 = await registerThirdParty(app, { name: 'Pocket', isPublic: true });
    const tokens = await connect(app, app2, anna.browser, { accountIds: main() });
    expect((await read(tokens.access_token)).status).toBe(200);
  });

  test('a refusal goes back to the application, and the request is over', async () => {
    const { address, state } = await question(penny);
    const uid = uidOf(await follow(anna.browser, address));
    const refused = await anna.browser.send('DELETE', `/connectionrequests/${uid}`);
    const back = await follow(anna.browser, app.url + (refused.body as { ReturnTo: string }).ReturnTo);
    expect(`${back.origin}${back.pathname}`).toBe(redirectUri);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state });
    expect((await allow(anna.browser, uid, main())).status).toBe(404);
  });
});

describe('a request', () => {
  test.each([
    [
      'another address to go back to',
      { redirect_uri: 'https://penny.example/back/' },
      'invalid_redirect_uri',
    ],
    ['one that only begins the same', { redirect_uri: `${redirectUri}.evil` }, 'invalid_redirect_uri'],
    ['an application nobody knows', { client_id: '018f0000-0000-7000-8000-000000000000' }, 'invalid_client'],
    ['an id that is none', { client_id: 'penny' }, 'invalid_client'],
  ])('with %s ends on our own page, never at that address', async (_, change, error) => {
    const { address } = await question(penny, change);
    for (const [name, value] of Object.entries(change)) address.searchParams.set(name, value);
    const end = await follow(createBrowser(app.url), address);
    expect(end.href).toBe(`${app.url}/oauth/error?error=${error}`);
  });

  test.each([
    ['without PKCE', { code_challenge: '' }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'invalid_request'],
    ['with a scope that does not exist', { scope: 'accounts:write' }, 'invalid_scope'],
    ['with one that does and one that does not', { scope: 'accounts:read openid' }, 'invalid_scope'],
    ['by a form that posts itself', { response_mode: 'form_post' }, 'invalid_request'],
  ])('%s is refused', async (_, change, error) => {
    const { address } = await question(penny);
    for (const [name, value] of Object.entries(change))
      if (value === '') address.searchParams.delete(name);
      else address.searchParams.set(name, value);
    const end = await follow(createBrowser(app.url), address);
    expect(end.searchParams.get('error') ?? new URLSearchParams(end.hash.slice(1)).get('error')).toBe(error);
  });

  test('belongs to the browser that brought it: somebody else can neither read nor answer it', async () => {
    const theirs = createBrowser(app.url);
    const uid = uidOf(await follow(theirs, (await question(penny)).address));
    expect(uid).not.toBe('');
    for (const method of ['GET', 'DELETE'])
      expect((await anna.browser.send(method, `/connectionrequests/${uid}`)).status).toBe(404);
    expect((await allow(anna.browser, uid, main())).status).toBe(404);
  });

  test('cannot be allowed for somebody else’s account', async () => {
    const berta = await newClient(app, { firstName: 'Berta' });
    const theirs = (await accountsOf(berta))[0]?.id ?? '';
    const uid = uidOf(await follow(anna.browser, (await question(penny)).address));
    expect((await allow(anna.browser, uid, [...main(), theirs])).status).toBe(404);
  });

  test('is asked about each time, however often it was allowed', async () => {
    await connectPenny();
    const end = await follow(anna.browser, (await question(penny)).address);
    expect(uidOf(end)).not.toBe('');
    const silent = await follow(anna.browser, (await question(penny, { prompt: 'none' })).address);
    expect(silent.searchParams.get('error')).toBe('consent_required');
  });
});

describe('what an application reaches', () => {
  /** What the bank answers to a call with an application's token, for every call there is. */
  const answers = async (token: string) => {
    const codes = new Map<string, string>();
    for (const spec of Object.values(endpoints)) {
      if (spec.access === 'public') continue;
      const path = spec.path.replaceAll(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000000');
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${app.url}/api${path}`, { method: spec.method, headers });
      const text = await answer.text();
      codes.set(spec.id, answer.ok ? 'ok' : (JSON.parse(text) as { code: string }).code);
    }
    return codes;
  };

  test('is what names its scope, of all calls, and nothing else', async () => {
    const codes = await answers((await connectPenny()).access_token);
    const reached = [...codes].filter(([, code]) => code !== 'insufficient_scope').map(([id]) => id);
    expect(codes.size).toBeGreaterThan(70);
    expect(reached.sort()).toEqual(['getPayment', 'listAccounts', 'listPayments']);
  });

  test('are the payments of the chosen accounts', async () => {
    const [first, second] = accounts;
    if (!first || !second) throw new Error('two accounts were opened');
    await systemWork(app.database, async (work) => {
      await fund(work, first, 5_000n);
      await fund(work, second, 7_000n);
    });
    const { access_token: token } = await connectPenny();
    const own = (await app.call(listPayments, {}, { token: anna.token })).output.Items;
    const seen = (await app.call(listPayments, {}, { token })).output.Items;
    expect(own.map(({ amount }) => amount).sort()).toEqual(['50.00', '70.00']);
    expect(seen.map(({ amount }) => amount)).toEqual(['50.00']);
    const hidden = own.find(({ amount }) => amount === '70.00')?.id ?? '';
    expect((await app.call(getPayment, { params: { id: hidden } }, { token })).status).toBe(404);
    expect((await app.call(getPayment, { params: { id: seen[0]?.id ?? '' } }, { token })).status).toBe(200);
  });
});

describe('a code', () => {
  const answered = async () => {
    const asked = await question(penny);
    return { asked, back: await comeBack(app, anna.browser, asked, main()) };
  };

  test('works once: a second exchange is refused and takes the tokens of the first with it', async () => {
    const { asked, back } = await answered();
    const tokens = await exchange(penny, asked, back);
    expect((await read(tokens.access_token)).status).toBe(200);
    expect(await errorOf(exchange(penny, asked, back))).toBe('invalid_grant');
    expect((await read(tokens.access_token)).status).toBe(401);
    const refresh = oauth.refreshTokenGrant(penny.config, tokens.refresh_token ?? '');
    expect(await errorOf(refresh)).toBe('invalid_grant');
  });

  test('exchanged by ten at once gives nobody a token that works', async () => {
    const { asked, back } = await answered();
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => exchange(penny, asked, back)));
    const given = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.access_token] : []));
    expect(given.length).toBeLessThanOrEqual(1);
    for (const token of given) expect((await read(token)).status).toBe(401);
  });

  test('needs the verifier, the address and the application that it was made for', async () => {
    const { asked, back } = await answered();
    const other = await registerThirdParty(app, { name: 'Other' });
    const verifier = oauth.randomPKCECodeVerifier();
    expect(await errorOf(exchange(penny, { ...asked, verifier }, back))).toBe('invalid_grant');
    const elsewhere = new URL(back.href.replace('/back', '/elsewhere'));
    expect(await errorOf(exchange(penny, asked, elsewhere))).toBe('invalid_grant');
    expect(await errorOf(exchange(other, asked, back))).toBe('invalid_grant');
  });

  test('that ran out is refused', async () => {
    const { asked, back } = await answered();
    await query`update connections.artifact set expires_at = now() where kind = 'AuthorizationCode'`.execute(
      app.database.sql,
    );
    expect(await errorOf(exchange(penny, asked, back))).toBe('invalid_grant');
  });
});

describe('tokens', () => {
  const refresh = (token: string | undefined, party = penny) =>
    oauth.refreshTokenGrant(party.config, token ?? '');

  test('are renewed, and a refresh token that is used twice ends the connection', async () => {
    const first = await connectPenny();
    const second = await refresh(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await read(second.access_token)).status).toBe(200);
    expect(await errorOf(refresh(first.refresh_token))).toBe('invalid_grant');
    expect((await read(second.access_token)).status).toBe(401);
    expect(await errorOf(refresh(second.refresh_token))).toBe('invalid_grant');
  });

  test('of one application are worth nothing to another, and stay good', async () => {
    const tokens = await connectPenny();
    const other = await registerThirdParty(app, { name: 'Other' });
    expect(await errorOf(refresh(tokens.refresh_token, other))).toBe('invalid_grant');
    await oauth.tokenRevocation(other.config, tokens.access_token).catch(() => undefined);
    expect((await read(tokens.access_token)).status).toBe(200);
  });

  test('need the application’s secret', async () => {
    const tokens = await connectPenny();
    const impostor = { ...penny, config: configWith('cal_cs_wrong') };
    expect(await errorOf(refresh(tokens.refresh_token, impostor))).toMatch(/WWW-Authenticate/);
  });

  test('end at once when the client disconnects, and the list is without it', async () => {
    const tokens = await connectPenny();
    const id = (await connections())[0]?.id ?? '';
    expect((await app.call(endConnection, { params: { id } }, { token: anna.token })).status).toBe(204);
    expect((await read(tokens.access_token)).status).toBe(401);
    expect(await errorOf(refresh(tokens.refresh_token))).toBe('invalid_grant');
    expect((await connections()).map((one) => one.id)).not.toContain(id);
    expect((await app.call(endConnection, { params: { id } }, { token: anna.token })).status).toBe(404);
  });

  test('end when the application gives its refresh token back', async () => {
    const tokens = await connectPenny();
    await oauth.tokenRevocation(penny.config, tokens.refresh_token ?? '');
    expect((await read(tokens.access_token)).status).toBe(401);
    const { rows } = await query<{ end_reason: string }>`
      select end_reason from connections.connection order by id desc limit 1`.execute(app.database.sql);
    expect(rows).toEqual([{ end_reason: 'APPLICATION' }]);
  });

  test.each([
    ['the connection has run out', `update connections.connection set expires_at = now()`],
    [
      'the token has run out',
      `update connections.artifact set expires_at = now() where kind = 'AccessToken'`,
    ],
    ['the application was closed', `update connections.application set closed_at = now()`],
    ['the client has frozen the access', `update identity.person set frozen_at = now()`],
  ])('are worth nothing when %s', async (_, change) => {
    const tokens = await connectPenny();
    expect((await read(tokens.access_token)).status).toBe(200);
    await query.raw(change).execute(app.database.sql);
    expect((await read(tokens.access_token)).status).toBe(401);
    await query`update connections.application set closed_at = null`.execute(app.database.sql);
    await query`update identity.person set frozen_at = null`.execute(app.database.sql);
  });

  test('and codes are nowhere in the database as they are', async () => {
    const tokens = await connectPenny();
    const { rows } = await query<{ text: string }>`
      select coalesce(string_agg(t::text, ' '), '') as text from connections.artifact t`.execute(
      app.database.sql,
    );
    for (const secret of [tokens.access_token, tokens.refresh_token ?? 'none', 'cal_cc_'])
      expect(rows[0]?.text).not.toContain(secret);
    expect(rows[0]?.text).toContain('accounts:read');
  });
});

/** Penny's configuration with another secret. */
function configWith(secret: string): oauth.Configuration {
  const config = new oauth.Configuration(
    penny.config.serverMetadata(),
    penny.id,
    {},
    oauth.ClientSecretBasic(secret),
  );
  oauth.allowInsecureRequests(config);
  return config;
}
