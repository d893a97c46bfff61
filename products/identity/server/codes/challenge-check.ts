/**
 * Checks the response to a challenge: a code from a message, an app's code, a recovery code, or the proof exchanged for a passkey's signature. Each
 * check is one attempt of the challenge and of the person. Its result is returned only after the count is committed, and checks of one challenge run
 * one after the other, so parallel calls get no sixth attempt, and correct codes never count as many attempts. An accepted value is stored with the
 * challenge (as an HMAC), so that the same text is accepted again for this challenge until it is used: after a lost response, or if the order itself
 * was refused.
 * Errors in the order checked: codes_blocked (403), codes_locked (429), code_expired (401, used up a moment ago), code_used (401, an app's code of a
 * used time step), code_wrong (401), passkey_refused (422).
 */
import type { Assertion } from '@calmly/contract';
import { type AuditEntry, audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { Actor, ClientActor, RequestContext, Sql } from '@calmly/platform/work.ts';
import { sendFactorNotice } from '../factors/notice-message.ts';
import { listPasskeys, updatePasskeyUse } from '../factors/passkey-store.ts';
import { passkeyChallenge, type RelyingParty, readAssertion } from '../factors/passkeys.ts';
import { spendRecoveryCode } from '../factors/recovery-codes.ts';
import { findPersonFactors } from '../factors/store.ts';
import { spendTotp } from '../factors/totp.ts';
import { type CountedCode, clearWrongCodes, countCode, refuseCodeLock } from '../factors/wrong-codes.ts';
import { codeOf, issueSecret, proofHashOf, sameHash, sameText } from '../sessions/secrets.ts';
import { freshenSession, markProved } from '../sessions/session-store.ts';
import { clearTries } from '../sign-in/throttle.ts';
import {
  countChallengeTry,
  findCodeKey,
  findRequestChallenges,
  type Holder,
  isForAnotherRequest,
  keepProof,
  lockChallenge,
  type TriedChallenge,
} from './challenge-store.ts';
import { type Approval, sendsOf } from './challenges.ts';
import { sendLockWarning } from './code-message.ts';

/** The holder of the challenge that a proof is for. */
export interface Prover {
  readonly personId: string;
  readonly clientId: string;
  readonly holder: Holder;
}

export interface CheckTools {
  readonly database: Database;
  readonly box: SecretBox;
  readonly party: RelyingParty;
}

/** Checks the code of a signed-in person's call; a right one proves that the person is there. Undefined when nothing waits for a code there. */
export function createCodeCheck(tools: CheckTools) {
  return async (actor: ClientActor, request: RequestContext): Promise<Approval | undefined> => {
    if (request.code === undefined) return undefined;
    const { personId, clientId, sessionId } = actor;
    const prover = { personId, clientId, holder: { sessionId } };
    const approval = await checkCodeOf(tools, request, prover, request.code);
    if (approval) await (actor.isStale ? freshenSession : markProved)(tools.database.sql, sessionId);
    return approval;
  };
}

/**
 * Checks the value of `X-TFA-CODE`. Returns undefined if no live challenge is for exactly this request and this holder has none for the same call; a
 * code requested for another body is refused and not counted as a guess.
 * A proof that was just used up for the same request (a double click, a lost answer) is refused as such and not counted as a guess at the next
 * challenge. That reveals nothing: it is only compared with proofs that no longer open anything, and every other text is counted.
 */
export async function checkCodeOf(
  { database, box }: CheckTools,
  request: RequestContext,
  prover: Prover,
  code: string,
): Promise<Approval | undefined> {
  const by = { ...prover, endpointId: request.endpointId, requestHash: request.hash };
  const { liveId, lockSeconds, used } = await findRequestChallenges(database.sql, by);
  if (liveId === undefined) {
    if (await isForAnotherRequest(database.sql, by)) throw new Problem('code_expired');
    return undefined;
  }
  refuseCodeLock(lockSeconds);
  const key = await findCodeKey(database.sql);
  if (used.some(({ id, proofHash }) => sameHash(proofHash, proofHashOf(key, id, code))))
    throw new Problem('code_expired');
  const tried = await database.inTransaction(async (sql) => {
    const counted = await countChallengeTry(sql, liveId);
    if (!counted) return undefined;
    // A refusal here is not evaluated, so the rollback reveals nothing.
    const person = await countCode(sql, prover.personId);
    const isRight = await judge({ sql, box, key, request, prover }, { ...counted, id: liveId }, code);
    if (isRight) await succeed(sql, prover.personId, liveId, proofHashOf(key, liveId, code));
    return { isRight, person, triesLeft: Math.min(counted.triesLeft, person.triesLeft) };
  });
  if (!tried) return undefined;
  if (tried.isRight) return { challengeId: liveId };
  await warnWhenLocked(database.sql, request, prover.personId, tried.person);
  throw new Problem('code_wrong', { params: { left: tried.triesLeft } });
}

interface Judging {
  readonly sql: Sql;
  readonly box: SecretBox;
  readonly key: Buffer;
  readonly request: RequestContext;
  readonly prover: Prover;
}

async function judge(
  judging: Judging,
  challenge: TriedChallenge & { id: string },
  code: string,
): Promise<boolean> {
  const { sql, box, key, prover } = judging;
  if (sameHash(challenge.proofHash, proofHashOf(key, challenge.id, code))) return true;
  switch (challenge.method) {
    case 'email':
    case 'sms':
      return sameText(codeOf(key, challenge.id, challenge.sends), code);
    case 'totp': {
      const verdict = await spendTotp(sql, box, prover.personId, code);
      // Not counted: a spent code opens nothing, and its owner was only too fast.
      if (verdict === 'used') throw new Problem('code_used');
      return verdict === 'right';
    }
    case 'recovery_code':
      return spendRecovery(judging, code);
    case 'passkey':
      return false;
  }
}

/** Reports the use of a recovery code to its owner: someone may have their codes, or they have lost their phone. */
async function spendRecovery({ sql, request, prover }: Judging, code: string): Promise<boolean> {
  const left = await spendRecoveryCode(sql, prover.personId, code);
  if (left === undefined) return false;
  await record(sql, request, prover, { action: 'factor.recovery_code_used', details: { left } });
  const { email } = await findPersonFactors(sql, prover.personId);
  await sendFactorNotice(sql, { email, locale: request.locale }, { kind: 'recovery_code_used', left });
  return true;
}

/**
 * Exchanges a passkey's signature over an open challenge for a proof accepted as `X-TFA-CODE`, valid until the challenge is used.
 * Errors: not_found (another holder's, or not to be confirmed with a passkey), codes_blocked, codes_locked, passkey_refused.
 */
export async function provePasskey(
  { database, party }: CheckTools,
  request: RequestContext,
  given: { challengeId: string; holder: Holder; assertion: Assertion },
): Promise<string> {
  const key = await findCodeKey(database.sql);
  const tried = await database.inTransaction(async (sql) => {
    const open = await lockChallenge(sql, given.challengeId, given.holder);
    if (open?.method !== 'passkey') throw new Problem('not_found');
    await countChallengeTry(sql, open.id);
    const person = await countCode(sql, open.personId);
    const passkeys = await listPasskeys(sql, open.personId, { lock: true, before: open.factorsBefore });
    const id = Buffer.from(given.assertion.id, 'base64url');
    const passkey = passkeys.find(({ credentialId }) => credentialId.equals(id));
    const signed =
      passkey &&
      (await readAssertion({
        party,
        pageOrigin: request.headers.origin,
        challenge: passkeyChallenge(key, open),
        assertion: given.assertion,
        passkey,
      }));
    if (!signed) return { personId: open.personId, person, proof: undefined };
    await updatePasskeyUse(sql, passkey.id, signed.signCount);
    const proof = issueSecret('proof').secret;
    await succeed(sql, open.personId, open.id, proofHashOf(key, open.id, proof));
    return { personId: open.personId, person, proof };
  });
  if (tried.proof !== undefined) return tried.proof;
  await warnWhenLocked(database.sql, request, tried.personId, tried.person);
  throw new Problem('passkey_refused');
}

async function succeed(sql: Sql, personId: string, challengeId: string, proofHash: Buffer): Promise<void> {
  await keepProof(sql, challengeId, proofHash);
  await clearWrongCodes(sql, personId);
  await clearTries(sql, [sendsOf(personId)]);
}

/** Warns the person by email about wrong codes, which someone else may have entered. */
async function warnWhenLocked(
  sql: Sql,
  request: RequestContext,
  personId: string,
  { triesLeft, locks }: CountedCode,
): Promise<void> {
  if (triesLeft > 0) return;
  const { email } = await findPersonFactors(sql, personId);
  await sendLockWarning(sql, { email, locale: request.locale }, locks);
  await record(sql, request, { personId }, { action: 'factor.codes_locked', details: { locks } });
}

async function record(
  sql: Sql,
  request: RequestContext,
  { personId, clientId }: { personId: string; clientId?: string },
  entry: Pick<AuditEntry, 'action' | 'details'>,
): Promise<void> {
  const actor: Actor = { kind: 'anonymous' };
  const work = { sql, request, actor, newId, now: new Date() };
  await audit(work, { ...entry, personId, ...(clientId === undefined ? {} : { clientId }) });
}
