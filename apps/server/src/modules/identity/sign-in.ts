/**
 * Sign-in: the password, from an unknown browser a code as well, and then the session.
 *
 * Errors in the order checked: proof_refused; those of the password (`password-check.ts`), codes_locked, code_wrong, code_expired. An
 * unknown browser gets a cookie with the 203; the challenge is bound to it. The right code makes the browser known, under
 * another cookie. A proof of a key binds the session to it (`proof-keys.ts`). Source: specification sections 4 to 6; server page section 3.
 */
import { issueToken, type Token } from '@calmly/contract';
import type { Database } from '../../platform/database.ts';
import { type Answer, encodeAnswer } from '../../platform/http/answer.ts';
import { Problem } from '../../platform/problem.ts';
import type { RequestContext, Work } from '../../platform/work.ts';
import { type CheckTools, checkCodeOf } from './challenge-check.ts';
import { consumeDeviceChallenge } from './challenge-store.ts';
import { type Confirmation, challenge } from './challenges.ts';
import { deviceCookie, readCookie, refreshCookie } from './cookies.ts';
import { rememberDevice } from './device-store.ts';
import { schedulePurge } from './jobs.ts';
import { checkPassword, type SigningIn } from './password-check.ts';
import type { Proofs } from './proof-keys.ts';
import { hashSecret, issueSecret } from './secrets.ts';
import { openSession, proofOf, tokenType } from './sessions.ts';
import { recordSignIn } from './sign-in-record.ts';

const confirmation: Confirmation = {
  summary: { en: 'Sign in from a new device', ru: 'Вход с нового устройства' },
  snapshot: '',
  recoveryAllowed: true,
};

export interface SignInOptions extends CheckTools {
  readonly proofs: Proofs;
  /** Whether a session may be opened without a key. */
  readonly allowBearer: boolean;
}

/** Answers the token with the session's cookie, or 203 with a challenge for a browser that is not known. */
export async function signIn(work: Work, remembered: boolean, options: SignInOptions): Promise<Answer> {
  const { database, proofs, allowBearer } = options;
  const { request } = work;
  if (!request) throw new Error('a sign-in needs a request');
  const proof = proofOf(request, issueToken, proofs);
  if (!proof && !allowBearer) throw new Problem('proof_refused');
  // Sent a second time it would need the password and bind the session to a key that the sender does not have.
  const proofKey = proof?.thumbprint;
  const deviceToken = readCookie(request, 'device');
  const deviceHash = deviceToken === undefined ? undefined : hashSecret('device', deviceToken);
  const { account, deviceIsKnown } = await checkPassword(work, request, deviceHash);
  if (deviceIsKnown) return issue(database, work, request, { account, remembered, proofKey });
  if (deviceHash && request.code !== undefined) {
    const challengeId = await checkSignInCode(options, work, request, {
      account,
      deviceHash,
      code: request.code,
    });
    if (challengeId !== undefined)
      return issue(database, work, request, {
        account,
        remembered,
        proofKey,
        approval: { challengeId, deviceHash },
      });
  }
  return askForCode(database, work, request, { account, deviceHash });
}

async function checkSignInCode(
  tools: CheckTools,
  work: Work,
  request: RequestContext,
  given: { account: SigningIn; deviceHash: Buffer; code: string },
): Promise<string | undefined> {
  try {
    const { account, deviceHash, code } = given;
    const prover = { personId: account.id, clientId: account.clientId, holder: { deviceHash } };
    const approval = await checkCodeOf(tools, request, prover, code);
    return approval?.challengeId;
  } catch (error) {
    const outcome = error instanceof Problem ? error.code : undefined;
    if (outcome === 'code_wrong' || outcome === 'codes_locked' || outcome === 'codes_blocked')
      await recordSignIn(work, request, {
        personId: given.account.id,
        outcome: outcome === 'codes_blocked' ? 'codes_locked' : outcome,
      });
    throw error;
  }
}

/** 203: the code goes out, the browser gets the cookie that the challenge is bound to. It is not known by that yet. */
async function askForCode(
  database: Database,
  work: Work,
  request: RequestContext,
  asking: { account: SigningIn; deviceHash: Buffer | undefined },
): Promise<Answer> {
  const fresh = asking.deviceHash ? undefined : issueSecret('device');
  const deviceHash = asking.deviceHash ?? fresh?.hash;
  if (!deviceHash) throw new Error('a browser has an old cookie or gets a new one');
  const body = await database.inTransaction(async (sql) => {
    const inside = { ...work, sql };
    const who = { personId: asking.account.id, clientId: asking.account.clientId };
    await recordSignIn(inside, request, { personId: who.personId, outcome: 'code_sent' });
    return challenge(inside, who, { deviceHash }, confirmation);
  });
  return {
    status: 203,
    body: JSON.stringify(body),
    headers: {
      'x-tfa-required': '1',
      ...(fresh ? { 'set-cookie': [deviceCookie(request, fresh.secret)] } : {}),
    },
  };
}

/** Opens the session; with an approval, uses up the challenge and makes the browser known, all or nothing. */
async function issue(
  database: Database,
  work: Work,
  request: RequestContext,
  granted: {
    account: SigningIn;
    remembered: boolean;
    proofKey: string | undefined;
    approval?: { challengeId: string; deviceHash: Buffer };
  },
): Promise<Answer> {
  const { account, remembered, proofKey, approval } = granted;
  const device = approval ? issueSecret('device') : undefined;
  const opened = await database.inTransaction(async (sql) => {
    if (approval && device) {
      if (!(await consumeDeviceChallenge(sql, approval.challengeId, approval.deviceHash)))
        throw new Problem('code_expired');
      await rememberDevice(sql, { oldHash: approval.deviceHash, newHash: device.hash, personId: account.id });
    }
    const inside = { ...work, sql };
    const session = await openSession(inside, request, {
      personId: account.id,
      clientId: account.clientId,
      remembered,
      proofKey,
    });
    await recordSignIn(inside, request, {
      personId: account.id,
      sessionId: session.id,
      outcome: 'signed_in',
    });
    await schedulePurge(sql, work.now);
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
      ],
    },
  };
}
