/**
 * How the bank's people get in: password and code, an invitation, a code again before a dangerous act. Attempts are counted before they are judged, so that
 * parallel guesses win nothing; text and time do not tell whether a person exists.
 *
 * Errors: `sign_in_locked` (429), `staff_sign_in_failed`, `staff_sign_in_over`, `invitation_over`; fields `password` and `next` by the rules of passwords,
 * field `code`: `totp_code`.
 */
import type { CodeAsked, Invitation } from '@calmly/contract/staff';
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { networkOf } from '@calmly/platform/http/address.ts';
import type { Answer } from '@calmly/platform/http/answer.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { RequestContext, Sql, StaffActor, Work } from '@calmly/platform/work.ts';
import {
  callerOf,
  checkNewPassword,
  clearTries,
  emailKey,
  hashPassword,
  newTotpSecret,
  returnTry,
  stepAt,
  takeTry,
  totpCode,
  totpStep,
  verifyPassword,
  wholeMinutes,
} from '../../../identity/server/index.ts';
import { findPerson, findPersonByEmail, lockPerson, updatePassword, updateState } from '../people/store.ts';
import { invitationSeconds, signInSeconds, tryLimits } from '../rules.ts';
import { sendInvitation } from './invitation-message.ts';
import { hashOf, newToken, openSession } from './sessions.ts';
import * as store from './store.ts';

export interface SignInTools {
  readonly database: Database;
  readonly box: SecretBox;
}

