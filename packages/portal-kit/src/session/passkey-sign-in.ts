/**
 * Signing in with a passkey: by a button, or offered by the browser in the user name field for as long as the page is open. Loaded on
 * demand, with the bank's client.
 */
import { signInWithPasskey, startPasskeySignIn } from '@calmly/contract';
import { bank } from './bank.ts';
import { beginSession } from './session.ts';
import { cancelPasskey, canOfferPasskeys, signWithPasskey } from './two-factor/passkey.ts';

type Assertion = NonNullable<Awaited<ReturnType<typeof signWithPasskey>>>;

/** A challenge is replaced this long before it expires. */
const renewAheadSeconds = 60;

/** Signs in with one of the device's passkeys, or one of the named account's. False if the person cancelled. Rejects with an `ApiProblem`. */
export async function signInByPasskey(username: string, remember: boolean): Promise<boolean> {
  const { passkey } = await bank.call(startPasskeySignIn, { body: username === '' ? {} : { username } });
  const assertion = await signWithPasskey(passkey);
  if (!assertion) return false;
  await enter(assertion, remember);
  return true;
}

/** Makes the browser offer passkeys until one is picked or `signal` ends it; returns whether one has signed in. Rejects like `signInByPasskey`. */
export async function offerPasskeys(remember: () => boolean, signal: AbortSignal): Promise<boolean> {
  if (!(await canOfferPasskeys())) return false;
  let isOver = false;
  while (!isOver && !signal.aborted) {
    const { passkey, expires_in } = await bank.call(startPasskeySignIn, { body: {} }, { signal });
    if (signal.aborted) return false;
    // Unless it expired, an offer that ended is not repeated: another prompt of the browser has taken its place.
    isOver = true;
    const renewal = setTimeout(
      () => {
        isOver = false;
        cancelPasskey();
      },
      (expires_in - renewAheadSeconds) * 1000,
    );
    signal.addEventListener('abort', cancelPasskey, { once: true });
    const assertion = await signWithPasskey(passkey, { offered: true });
    clearTimeout(renewal);
    signal.removeEventListener('abort', cancelPasskey);
    if (!assertion) continue;
    await enter(assertion, remember());
    return true;
  }
  return false;
}

async function enter(assertion: Assertion, remember: boolean): Promise<void> {
  await beginSession(await bank.call(signInWithPasskey, { body: { remember, assertion } }), remember);
}
