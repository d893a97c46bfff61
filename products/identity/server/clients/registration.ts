/**
 * Creates a signed-in person whose browser is known from then on: with a profile in DRAFT, or by a company's invitation without their own relation to
 * the bank.
 * Nothing in a registration depends on whether the address is in use: hashing, statements and response are the same for every address. An invited
 * person has the email, so the answer may say `already_client`. Errors in the order checked: proof_refused, overloaded. Source: specification section
 * 2; server page section 4.
 */
import { joinByInvitation, register, type Token } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { type Answer, encodeAnswer } from '@calmly/platform/http/answer.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, RequestContext, Work } from '@calmly/platform/work.ts';
import { callerOf, hashPassword } from '../passwords/passwords.ts';
import { emailKey } from '../rules.ts';
import { deviceCookie, refreshCookie } from '../sessions/cookies.ts';
import { issueSecret } from '../sessions/secrets.ts';
import { openSession, proofOf, tokenType } from '../sessions/sessions.ts';
import { deviceHashOf } from '../sign-in/device-code.ts';
import { rememberDevice } from '../sign-in/device-store.ts';
import type { SignInOptions } from '../sign-in/sign-in.ts';
import { recordSignIn } from '../sign-in/sign-in-record.ts';
import { insertIndividual, insertPerson } from './client-store.ts';
import { changePreferences, isEmailTaken } from './contact.ts';
import { createInvitedPerson } from './members/members.ts';

export interface Registration {
  readonly email: string;
  readonly password: string;
  /** E.164. */
  readonly phone: string;
}

/** The person and profile just created. */
export type Draft = Pick<ClientActor, 'personId' | 'clientId'>;

type OpenOptions = Pick<SignInOptions, 'database' | 'proofs' | 'allowBearer'>;

/** Creates the draft and its session; `complete` adds related data in the same transaction. */
export async function openDraft(
  work: Work,
  options: OpenOptions,
  registration: Registration,
  complete: (work: Work, draft: Draft) => Promise<void>,
): Promise<Answer> {
  const first = firstSession(work, options, register);
  const passwordHash = await hashPassword(registration.password, callerOf(work));
  const draft = { personId: work.newId(), clientId: work.newId() };
  return openFirstSession(work, options, first, async (inside) => {
    await insertDraft(inside, draft, registration, passwordHash);
    await changePreferences(inside.sql, draft.personId, { language: first.request.locale });
    await audit(inside, { action: 'client.registered', ...draft });
    await complete(inside, draft);
    return draft;
  });
}

/** A person joining by a company's invitation, with confirmed email and phone. */
export interface InvitedPerson extends Registration {
  readonly firstName: string;
  readonly lastName: string;
}

/** Creates a person without their own relation to the bank, signed in; `join` adds them to the company in the same transaction. */
export async function openInvited(
  work: Work,
  options: OpenOptions,
  { password, ...person }: InvitedPerson,
  join: (work: Work, personId: string) => Promise<void>,
): Promise<Answer> {
  const first = firstSession(work, options, joinByInvitation);
  const passwordHash = await hashPassword(password, callerOf(work));
  return openFirstSession(work, options, first, async (inside) => {
    const { locale: language } = first.request;
    if (await isEmailTaken(inside.sql, person.email)) throw new Problem('already_client');
    const invited = await createInvitedPerson(inside, { ...person, passwordHash, language });
    await join(inside, invited.personId);
    return invited;
  });
}

interface FirstSession {
  readonly endpoint: typeof register | typeof joinByInvitation;
  readonly request: RequestContext;
  /** Thumbprint of the key that the session will be bound to. */
  readonly proofKey: string | undefined;
}

/** Prepares the first session. A call without the required proof is refused before any costly work. */
function firstSession(
  { request }: Work,
  { proofs, allowBearer }: OpenOptions,
  endpoint: FirstSession['endpoint'],
): FirstSession {
  if (!request) throw new Error('a registration needs a request');
  const proofKey = proofOf(request, endpoint, proofs)?.thumbprint;
  if (proofKey === undefined && !allowBearer) throw new Problem('proof_refused');
  return { endpoint, request, proofKey };
}

/** Signs in the person whom `create` adds in the same transaction, and makes the browser known. */
async function openFirstSession(
  work: Work,
  { database }: OpenOptions,
  { endpoint, request, proofKey }: FirstSession,
  create: (work: Work) => Promise<Draft>,
): Promise<Answer> {
  const device = issueSecret('device');
  const opened = await database.inTransaction(async (sql) => {
    const inside = { ...work, sql };
    const { personId, clientId } = await create(inside);
    const oldHash = deviceHashOf(request) ?? device.hash;
    await rememberDevice(sql, { oldHash, newHash: device.hash, personId });
    const session = await openSession(inside, request, {
      personId,
      clientId,
      remembered: false,
      proofKey,
      deviceHash: device.hash,
    });
    await recordSignIn(inside, request, { personId, sessionId: session.id, outcome: 'signed_in' });
    return { ...session, clientId };
  });
  const token: Token = {
    access_token: opened.accessToken,
    token_type: tokenType(proofKey),
    expires_in: opened.accessSeconds,
    ClientId: opened.clientId,
    ClientRole: 'INDIVIDUAL',
  };
  return {
    ...encodeAnswer(endpoint, token),
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
    dateOfBirth: null,
    addressLine1: null,
    addressPostCode: null,
    addressTown: null,
    addressCountry: null,
    createdAt: now,
  });
}
