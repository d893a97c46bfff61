/**
 * Sessions without a sign-in, which costs as much as ten other calls, and nearly every test needs several. Signing in is tested in
 * `identity/server/sign-in` and the attacks on it, which use `signIn` of `processes/browser.ts`.
 */

import { newId } from '@calmly/platform/ids.ts';
import { issueSecret } from '@calmly/products/identity/server/sessions/secrets.ts';
import { openSession } from '@calmly/products/identity/server/sessions/sessions.ts';
import { rememberDevice } from '@calmly/products/identity/server/sign-in/device-store.ts';
import { recordSignIn } from '@calmly/products/identity/server/sign-in/sign-in-record.ts';
import type { TestApp } from '../app.ts';
import { type Browser, createBrowser } from '../processes/browser.ts';

export interface SessionOwner {
  readonly personId: string;
  /** The profile that the session acts for. */
  readonly clientId: string;
}

/** The state after a sign-in: a browser with its cookies and a token, known to the bank. */
export async function openBrowser(
  test: Pick<TestApp, 'database' | 'url'>,
  { personId, clientId }: SessionOwner,
): Promise<{ browser: Browser; token: string }> {
  const browser = createBrowser(test.url);
  const device = issueSecret('device');
  const request = { ip: '127.0.0.1', userAgent: 'node' };
  const opened = await test.database.inTransaction(async (sql) => {
    const work = { sql, now: new Date(), newId };
    await rememberDevice(sql, { oldHash: device.hash, newHash: device.hash, personId });
    const session = { personId, clientId, remembered: false, proofKey: undefined, deviceHash: device.hash };
    const { id, ...tokens } = await openSession(work, request, session);
    await recordSignIn(work, request, { personId, sessionId: id, outcome: 'signed_in' });
    return tokens;
  });
  browser.cookies.set('device', device.secret).set('rt', opened.refreshToken);
  browser.token = opened.accessToken;
  return { browser, token: opened.accessToken };
}
