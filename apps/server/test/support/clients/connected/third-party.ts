/**
 * A third-party application, as its vendor would write it: with a well-known OAuth client, knowing only the bank's published metadata.
 * `connect` is the whole flow with a signed-in client's browser in the middle.
 */

import { newId } from '@calmly/platform/ids.ts';
import { registerApplication } from '@calmly/products/programs/server/index.ts';
import * as oauth from 'openid-client';
import type { TestApp } from '../../app.ts';
import { type Browser, challengeOf, type Reply } from '../../processes/browser.ts';

export const redirectUri = 'https://penny.example/back';

export interface ThirdParty {
  readonly id: string;
  readonly secret: string | undefined;
  readonly config: oauth.Configuration;
}

/** Registers an application with the bank and gives it the bank's metadata. */
export async function registerThirdParty(
  test: Pick<TestApp, 'database' | 'url'>,
  { name = 'Penny', isPublic = false }: { name?: string; isPublic?: boolean } = {},
): Promise<ThirdParty> {
  const { id, secret } = await test.database.inTransaction((sql) =>
    registerApplication(
      { sql, now: new Date(), actor: { kind: 'system', name: 'Liis' }, newId },
      { name, operator: 'Penny GmbH', redirectUris: [redirectUri], isPublic },
    ),
  );
  const answer = await fetch(`${test.url}/.well-known/oauth-authorization-server`);
  const server = (await answer.json()) as oauth.ServerMetadata;
  const config = new oauth.Configuration(
    server,
    id,
    {},
    secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret),
  );
  oauth.allowInsecureRequests(config);
  return { id, secret, config };
}

export interface Question {
  readonly verifier: string;
  readonly state: string;
  readonly address: URL;
}

/** The URL with which an application sends a browser to the bank. */
export async function question(
  { config }: ThirdParty,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Question> {
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const address = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'accounts:read',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  });
  return { verifier, state, address };
}

/** Follows one link of this bank in the browser; cookies of the answer are kept, its target is returned. */
export async function follow(browser: Browser, address: URL | string): Promise<URL> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(address, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    browser.cookies.set(name, value);
  }
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return new URL(location, address);
}

/** The id of the request that opens the consent screen. */
export const uidOf = (consent: URL): string =>
  /^\/oauth\/consent\/([\w-]+)$/.exec(consent.pathname)?.[1] ?? '';

/** The client consents, with the requested code; default: for the open profile. */
export async function allow(
  browser: Browser,
  uid: string,
  accountIds: readonly string[],
  profileId?: string,
): Promise<Reply> {
  const body = { AccountIds: accountIds, ...(profileId !== undefined && { ClientId: profileId }) };
  const path = `/connectionrequests/${uid}`;
  const asked = await browser.send('PUT', path, { body });
  if (asked.status !== 203) return asked;
  return browser.send('PUT', path, { body, headers: { 'x-tfa-code': challengeOf(asked).code ?? '' } });
}

/** The complete flow up to the application's address with the answer. */
export async function comeBack(
  test: Pick<TestApp, 'url'>,
  browser: Browser,
  { address }: Question,
  accountIds: readonly string[],
): Promise<URL> {
  const reply = await allow(browser, uidOf(await follow(browser, address)), accountIds);
  if (reply.status !== 200) throw new Error(`not allowed: ${reply.status} ${JSON.stringify(reply.body)}`);
  return follow(browser, test.url + (reply.body as { ReturnTo: string }).ReturnTo);
}

/** Exchanges the answer for tokens. */
export const exchange = ({ config }: ThirdParty, { verifier, state }: Question, answer: URL) =>
  oauth.authorizationCodeGrant(config, answer, { pkceCodeVerifier: verifier, expectedState: state });

/** The complete flow: requested, allowed, exchanged. */
export async function connect(
  test: Pick<TestApp, 'url'>,
  party: ThirdParty,
  browser: Browser,
  { accountIds, scope = 'accounts:read' }: { accountIds: readonly string[]; scope?: string },
) {
  const asked = await question(party, { scope });
  return exchange(party, asked, await comeBack(test, browser, asked, accountIds));
}
