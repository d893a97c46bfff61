/**
 * Signing in with a passkey. One that verified the person combines possession with knowledge or biometrics, so neither password nor code
 * is needed. Everything else works as with a password: attempts by address, the freeze, the lock of confirmations, the notice of a new
 * browser, the history.
 *
 * Errors in the order checked: proof_refused, sign_in_locked, passkey_refused (422: unknown, of another browser, person or portal, used
 * before, too old), passkey_unverified (422), admin_not_allowed, access_frozen, codes_blocked, codes_locked, passkey_needs_password
 * (422).
 * Source: docs/adr/0033.
 */
import {
  type Assertion,
  signInWithPasskey as endpoint,
  type PasskeySignIn,
  startPasskeySignIn as start,
} from '@calmly/contract';
import { type Answer, encodeAnswer } from '@calmly/platform/http/answer.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { RequestContext, Work } from '@calmly/platform/work.ts';
import { findAccount, findAccountOf } from '../clients/client-store.ts';
import { findCodeKey } from '../codes/challenge-store.ts';
import {
  listPasskeys,
  lockPasskeyOfCredential,
  spendSignInChallenge,
  updatePasskeyUse,
} from '../factors/passkey-store.ts';
import { assertionOptions, challengeIn, readSignature, userHandleOf } from '../factors/passkeys.ts';
import { clearWrongCodes, refuseLockedCodes } from '../factors/wrong-codes.ts';
import { refuseFrozen } from '../passwords/freeze.ts';
import { requireClientAccount, takeAddressTry } from '../passwords/password-check.ts';
import { clientNumberOf, emailKey, passkeySignInSeconds } from '../rules.ts';
import { passkeyCookie, readCookie } from '../sessions/cookies.ts';
import { hashSecret, issueSecret } from '../sessions/secrets.ts';
import { proofOf } from '../sessions/sessions.ts';
import { deviceHashOf } from './device-code.ts';
import { isKnownDevice } from './device-store.ts';
import { decoyPasskeys, issueSignInChallenge, readSignInChallenge } from './passkey-challenge.ts';
import { issue, type SignInOptions } from './sign-in.ts';
import { recordSignIn } from './sign-in-record.ts';

/** No person has this id, so that an unknown name costs the same queries as a known one. */
const noPerson = '00000000-0000-0000-0000-000000000000';

/** Identifies the browser that requested a challenge; undefined for others. */
function markOf(request: RequestContext): Buffer | undefined {
  const token = readCookie(request, 'passkey');
  return token === undefined ? undefined : hashSecret('device', token);
}

/** Identifies the browser, with a cookie that is set or renewed so that it lives as long as the newest challenge. */
function markBrowser(request: RequestContext): { readonly mark: Buffer; readonly cookie: string } {
  const sent = readCookie(request, 'passkey');
  const known = markOf(request);
  const { secret, hash } =
    sent !== undefined && known ? { secret: sent, hash: known } : issueSecret('device');
  return { mark: hash, cookie: passkeyCookie(request, secret) };
}

/**
 * The browser's options for the authenticator; they bind the answer to this browser. The page requests them when it opens, perhaps while the password
 * is already being checked, so the answer must not touch the cookie `device`: a code may just have been bound to it.
 * A client number lists no passkeys, like no name: the same list for an email and a number would reveal that they belong to one client.
 */
export async function startPasskeySignIn(work: Work, username: string | undefined): Promise<Answer> {
  const { sql, now } = work;
  const request = requestOf(work);
  const { mark, cookie } = markBrowser(request);
  const key = await findCodeKey(sql);
  const typed = username?.trim() || undefined;
  const name = typed === undefined || clientNumberOf(typed) !== undefined ? undefined : typed;
  const account =
    name === undefined
      ? undefined
      : await findAccount(sql, {
          emailKey: emailKey(name),
          clientNumber: undefined,
          deviceHash: deviceHashOf(request),
        });
  const own = name === undefined ? [] : await listPasskeys(sql, account?.id ?? noPerson);
  const subject = name === undefined ? undefined : (account?.id ?? emailKey(name));
  const named = name === undefined || own.length > 0 ? own : decoyPasskeys(key, emailKey(name));
  const challenge = issueSignInChallenge(key, { mark, now, subject });
  const body: PasskeySignIn = {
    passkey: assertionOptions(challenge, named),
    expires_in: passkeySignInSeconds,
  };
  return { ...encodeAnswer(start, body), headers: { 'set-cookie': cookie } };
}

