/**
 * A stranger becomes a person with a profile in DRAFT, signed in, in a browser that is known from then on.
 *
 * Nothing here asks whether the address is somebody's: hashing, statements and answer are the same for every address. Errors in
 * the order checked: proof_refused, overloaded. Source: specification section 2; server page section 4.
 */
import { register, type Token } from '@calmly/contract';
import { audit } from '../../../platform/audit.ts';
import { type Answer, encodeAnswer } from '../../../platform/http/answer.ts';
import { Problem } from '../../../platform/problem.ts';
import type { ClientActor, Work } from '../../../platform/work.ts';
import { schedulePurge } from '../jobs.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { emailKey } from '../rules.ts';
import { deviceCookie, refreshCookie } from '../sessions/cookies.ts';
import { issueSecret } from '../sessions/secrets.ts';
import { openSession, proofOf, tokenType } from '../sessions/sessions.ts';
import { deviceHashOf } from '../sign-in/device-code.ts';
import { rememberDevice } from '../sign-in/device-store.ts';
import type { SignInOptions } from '../sign-in/sign-in.ts';
import { recordSignIn } from '../sign-in/sign-in-record.ts';
import { insertIndividual, insertPerson } from './client-store.ts';
import { changePreferences } from './contact.ts';

const role = 'INDIVIDUAL';

export interface Registration {
  readonly email: string;
  readonly password: string;
  /** E.164. */
  readonly phone: string;
}

/** Who has just been made. */
export type Draft = Pick<ClientActor, 'personId' | 'clientId'>;

/** Makes the draft and its session; `complete` adds what belongs to it in the same transaction. */
export async function openDraft(
  work: Work,
  { database, proofs, allowBearer }: Pick<SignInOptions, 'database' | 'proofs' | 'allowBearer'>,
  registration: Registration,
  complete: (work: Work, draft: Draft) => Promise<void>,
): Promise<Answer> {
  const { request } = work;
  if (!request) throw new Error('a registration needs a request');
  const proofKey = proofOf(request, register, proofs)?.thumbprint;
  if (proofKey === undefined && !allowBearer) throw new Problem('proof_refused');
  const passwordHash = await hashPassword(registration.password);
  const draft = { personId: work.newId(), clientId: work.newId() };
  const device = issueSecret('device');
  const opened = await database.inTransaction(async (sql) => {
    const inside = { ...work, sql };
    await insertDraft(inside, draft, registration, passwordHash);
    await changePreferences(sql, draft.personId, { language: request.locale });
    const oldHash = deviceHashOf(request) ?? device.hash;
    await rememberDevice(sql, { oldHash, newHash: device.hash, personId: draft.personId });
    const session = await openSession(inside, request, {
      ...draft,
      remembered: false,
      proofKey,
      deviceHash: device.hash,
    });
    const { personId } = draft;
    await recordSignIn(inside, request, { personId, sessionId: session.id, outcome: 'signed_in' });
    await audit(inside, { action: 'client.registered', ...draft });
    await schedulePurge(sql, work.now);
    await complete(inside, draft);
    return session;
  });
  const token: Token = {
    access_token: opened.accessToken,
    token_type: tokenType(proofKey),
    expires_in: opened.accessSeconds,
    ClientId: draft.clientId,
    ClientRole: role,
  };
  return {
    ...encodeAnswer(register, token),
    headers: {
      'set-cookie': [refreshCookie(request, opened.refreshToken), deviceCookie(request, device.secret)],
    },
  };
}

async function insertDraft(
  { sql, now }: Work,
  { personId, clientId }: Draft,
  { email, phone }: Registration,
  passwordHash: string,
): Promise<void> {
  await insertPerson(sql, {
    id: personId,
    email,
    emailKey: emailKey(email),
    phone,
    passwordHash,
    adminRole: null,
    emailConfirmedAt: null,
    createdAt: now,
  });
  await insertIndividual(sql, {
    id: clientId,
    holderId: personId,
    firstName: null,
    lastName: null,
    state: 'DRAFT',
    citizenship: null,
    residence: null,
    accountType: null,
    grade: null,
    addressLine1: null,
    addressPostCode: null,
    addressTown: null,
    addressCountry: null,
    createdAt: now,
  });
}
