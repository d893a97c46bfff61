/**
 * Two-factor confirmations (PSD2 dynamic linking). A challenge is bound to endpoint, parameters, canonical body, acting client, session
 * and a snapshot of facts that are not in the HTTP request. Its message names what it confirms. It is confirmed with one method at a
 * time, by default the person's first (`factors/methods.ts`); `challenge-check.ts` checks the response. A challenge is used inside the
 * transaction of what it confirms.
 *
 * Errors in the order checked: codes_blocked (403), codes_locked (429), cooling_off (409), too_many_requests (429, too many messages
 * sent), and code_expired (401) if the challenge was used meanwhile or its snapshot has changed. If there is no live challenge, a new
 * one is opened (203). Codes exist only in the message that carries them.
 * Source: specification sections 4, 8, 9; server page section 3; Delegated Regulation (EU) 2018/389, article 5.
 */

import type { ConfirmationMethod, zChallenge } from '@calmly/contract';
import { plainLine } from '@calmly/domain';
import { StepUp } from '@calmly/platform/http/calls/step-up.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, RequestContext, Sql, Work } from '@calmly/platform/work.ts';
import type { z } from 'zod';
import { type CoolingOff, judgeOutflows, type Outflow } from '../factors/cooling-off.ts';
import { confirmationMethodsOf, type PersonFactors, recipientOf } from '../factors/methods.ts';
import { countAllowances, lockCooling } from '../factors/outflows.ts';
import { listPasskeys } from '../factors/passkey-store.ts';
import { assertionOptions, passkeyChallenge } from '../factors/passkeys.ts';
import { findPersonFactors } from '../factors/store.ts';
import { refuseLockedCodes } from '../factors/wrong-codes.ts';
import { maskAddress, throttleLimits } from '../rules.ts';
import { codeOf } from '../sessions/secrets.ts';
import { takeTry } from '../sign-in/throttle.ts';
import {
  type Consumption,
  changeWay,
  consumeChallenges,
  deleteDeadChallenge,
  findCodeKey,
  type Holder,
  lockChallenge,
  type OpenChallenge,
  openChallenge,
  renewChallenge,
  type Way,
} from './challenge-store.ts';
import { sendCode } from './code-message.ts';

/** The challenge whose proof was correct. */
export type Approval = NonNullable<RequestContext['approval']>;

/** The content to confirm. */
export interface Confirmation {
  /** Describes the action in both languages, such as a payment's amount and payee. */
  readonly summary: { readonly en: string; readonly ru: string };
  /** Facts outside the request that must not change between showing and doing, such as a version or a price. May be empty. */
  readonly snapshot: string;
  /** Whether a recovery code may replace a lost device: to sign in and to repair factors, never for money. */
  readonly recoveryAllowed?: true;
  /** Payments that leave the client with this confirmation; cooling-off judges them together (`factors/cooling-off.ts`). */
  readonly money: 'stays' | readonly Outflow[];
}

/** When something was confirmed, and whether cooling-off applied to it and was observed. */
export interface Confirmed {
  readonly at: Date;
  readonly coolingOffKept: boolean;
}

type ChallengeBody = z.output<typeof zChallenge>;

/**
 * Continues only with a code. Without an approval it throws the `StepUp` that asks for one; an approval is used up in the open transaction, or
 * refused (code_expired) if it was used meanwhile, the snapshot has changed, or cooling-off requires more.
 */
export async function requireCode(work: Work, confirmation: Confirmation): Promise<Confirmed> {
  const { sql } = work;
  const { personId, sessionId } = requireClientActor(work);
  const { money, snapshot } = confirmation;
  const person = money === 'stays' ? undefined : (await lockCooling(sql, [personId])).get(personId);
  const verdict = judgeOutflows(person, money === 'stays' ? [] : money);
  const coolingOff = verdict.kind === 'older_factor' ? verdict.coolingOff : undefined;
  const approval = work.request?.approval;
  if (!approval) throw stepUp(confirmation, coolingOff);
  const { challengeId } = approval;
  const factorsBefore = coolingOff?.before ?? null;
  const [consumed] = await consumeApprovals(sql, [{ challengeId, sessionId, snapshot, factorsBefore }]);
  if (!consumed) throw new Problem('code_expired');
  if (verdict.kind === 'allowance')
    await countAllowances(sql, [{ personId, worthMinor: verdict.worthMinor }]);
  return { at: person?.now ?? work.now, coolingOffKept: verdict.kind !== 'free' };
}

/** The `StepUp` that opens a challenge for the current request, with an older factor if cooling-off requires one. */
export function stepUp(
  confirmation: Omit<Confirmation, 'money'>,
  coolingOff: CoolingOff | undefined,
): StepUp {
  return new StepUp((work) => {
    const actor = requireClientActor(work);
    return challenge(work, actor, { sessionId: actor.sessionId }, confirmation, coolingOff);
  });
}

/** Uses up many approvals in the open transaction; if two are for the same challenge, the first one gets it. */
export async function consumeApprovals(sql: Sql, wanted: readonly Consumption[]): Promise<boolean[]> {
  const unclaimed = new Set(wanted.length > 0 ? await consumeChallenges(sql, wanted) : []);
  return wanted.map((one) => unclaimed.delete(one.challengeId));
}

