/**
 * A code for a browser without a session: before sign-in from an unknown browser, and before frozen access is restored. The challenge is bound to the
 * browser's cookie, which the 203 sets if there is none. That cookie alone does not make the browser known.
 * Errors in the order checked: codes_blocked, codes_locked, code_used, code_wrong, code_expired.
 */
import type { Database } from '@calmly/platform/database.ts';
import type { Answer } from '@calmly/platform/http/answer.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { RequestContext, Work } from '@calmly/platform/work.ts';
import { type CheckTools, checkCodeOf } from '../codes/challenge-check.ts';
import { type Confirmation, challenge } from '../codes/challenges.ts';
import type { SigningIn } from '../passwords/password-check.ts';
import { deviceCookie, readCookie } from '../sessions/cookies.ts';
import { hashSecret, issueSecret } from '../sessions/secrets.ts';
import { recordSignIn } from './sign-in-record.ts';

/** Identifies the browser; undefined for a browser that never requested a code here. */
export function deviceHashOf(request: RequestContext): Buffer | undefined {
  const token = readCookie(request, 'device');
  return token === undefined ? undefined : hashSecret('device', token);
}

/** Identifies the browser, with the cookie for one that has none. */
export function markBrowser(request: RequestContext): {
  readonly deviceHash: Buffer;
  readonly cookies: string[];
} {
  const known = deviceHashOf(request);
  if (known) return { deviceHash: known, cookies: [] };
  const { secret, hash } = issueSecret('device');
  return { deviceHash: hash, cookies: [deviceCookie(request, secret)] };
}

/** The challenge that the request's code confirms; undefined without a code or a challenge. */
export async function checkDeviceCode(
  tools: CheckTools,
  work: Work,
  request: RequestContext,
  { account, deviceHash }: { account: SigningIn; deviceHash: Buffer | undefined },
): Promise<string | undefined> {
  if (!deviceHash || request.code === undefined) return undefined;
  const prover = { personId: account.id, clientId: account.clientId, holder: { deviceHash } };
  try {
    const approval = await checkCodeOf(tools, request, prover, request.code);
    return approval?.challengeId;
  } catch (error) {
    const outcome = error instanceof Problem ? error.code : undefined;
    if (outcome === 'code_wrong' || outcome === 'codes_locked' || outcome === 'codes_blocked')
      await recordSignIn(work, request, {
        personId: account.id,
        outcome: outcome === 'codes_blocked' ? 'codes_locked' : outcome,
      });
    throw error;
  }
}

/** 203: sends the code, and sets the cookie that the challenge is bound to if the browser has none. */
export async function askForDeviceCode(
  database: Database,
  work: Work,
  request: RequestContext,
  asking: { account: SigningIn; confirmation: Confirmation },
): Promise<Answer> {
  const { account, confirmation } = asking;
  const { deviceHash, cookies } = markBrowser(request);
  const body = await database.inTransaction(async (sql) => {
    const inside = { ...work, sql };
    const who = { personId: account.id, clientId: account.clientId };
    await recordSignIn(inside, request, { personId: who.personId, outcome: 'code_sent' });
    return challenge(inside, who, { deviceHash }, confirmation);
  });
  return {
    status: 203,
    body: JSON.stringify(body),
    headers: {
      'x-tfa-required': '1',
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
    },
  };
}
