/** Second factors as a browser adds and uses them: the app, a passkey of the software authenticator, the choice between them. */
import {
  type AddedFactor,
  type Assertion,
  type Challenge,
  type ConfirmationMethod,
  type Factors,
  type PasskeySignIn,
  zAddedFactor,
  zFactors,
} from '@calmly/contract';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import { type Browser, codeOf, type Reply } from '../processes/browser.ts';
import { type Authenticator, createAuthenticator, type Flaws } from './authenticator.ts';

/** The tests' portal address, and the headers that a browser adds to its page's calls. */
const portal = 'http://portal.test';
const fromPortal = { origin: portal, 'sec-fetch-site': 'same-origin' };

/** A call confirmed with the code that the sandbox shows. */
export async function confirmed(
  browser: Browser,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const sent = body === undefined ? {} : { body };
  const code = codeOf(await browser.send(method, path, sent));
  return browser.send(method, path, { ...sent, headers: { 'x-tfa-code': code } });
}

export const factorsOf = ({ body }: Reply): Factors => z.decode(zFactors, body as never);
export const addedOf = ({ body }: Reply): AddedFactor => z.decode(zAddedFactor, body as never);

/** The app's code, `steps` of 30 seconds from now. */
export const appCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Adds an app with the previous step's code, so that the current and the next ones stay valid. */
export async function addApp(browser: Browser): Promise<{ secret: string; added: AddedFactor }> {
  const { body } = await confirmed(browser, 'POST', '/factors/totp-enrolments');
  const { Id, Secret: secret } = body as { Id: string; Secret: string };
  const sent = { EnrolmentId: Id, Name: 'Pixel', Code: appCode(secret, -1) };
  return { secret, added: addedOf(await browser.send('POST', '/factors/totp', { body: sent })) };
}

/** Adds a passkey, confirmed with a code that the sandbox shows. */
export async function addPasskey(
  browser: Browser,
): Promise<{ authenticator: Authenticator; added: AddedFactor }> {
  const begun = await confirmed(browser, 'POST', '/factors/passkey-enrolments');
  return finishPasskey(browser, begun);
}

/** Makes an authenticator create the started passkey. */
export async function finishPasskey(
  browser: Browser,
  begun: Reply,
): Promise<{ authenticator: Authenticator; added: AddedFactor }> {
  const { authenticator, reply } = await sendAttestation(browser, begun);
  return { authenticator, added: addedOf(reply) };
}

/** The same, as the raw answer. */
export async function sendAttestation(
  browser: Browser,
  begun: Reply,
): Promise<{ authenticator: Authenticator; reply: Reply }> {
  const authenticator = createAuthenticator({ origin: portal, rpId: new URL(portal).hostname });
  const { Id, Options } = begun.body as { Id: string; Options: { challenge: string } };
  const sent = { EnrolmentId: Id, Name: 'Laptop', Attestation: authenticator.make(Options.challenge) };
  const reply = await browser.send('POST', '/factors/passkeys', { body: sent, headers: fromPortal });
  return { authenticator, reply };
}

/** New recovery codes: a call that needs a confirmation and may be made often. */
export const makeCodes = (browser: Browser, code?: string) =>
  browser.send(
    'POST',
    '/factors/recovery-codes',
    code === undefined ? {} : { headers: { 'x-tfa-code': code } },
  );

export const chooseMethod = (browser: Browser, challenge: Challenge, method: ConfirmationMethod) =>
  browser.send('POST', '/oauth/choose-method', {
    body: { challenge_id: challenge.challenge_id, method },
  });

/** Exchanges a signature for a proof. */
export const prove = (browser: Browser, challenge: Challenge, assertion: unknown) =>
  browser.send('POST', '/oauth/passkey-proof', {
    body: { challenge_id: challenge.challenge_id, assertion },
    headers: fromPortal,
  });

/** The sign-in page's challenge for a passkey; with a name, those of its account are listed. */
export async function passkeyOptions(browser: Browser, username?: string): Promise<PasskeySignIn['passkey']> {
  const reply = await askPasskeyOptions(browser, username);
  return (reply.body as PasskeySignIn).passkey;
}

/** The same, as the raw answer. */
export const askPasskeyOptions = (browser: Browser, username?: string) =>
  browser.send('POST', '/oauth/passkey-options', {
    body: username === undefined ? {} : { username },
    headers: fromPortal,
  });

/** Sends a signature to sign in with. */
export const sendPasskey = (
  browser: Browser,
  assertion: Assertion,
  headers: Readonly<Record<string, string>> = {},
) =>
  browser.send('POST', '/oauth/passkey-token', {
    body: { remember: false, assertion },
    headers: { ...fromPortal, ...headers },
  });

/** Signs in with a passkey alone. */
export async function signInByPasskey(
  browser: Browser,
  authenticator: Authenticator,
  flaws: Flaws = {},
): Promise<Reply> {
  const { challenge } = await passkeyOptions(browser);
  return sendPasskey(browser, authenticator.sign(challenge, flaws));
}
