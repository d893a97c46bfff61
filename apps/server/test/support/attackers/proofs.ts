/** Proofs of a key (RFC 9449) as a browser makes them, and invalid ones; signed by another implementation than the one that verifies them. */

import type { Token } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { sha256 } from '@calmly/products/identity/server/sessions/secrets.ts';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect } from 'vitest';
import { type Browser, basic, codeOf, createBrowser, type Login } from '../processes/browser.ts';

export const hashOf = (token: string) => sha256(token).toString('base64url');
export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Claims that differ from an honest proof. */
export interface Saying {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** The key in the header. */
  readonly key?: Readonly<Record<string, unknown>>;
}

export interface Prover {
  (method: string, path: string, token?: string, saying?: Saying): Promise<string>;
  readonly thumbprint: string;
}

/** A key that never leaves its browser; makes proofs. */
export async function newProver(url: string, algorithm = 'ES256'): Promise<Prover> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const prove = (
    method: string,
    path: string,
    token?: string,
    { claims = {}, header = {}, key = {} }: Saying = {},
  ) =>
    new SignJWT({
      htm: method,
      htu: `${url}/api${path}`,
      iat: nowSeconds(),
      jti: newId(),
      ...(token === undefined ? {} : { ath: hashOf(token) }),
      ...claims,
    })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: algorithm, jwk: { ...jwk, ...key }, ...header })
      .sign(privateKey);
  return Object.assign(prove, { thumbprint: await calculateJwkThumbprint(jwk) });
}

/** Signs in with a key and the code; each call has its own proof. */
export async function signInWithKey(prove: Prover, url: string, login: Login): Promise<Browser> {
  const browser = createBrowser(url);
  const ask = async (headers: Record<string, string> = {}) =>
    browser.send('POST', '/oauth/token', {
      body: { remember: false },
      headers: { authorization: basic(login), dpop: await prove('POST', '/oauth/token'), ...headers },
    });
  const granted = await ask({ 'x-tfa-code': codeOf(await ask()) });
  expect(granted.body).toMatchObject({ token_type: 'DPoP' });
  browser.token = (granted.body as Token).access_token;
  return browser;
}

export const whoAmI = (browser: Browser, dpop?: string, scheme = 'DPoP') =>
  browser.send('POST', '/oauth/test-token', {
    headers: { authorization: `${scheme} ${browser.token}`, ...(dpop === undefined ? {} : { dpop }) },
  });
export const refused = [401, 'proof_refused'];