/** The first step: the password. */
export async function beginSignIn(
  work: Work,
  { box }: SignInTools,
  request: RequestContext,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<CodeAsked> {
  const { sql, now } = work;
  const key = emailKey(email);
  const returnNetworkTry = await countNetworkTry(sql, request);
  const subjects = passwordSubjects(key, request);
  await countPasswordTry(sql, subjects, returnNetworkTry);
  const person = await findPersonByEmail(sql, key);
  const stored = person?.state === 'ACTIVE' ? (person.passwordHash ?? undefined) : undefined;
  if (!(await isPassword(work, stored, password, subjects, returnNetworkTry)) || !person) {
    // Of an unknown address too, so that the time tells nothing.
    await audit(person ? work : { ...work, actor: { kind: 'system', name: 'office' } }, {
      action: 'staff.sign_in_refused',
      ...(person && { staff: person }),
      details: { step: 'password' },
    });
    throw new Problem('staff_sign_in_failed');
  }
  await clearTries(sql, subjects);
  await returnNetworkTry();
  const { token, tokenHash } = newToken();
  await store.insertSignIn(sql, { tokenHash, personId: person.id, until: later(now, signInSeconds) });
  return { signIn: token, shownCode: await shownCode(sql, box, person.id, request) };
}

/** The second step: a code of the app, which works once. */
export async function completeSignIn(
  work: Work,
  tools: SignInTools,
  request: RequestContext,
  { signIn, code }: { readonly signIn: string; readonly code: string },
): Promise<Answer> {
  const tokenHash = hashOf(signIn);
  const personId = await store.findSignIn(work.sql, tokenHash, work.now);
  const person = personId === undefined ? undefined : await findPerson(work.sql, personId);
  if (person?.state !== 'ACTIVE') throw new Problem('staff_sign_in_over');
  await requireCode(work, tools, person, code);
  return tools.database.inTransaction(async (sql) => {
    const open = { ...work, sql };
    const current = await lockPerson(sql, person.id);
    // Two answers with the same sign-in: the second finds it gone.
    if (current?.state !== 'ACTIVE' || !(await store.takeSignIn(sql, tokenHash, work.now)))
      throw new Problem('staff_sign_in_over');
    return openSession(open, request, person);
  });
}

/** Proves the session's factor again; without a code it only says which one the sandbox would take. */
export async function proveFactor(
  work: Work,
  tools: SignInTools,
  actor: StaffActor,
  request: RequestContext,
  code: string | undefined,
): Promise<{ readonly proved: boolean; readonly shownCode: string | null }> {
  if (code === undefined)
    return { proved: false, shownCode: await shownCode(work.sql, tools.box, actor.personId, request) };
  await requireCode(work, tools, { id: actor.personId, name: actor.name }, code);
  await store.markFactor(work.sql, actor.sessionId, work.now);
  await audit(work, { action: 'staff.factor_proved' });
  return { proved: true, shownCode: null };
}

/** Counts an attempt, then takes the code. Committed on its own: a used code stays used whatever follows. */
async function requireCode(
  work: Work,
  { database, box }: SignInTools,
  person: { readonly id: string; readonly name: string },
  code: string,
): Promise<void> {
  const subject = `staff-code:${person.id}`;
  await countTry(work.sql, subject, 'person');
  if (await database.inTransaction((sql) => store.spendCode(sql, box, person.id, code))) {
    await clearTries(work.sql, [subject]);
    return;
  }
  await audit(work, { action: 'staff.sign_in_refused', staff: person, details: { step: 'code' } });
  throw new Problem('staff_sign_in_failed');
}

/** Changes the own password; the person's other sessions end. */
export async function changePassword(
  work: Work,
  { database }: SignInTools,
  actor: StaffActor,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<void> {
  const person = await findPerson(work.sql, actor.personId);
  if (!person) throw new Problem('staff_session_over');
  const subject = `staff-password:${person.id}`;
  await countTry(work.sql, subject, 'person');
  if (!(await verifyPassword(person.passwordHash ?? undefined, current, callerOf(work)))) {
    await audit(work, { action: 'staff.sign_in_refused', details: { step: 'current password' } });
    throw badFields({ field: 'current', code: 'password_wrong' });
  }
  await clearTries(work.sql, [subject]);
  const passwordHash = await acceptablePassword(work, next, person.email, 'next');
  await database.inTransaction(async (sql) => {
    const now = await lockPerson(sql, person.id);
    // Changed or suspended meanwhile: the password that was checked is not the one that counts.
    if (now?.state !== 'ACTIVE' || now.passwordHash !== person.passwordHash)
      throw new Problem('staff_session_over');
    await updatePassword(sql, person.id, passwordHash);
    await store.deleteSignIns(sql, person.id);
    const ended = await store.endSessions(sql, { personId: person.id, except: actor.sessionId }, work.now);
    await audit({ ...work, sql }, { action: 'staff.password_changed', details: { sessionsEnded: ended } });
  });
}

/** Invites the person in the open transaction, by email; an earlier invitation and app end. Returns the link, for an operator who adds the first people. */
export async function invite(
  work: Work,
  box: SecretBox,
  person: { readonly id: string; readonly name: string; readonly email: string },
  invitationUrl: string,
): Promise<string> {
  const { sql, now } = work;
  const { token, tokenHash } = newToken();
  const { bytes } = newTotpSecret(person.email);
  await store.deleteApp(sql, person.id);
  await store.deleteSignIns(sql, person.id);
  await store.endSessions(sql, { personId: person.id }, now);
  await store.saveInvitation(sql, {
    id: work.newId(),
    personId: person.id,
    tokenHash,
    secret: box.seal(bytes, store.invitationPlace(person.id)),
    until: later(now, invitationSeconds),
  });
  // Behind a fragment, so that no server's log has it.
  const link = `${invitationUrl}#${token}`;
  await sendInvitation(work, person, link);
  return link;
}

/** What an invitation's link shows. Each opening has a secret of its own, so that whoever saw the link before cannot know the app's. */
export async function openInvitation(
  work: Work,
  { box }: SignInTools,
  request: RequestContext,
  token: string,
): Promise<Invitation> {
  const returnNetworkTry = await countNetworkTry(work.sql, request);
  const invitation = await store.findInvitation(work.sql, hashOf(token), work.now, 'read');
  const person = invitation && (await findPerson(work.sql, invitation.personId));
  if (!invitation || person?.state !== 'INVITED') throw new Problem('invitation_over');
  await returnNetworkTry();
  const { bytes: secret, text, uri } = newTotpSecret(person.email);
  const sealed = box.seal(secret, store.invitationPlace(person.id));
  await store.replaceInvitationSecret(work.sql, hashOf(token), sealed);
  await audit(work, { action: 'staff.invitation_opened', staff: person });
  return {
    name: person.name,
    email: person.email,
    roles: [...person.roles],
    until: invitation.until.toISOString(),
    secret: text,
    uri,
    shownCode: request.sandbox ? totpCode(secret, stepAt(work.now.getTime() / 1000)) : null,
  };
}

/** Accepts an invitation: the password, and a code that proves that the app has the secret. */
export async function acceptInvitation(
  work: Work,
  { database, box }: SignInTools,
  request: RequestContext,
  { token, password, code }: { readonly token: string; readonly password: string; readonly code: string },
): Promise<Answer> {
  const tokenHash = hashOf(token);
  const returnNetworkTry = await countNetworkTry(work.sql, request);
  const found = await store.findInvitation(work.sql, tokenHash, work.now, 'read');
  const invited = found && (await findPerson(work.sql, found.personId));
  if (!found || invited?.state !== 'INVITED') throw new Problem('invitation_over');
  await returnNetworkTry();
  const passwordHash = await acceptablePassword(work, password, invited.email, 'password');
  const secret = box.open(found.secret, store.invitationPlace(invited.id));
  const step = totpStep(secret, code, Date.now() / 1000);
  if (step === undefined) throw badFields({ field: 'code', code: 'totp_code' });
  return database.inTransaction(async (sql) => {
    const open = { ...work, sql };
    const person = await lockPerson(sql, invited.id);
    const invitation = await store.findInvitation(sql, tokenHash, work.now, 'lock');
    if (!invitation?.secret.equals(found.secret) || person?.state !== 'INVITED')
      throw new Problem('invitation_over');
    await updatePassword(sql, person.id, passwordHash);
    await updateState(sql, person.id, 'ACTIVE');
    await store.saveApp(sql, {
      id: work.newId(),
      personId: person.id,
      secret: box.seal(secret, store.appPlace(person.id)),
      lastStep: step,
    });
    await store.deleteInvitation(sql, person.id);
    await audit(open, { action: 'staff.joined', staff: person });
    return openSession(open, request, person);
  });
}

async function acceptablePassword(
  work: Work,
  password: string,
  email: string,
  field: 'password' | 'next',
): Promise<string> {
  const rejection = checkNewPassword(password, { email });
  if (rejection) throw badFields({ field, code: rejection });
  return hashPassword(password, callerOf(work));
}

/** Counts an attempt for good before it is judged. */
async function countTry(sql: Sql, subject: string, limit: keyof typeof tryLimits): Promise<void> {
  const counted = await takeTry(sql, subject, tryLimits[limit]);
  if (counted.allowed) return;
  throw new Problem('sign_in_locked', {
    params: { minutes: wholeMinutes(counted.waitSeconds) },
    retryAfterSeconds: counted.waitSeconds,
  });
}

/** Who guesses: one network at one address, and everybody at it. A stranger's guesses alone do not lock the person's own network out. */
const passwordSubjects = (key: string, { ip }: RequestContext): string[] => {
  const address = `staff:${hashOf(key).toString('hex')}`;
  return [`${address}:${networkOf(ip)}`, address];
};

async function countPasswordTry(
  sql: Sql,
  [here = '', everywhere = '']: readonly string[],
  returnNetworkTry: () => Promise<void>,
): Promise<void> {
  try {
    await countTry(sql, here, 'person');
    await countTry(sql, everywhere, 'address');
  } catch (error) {
    await returnNetworkTry();
    throw error;
  }
}

/** If the server is too busy to compare, the attempt does not count. */
async function isPassword(
  work: Work,
  stored: string | undefined,
  password: string,
  subjects: readonly string[],
  returnNetworkTry: () => Promise<void>,
): Promise<boolean> {
  try {
    return await verifyPassword(stored, password, callerOf(work));
  } catch (error) {
    for (const subject of subjects) await returnTry(work.sql, subject);
    await returnNetworkTry();
    throw error;
  }
}

/** The same for the caller's network; a right attempt gives it back, because many people share one. */
async function countNetworkTry(sql: Sql, { ip }: RequestContext): Promise<() => Promise<void>> {
  const subject = `staff-network:${networkOf(ip)}`;
  await countTry(sql, subject, 'network');
  return () => returnTry(sql, subject);
}

/** A code that the person's app would show and that was not used yet; only in a sandbox whose messages stay on the machine. */
async function shownCode(
  sql: Sql,
  box: SecretBox,
  personId: string,
  { sandbox }: Pick<RequestContext, 'sandbox'>,
): Promise<string | null> {
  const app = sandbox ? await store.findAppSecret(sql, box, personId) : undefined;
  if (!app) return null;
  const current = stepAt(Date.now() / 1000);
  const step = Math.max(current, app.lastStep + 1);
  return step <= current + 1 ? totpCode(app.secret, step) : null;
}

const later = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);