/** Returns the token with the session's cookie. */
export async function signInWithPasskey(
  work: Work,
  given: { readonly remember: boolean; readonly assertion: Assertion },
  options: SignInOptions,
): Promise<Answer> {
  const { database, proofs, allowBearer, portalUrl, adminUrl } = options;
  const request = requestOf(work);
  const proof = proofOf(request, endpoint, proofs);
  if (!proof && !allowBearer) throw new Problem('proof_refused');
  const returnTry = await takeAddressTry(work.sql, request);
  const mark = markOf(request);
  const signed = mark && (await checkSignature(work, request, { ...given, mark }, options));
  const account = signed && (await findAccountOf(work.sql, signed.personId));
  if (!mark || !signed || !account) throw new Problem('passkey_refused');
  await returnTry();
  const refused = (outcome: 'passkey_refused' | 'codes_locked') =>
    recordSignIn(work, request, { personId: account.id, outcome });
  if (!signed.userVerified) {
    await refused('passkey_refused');
    throw new Problem('passkey_unverified');
  }
  // The moment at which the passkey was found current; later changes are detected when the session is opened.
  const { passwordNeededSince } = signed;
  const signingIn = await requireClientAccount(work, request, { ...account, passwordNeededSince }, adminUrl);
  await refuseFrozen(work, request, signingIn, portalUrl);
  await refuseLockedCodes(work.sql, account.id).catch(async (locked: unknown) => {
    await refused('codes_locked');
    throw locked;
  });
  if (!signed.isCurrent) {
    await refused('passkey_refused');
    throw new Problem('passkey_needs_password');
  }
  await clearWrongCodes(work.sql, account.id);
  const deviceHash = deviceHashOf(request) ?? mark;
  return issue(database, work, request, {
    account: signingIn,
    remembered: given.remember,
    proofKey: proof?.thumbprint,
    deviceHash,
    outcome: 'signed_in_by_passkey',
    becomesKnown: !(await isKnownDevice(work.sql, deviceHash, account.id)),
  });
}

interface Signed {
  readonly personId: string;
  readonly userVerified: boolean;
  readonly isCurrent: boolean;
  readonly passwordNeededSince: string | null;
}

/** The owner of the passkey that signed this browser's challenge, which is used up; undefined if there is none. */
async function checkSignature(
  work: Work,
  request: RequestContext,
  { assertion, mark }: { readonly assertion: Assertion; readonly mark: Buffer },
  { database, party }: SignInOptions,
): Promise<Signed | undefined> {
  const key = await findCodeKey(work.sql);
  const outcome = await database.inTransaction(async (sql) => {
    const found = await lockPasskeyOfCredential(sql, Buffer.from(assertion.id, 'base64url'));
    if (!found) return undefined;
    const { personId, isCurrent, passwordNeededSince, passkey } = found;
    const signedText = challengeIn(assertion);
    const challenge = readSignInChallenge(key, signedText, { mark, now: work.now, personId });
    const pageOrigin = request.headers.origin;
    const signature =
      challenge && (await readSignature({ party, pageOrigin, challenge: signedText, assertion, passkey }));
    const { userHandle } = assertion.response;
    const isOwn = userHandle === undefined || userHandle === userHandleOf(personId);
    if (!signature || !challenge || !isOwn || !(await spendSignInChallenge(sql, challenge)))
      return { personId, signature: undefined, isCurrent, passwordNeededSince };
    // Only a signature that lets its person in counts as a use, because a use makes the passkey current.
    if (signature.userVerified && isCurrent) await updatePasskeyUse(sql, passkey.id, signature.signCount);
    return { personId, signature, isCurrent, passwordNeededSince };
  });
  if (!outcome) return undefined;
  const { signature, ...signed } = outcome;
  if (signature) return { ...signed, userVerified: signature.userVerified };
  await recordSignIn(work, request, { personId: signed.personId, outcome: 'passkey_refused' });
  return undefined;
}

function requestOf({ request }: Work): RequestContext {
  if (!request) throw new Error('a sign-in needs a request');
  return request;
}
