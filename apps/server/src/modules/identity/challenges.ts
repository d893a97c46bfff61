/**
 * Two-factor codes (PSD2 dynamic linking). A challenge is bound to endpoint, parameters, canonical body, acting client,
 * session and a snapshot of what the request alone does not show; its message names what it confirms. Counting a try is
 * committed before anybody learns its outcome; using the challenge happens inside the transaction of what it confirms.
 *
 * Errors in the order checked: codes_locked (429), code_wrong (401), code_expired (401); no live challenge is no error but
 * a new one (203). Codes exist in the message that carries them and nowhere else.
 * Source: specification sections 4, 8, 9; server page section 3; Delegated Regulation (EU) 2018/389, article 5.
 */

import type { zChallenge } from '@calmly/contract';
import type { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import { StepUp } from '../../platform/http/step-up.ts';
import { Problem } from '../../platform/problem.ts';
import type { ClientActor, Locale, RequestContext, Sql, Work } from '../../platform/work.ts';
import {
  type Consumption,
  consumeChallenges,
  countChallengeTry,
  deleteDeadChallenge,
  findCodeKey,
  findRequestChallenges,
  type Holder,
  type OpenChallenge,
  openChallenge,
  renewChallenge,
  returnChallengeTry,
} from './challenge-store.ts';
import { findPerson } from './client-store.ts';
import { sendCode, sendLockWarning } from './code-message.ts';
import { maskAddress, throttleLimits, wholeMinutes } from './rules.ts';
import { codeOf, sameText } from './secrets.ts';
import { clearTries, findLock, takeTry } from './throttle.ts';

/** The challenge whose code was right. */
export type Approval = NonNullable<RequestContext['approval']>;

/** What a code confirms. */
export interface Confirmation {
  /** Names what is done, in both languages: amount and payee of a payment. */
  readonly summary: { readonly en: string; readonly ru: string };
  /** What must not change between showing and doing but is not in the request: a version, a price. May be empty. */
  readonly snapshot: string;
}

type ChallengeBody = z.output<typeof zChallenge>;

/**
 * Goes on only with a code: without an approval throws the `StepUp` that asks for one; with an approval uses it up in the
 * open transaction, or refuses (code_expired) when it was used meanwhile or the snapshot has changed.
 */
export async function requireCode(work: Work, confirmation: Confirmation): Promise<void> {
  const approval = work.request?.approval;
  if (!approval) throw stepUp(confirmation);
  const { sessionId } = requireClientActor(work);
  const consumption = { challengeId: approval.challengeId, sessionId, snapshot: confirmation.snapshot };
  const [consumed] = await consumeApprovals(work.sql, [consumption]);
  if (!consumed) throw new Problem('code_expired');
}

/** The `StepUp` that opens a challenge for the request at hand; for handlers that decide many requests together. */
export function stepUp(confirmation: Confirmation): StepUp {
  return new StepUp((work) => {
    const actor = requireClientActor(work);
    return challenge(work, actor, { sessionId: actor.sessionId }, confirmation);
  });
}

/** Uses up many approvals in the open transaction; of two for the same challenge the first one gets it. */
export async function consumeApprovals(sql: Sql, wanted: readonly Consumption[]): Promise<boolean[]> {
  const unclaimed = new Set(wanted.length > 0 ? await consumeChallenges(sql, wanted) : []);
  return wanted.map((one) => unclaimed.delete(one.challengeId));
}

/** Opens a challenge (or takes the live one of the same request), sends its code and answers the body of the 203. */
export async function challenge(
  work: Work,
  who: { personId: string; clientId: string },
  holder: Holder,
  confirmation: Confirmation,
): Promise<ChallengeBody> {
  const { request } = work;
  if (!request) throw new Error('a code can only be asked for by a request');
  const person = await findPerson(work.sql, who.personId);
  if (!person) throw new Error(`there is no person ${who.personId}`);
  refuseLocked(await findLock(work.sql, codesOf(who.personId)));
  // A browser that is not known yet is confirmed by e-mail: the telephone may have been what was lost.
  const channel = 'deviceHash' in holder ? 'email' : person.codeChannel;
  const wanted = {
    id: work.newId(),
    personId: who.personId,
    clientId: who.clientId,
    holder,
    endpointId: request.endpointId,
    requestHash: request.hash,
    snapshot: confirmation.snapshot,
    channel,
    sentTo: channel === 'sms' ? (person.phone ?? '') : person.email,
    summary: confirmation.summary[request.locale],
    locale: request.locale,
  };
  await deleteDeadChallenge(work.sql, wanted);
  return deliver(work.sql, await openChallenge(work.sql, wanted), request.sandbox);
}

/** Sends another code for an open challenge; 404 for anybody else's, 429 before the countdown is over. */
export async function resendCode(
  sql: Sql,
  challengeId: string,
  holder: Holder,
  sandbox: boolean,
): Promise<ChallengeBody> {
  const renewed = await renewChallenge(sql, challengeId, holder);
  if (!renewed) throw new Problem('not_found');
  if (!renewed.codeIsNew)
    throw new Problem('resend_too_soon', {
      params: { seconds: renewed.resendInSeconds },
      retryAfterSeconds: renewed.resendInSeconds,
    });
  refuseLocked(await findLock(sql, codesOf(renewed.personId)));
  return deliver(sql, renewed, sandbox);
}

async function deliver(sql: Sql, open: OpenChallenge, sandbox: boolean): Promise<ChallengeBody> {
  const code = codeOf(await findCodeKey(sql), open.id, open.sends);
  if (open.codeIsNew) {
    const allowance = await takeTry(sql, sendsOf(open.personId), throttleLimits.sends);
    if (!allowance.allowed)
      throw new Problem('too_many_requests', { retryAfterSeconds: allowance.waitSeconds });
    await sendCode(sql, open, code);
  }
  return {
    detail: {
      challenge_id: open.id,
      sent_via: open.channel,
      sent_to: maskAddress(open.channel, open.sentTo),
      methods: [open.channel],
      summary: open.summary,
      expires_in: open.expiresInSeconds,
      resend_in: open.resendInSeconds,
      ...(sandbox ? { code } : {}),
    },
  };
}

/** What a code is checked against. */
export interface CodeRequest {
  readonly personId: string;
  readonly clientId: string;
  readonly holder: Holder;
  readonly endpointId: string;
  readonly requestHash: string;
  readonly locale: Locale;
  readonly code: string;
}

/**
 * Checks a code. Each check is one try of the challenge and of the person; its outcome leaves only after the count is
 * committed, and checks of one challenge go one after the other: whatever runs in parallel, nobody gets a sixth, and right
 * codes are never mistaken for many tries. Undefined when no live challenge is for exactly this request.
 *
 * A code that was just used up for the same request (a double click, a lost answer) is refused as such and is no guess
 * at the challenge that followed. That gives nothing away: it is compared with nothing that still opens anything, and
 * every other text is counted.
 */
export async function checkCodeOf(
  database: Pick<Database, 'sql' | 'inTransaction'>,
  request: CodeRequest,
): Promise<Approval | undefined> {
  const { liveId, used } = await findRequestChallenges(database.sql, request);
  if (liveId === undefined) return undefined;
  const key = await findCodeKey(database.sql);
  const isCodeOf = (id: string, sends: number) => sameText(codeOf(key, id, sends), request.code);
  if (used.some(({ id, sends }) => isCodeOf(id, sends))) throw new Problem('code_expired');
  const tried = await database.inTransaction(async (sql) => {
    const counted = await countChallengeTry(sql, liveId);
    if (!counted) return undefined;
    const person = await takeTry(sql, codesOf(request.personId), throttleLimits.codes);
    // Refused is not evaluated, so the rollback gives nothing away.
    refuseLocked(person);
    const isRight = isCodeOf(liveId, counted.sends);
    if (isRight) {
      await returnChallengeTry(sql, liveId);
      await clearTries(sql, [codesOf(request.personId), sendsOf(request.personId)]);
    }
    return { isRight, triesLeft: counted.triesLeft, personTriesLeft: person.triesLeft };
  });
  if (!tried) return undefined;
  if (!tried.isRight) {
    if (tried.personTriesLeft === 0) await warnLocked(database.sql, request);
    throw new Problem('code_wrong', { params: { left: Math.min(tried.triesLeft, tried.personTriesLeft) } });
  }
  return { challengeId: liveId };
}

/** Who did not type those codes learns by e-mail that somebody did. */
async function warnLocked(sql: Sql, { personId, locale }: CodeRequest): Promise<void> {
  const person = await findPerson(sql, personId);
  if (person) await sendLockWarning(sql, person.email, locale);
}

const codesOf = (personId: string) => `codes:${personId}`;
const sendsOf = (personId: string) => `sends:${personId}`;

function refuseLocked(
  answer: Awaited<ReturnType<typeof takeTry>>,
): asserts answer is { allowed: true; triesLeft: number } {
  if (!answer.allowed)
    throw new Problem('codes_locked', {
      params: { minutes: wholeMinutes(answer.waitSeconds) },
      retryAfterSeconds: answer.waitSeconds,
    });
}

/** The client who acts; an endpoint of the access `client` or `active` has one. */
export function requireClientActor(work: Pick<Work, 'actor'>): ClientActor {
  if (work.actor.kind !== 'client') throw new Problem('unauthenticated');
  return work.actor;
}