/** Opens a challenge (or reuses the live one of the same HTTP request), sends its code if it has one, returns the body of the 203. */
export async function challenge(
  work: Work,
  who: { personId: string; clientId: string },
  holder: Holder,
  confirmation: Omit<Confirmation, 'money'>,
  coolingOff?: CoolingOff,
): Promise<ChallengeBody> {
  const { request } = work;
  if (!request) throw new Error('a confirmation can only be asked for by a request');
  await refuseLockedCodes(work.sql, who.personId);
  const person = await findPersonFactors(work.sql, who.personId);
  const recoveryAllowed = confirmation.recoveryAllowed ?? false;
  if (coolingOff && coolingOff.method === undefined) throw stillCooling(coolingOff, work.now);
  const first = coolingOff?.method ?? confirmationMethodsOf(person, recoveryAllowed)[0];
  if (!first) throw new Error(`person ${who.personId} has nothing to confirm with`);
  // Names stored before input was cleaned are cleaned here.
  const summaries = { en: plainLine(confirmation.summary.en), ru: plainLine(confirmation.summary.ru) };
  const wanted = {
    id: work.newId(),
    personId: who.personId,
    clientId: who.clientId,
    holder,
    endpointId: request.endpointId,
    requestHash: request.hash,
    snapshot: confirmation.snapshot,
    recoveryAllowed,
    factorsBefore: coolingOff?.before ?? null,
    ...wayOf(person, first),
    summaries,
    summary: summaries[request.locale],
    locale: request.locale,
  };
  await deleteDeadChallenge(work.sql, wanted);
  return present(work.sql, await openChallenge(work.sql, wanted), person, request.sandbox);
}

/** The refusal if no older factor is left. */
export function stillCooling({ endsAt }: CoolingOff, now: Date): Problem {
  return new Problem('cooling_off', {
    params: { hours: Math.ceil((endsAt.getTime() - now.getTime()) / 3_600_000) },
    until: endsAt,
  });
}

/** The methods for confirming an open challenge. */
const methodsOf = (person: PersonFactors, { factorsBefore, method, recoveryAllowed }: OpenChallenge) =>
  factorsBefore === null ? confirmationMethodsOf(person, recoveryAllowed) : [method];

const wayOf = (person: PersonFactors, method: ConfirmationMethod): Way => ({
  method,
  sentTo: recipientOf(person, method) ?? '',
});

/** Sends another code for an open challenge. 404 for another holder's challenge and if it sends no codes, 429 before the countdown is over. */
export async function resendCode(
  sql: Sql,
  challengeId: string,
  holder: Holder,
  sandbox: boolean,
): Promise<ChallengeBody> {
  const renewed = await renewChallenge(sql, challengeId, holder);
  if (!renewed) throw new Problem('not_found');
  if (!renewed.codeIsNew) throw tooSoon(renewed);
  await refuseLockedCodes(sql, renewed.personId);
  return present(sql, renewed, await findPersonFactors(sql, renewed.personId), sandbox);
}

/** Switches an open challenge to another method. 404 for another holder's challenge, 429 for a message before the countdown is over. */
export async function chooseMethod(
  sql: Sql,
  chosen: { challengeId: string; holder: Holder; method: ConfirmationMethod; sandbox: boolean },
): Promise<ChallengeBody> {
  const open = await lockChallenge(sql, chosen.challengeId, chosen.holder);
  if (!open) throw new Problem('not_found');
  await refuseLockedCodes(sql, open.personId);
  const person = await findPersonFactors(sql, open.personId);
  if (!methodsOf(person, open).includes(chosen.method)) throw badFields({ field: 'method', code: 'invalid' });
  if (open.method === chosen.method) return present(sql, open, person, chosen.sandbox);
  const way = wayOf(person, chosen.method);
  if (way.sentTo !== '' && open.resendInSeconds > 0) throw tooSoon(open);
  return present(sql, await changeWay(sql, open.id, way), person, chosen.sandbox);
}

const tooSoon = ({ resendInSeconds }: OpenChallenge) =>
  new Problem('resend_too_soon', {
    params: { seconds: resendInSeconds },
    retryAfterSeconds: resendInSeconds,
  });

/** The body of the 203; sends the code if it is new. */
async function present(
  sql: Sql,
  open: OpenChallenge,
  person: PersonFactors,
  sandbox: boolean,
): Promise<ChallengeBody> {
  const key = await findCodeKey(sql);
  const code = open.sentTo === '' ? undefined : codeOf(key, open.id, open.sends);
  if (open.codeIsNew && code !== undefined) {
    const allowance = await takeTry(sql, sendsOf(open.personId), throttleLimits.sends);
    if (!allowance.allowed)
      throw new Problem('too_many_requests', { retryAfterSeconds: allowance.waitSeconds });
    await sendCode(sql, open, code);
  }
  const passkeys =
    open.method === 'passkey'
      ? await listPasskeys(sql, open.personId, { before: open.factorsBefore })
      : undefined;
  return {
    detail: {
      challenge_id: open.id,
      sent_via: open.method,
      sent_to: open.sentTo === '' ? '' : maskAddress(open.method === 'sms' ? 'sms' : 'email', open.sentTo),
      methods: methodsOf(person, open),
      summary: open.summary,
      expires_in: open.expiresInSeconds,
      resend_in: open.resendInSeconds,
      ...(passkeys ? { passkey: assertionOptions(passkeyChallenge(key, open), passkeys) } : {}),
      ...(sandbox && code !== undefined ? { code } : {}),
    },
  };
}

/** Messages with codes sent to a person since the last correct one. */
export const sendsOf = (personId: string) => `sends:${personId}`;

/** The acting client, which every endpoint with the access `client` or `active` has. */
export function requireClientActor(work: Pick<Work, 'actor'>): ClientActor {
  if (work.actor.kind !== 'client') throw new Problem('unauthenticated');
  return work.actor;
}
