/**
 * Sign-in: the password, from an unknown browser also a code, and then the session.
 *
 * Errors in the order checked: proof_refused; those of the password (`password-check.ts`), access_frozen, those of the code
 * (`device-code.ts`); bad_credentials if the password was replaced, the access taken away or the
 * browser forgotten meanwhile. An unknown browser gets a cookie with the 203, and the challenge is bound to it. The correct code makes the
 * browser known, under another cookie. A proof of a key binds the session to it (`proof-keys.ts`). Source: specification sections 4 to
 * 6; server page section 3.
 */
import { issueToken, type Token } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { type Answer, encodeAnswer } from '@calmly/platform/http/answer.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { RequestContext, Work } from '@calmly/platform/work.ts';
import type { CheckTools } from '../codes/challenge-check.ts';
import { consumeDeviceChallenge } from '../codes/challenge-store.ts';
import type { Confirmation } from '../codes/challenges.ts';
import { refuseFrozen } from '../passwords/freeze.ts';
import { checkPassword, type SigningIn } from '../passwords/password-check.ts';
import { isAccessOpen } from '../passwords/password-store.ts';
import { sendNewDeviceNotice } from '../security-messages.ts';
import { clearedProfileCookies, deviceCookie, refreshCookie } from '../sessions/cookies.ts';
import type { Proofs } from '../sessions/proofs/proof-keys.ts';
import { issueSecret } from '../sessions/secrets.ts';
import { openSession, proofOf, tokenType } from '../sessions/sessions.ts';
import { askForDeviceCode, checkDeviceCode, deviceHashOf } from './device-code.ts';
import { keepKnownDevice, rememberDevice } from './device-store.ts';
import { recordSignIn } from './sign-in-record.ts';

const confirmation: Confirmation = {
  summary: { en: 'Sign in from a new device', ru: 'Вход с нового устройства' },
  snapshot: '',
  money: 'stays',
  recoveryAllowed: true,
};

export interface SignInOptions extends CheckTools {
  readonly proofs: Proofs;
  /** Whether a session may be opened without a key. */
  readonly allowBearer: boolean;
  /** Address of the portal without a slash at the end, for links in emails. */
  readonly portalUrl: string;
  /** Where staff sign in, if the bank says so. */
  readonly adminUrl: string | undefined;
}

/** Returns the token with the session's cookie, or 203 with a challenge for an unknown browser. */
export async function signIn(work: Work, remembered: boolean, options: SignInOptions): Promise<Answer> {
  const { database, proofs, allowBearer } = options;
  const { request } = work;
  if (!request) throw new Error('a sign-in needs a request');
  const proof = proofOf(request, issueToken, proofs);
  if (!proof && !allowBearer) throw new Problem('proof_refused');
  // If the proof were replayed, that would need the password and bind the session to a key that the sender does not have.
  const proofKey = proof?.thumbprint;
  const deviceHash = deviceHashOf(request);
  const { account, deviceIsKnown } = await checkPassword(work, request, {
    deviceHash,
    adminUrl: options.adminUrl,
  });
  await refuseFrozen(work, request, account, options.portalUrl);
  const granted = { account, remembered, proofKey, deviceHash, outcome: 'signed_in' } as const;
  if (deviceIsKnown) return issue(database, work, request, granted);
  const approvedBy = await checkDeviceCode(options, work, request, granted);
  return approvedBy === undefined
    ? askForDeviceCode(database, work, request, { account, confirmation })
    : issue(database, work, request, { ...granted, approvedBy, becomesKnown: true });
}

export interface Granted {
  readonly account: SigningIn;
  readonly remembered: boolean;
  readonly proofKey: string | undefined;
  readonly deviceHash: Buffer | undefined;
  readonly outcome: 'signed_in' | 'signed_in_by_passkey';
  /** The challenge whose code was correct. */
  readonly approvedBy?: string;
  /** The browser has been confirmed and is known from now on. */
  readonly becomesKnown?: boolean;
}

/** Opens the session, uses up the challenge and makes the browser known, all or nothing. */
export async function issue(
  database: Database,
  work: Work,
  request: RequestContext,
  granted: Granted,
): Promise<Answer> {
  const { account, remembered, proofKey, deviceHash, approvedBy, outcome } = granted;
  const device = granted.becomesKnown && deviceHash ? issueSecret('device') : undefined;
  const opened = await database.inTransaction(async (sql) => {
    const inside = { ...work, sql };
    // First, with a lock: a reset, a freeze or an undone change since the password check is final, and a later one ends this session.
    if (!(await isAccessOpen(sql, account)))
      throw new Problem(outcome === 'signed_in' ? 'bad_credentials' : 'passkey_refused');
    // The known browser that replaced the code may have been forgotten meanwhile.
    const isByDevice = outcome === 'signed_in' && approvedBy === undefined;
    if (
      isByDevice &&
      !(deviceHash && (await keepKnownDevice(sql, { tokenHash: deviceHash, personId: account.id })))
    )
      throw new Problem('bad_credentials');
    if (
      approvedBy !== undefined &&
      !(deviceHash && (await consumeDeviceChallenge(sql, approvedBy, deviceHash)))
    )
      throw new Problem('code_expired');
    if (device && deviceHash) {
      await rememberDevice(sql, { oldHash: deviceHash, newHash: device.hash, personId: account.id });
      await sendNewDeviceNotice(inside, request, account.id);
    }
    const session = await openSession(inside, request, {
      personId: account.id,
      clientId: account.clientId,
      remembered,
      proofKey,
      deviceHash: device?.hash ?? deviceHash,
    });
    await recordSignIn(inside, request, {
      personId: account.id,
      sessionId: session.id,
      outcome,
    });
    return session;
  });
  const token: Token = {
    access_token: opened.accessToken,
    token_type: tokenType(proofKey),
    expires_in: opened.accessSeconds,
    ClientId: account.clientId,
    ClientRole: account.clientRole,
  };
  return {
    ...encodeAnswer(issueToken, token),
    headers: {
      'set-cookie': [
        refreshCookie(request, opened.refreshToken, remembered ? opened.sessionSeconds : undefined),
        ...(device ? [deviceCookie(request, device.secret)] : []),
        ...clearedProfileCookies(request),
      ],
    },
  };
}
