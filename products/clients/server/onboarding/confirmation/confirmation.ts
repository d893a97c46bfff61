/**
 * Confirming an applicant's email and phone: six digits, valid for ten and five minutes, with five attempts, or for the email a link of
 * 24 hours that works in any browser. Nothing reveals whether the address belongs to a client: then no code is correct, and only its
 * owner is notified.
 *
 * Errors in the order checked: not_found, state_moved, resend_too_soon, too_many_requests (texts) · contact_code_expired, codes_locked,
 * contact_code_wrong · link_expired. Source: specification sections 4 and 9 (countdown 9 s).
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Onboarding, SentCode } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, RequestContext, Work } from '@calmly/platform/work.ts';
import {
  clearTries,
  confirmEmail as confirmPersonEmail,
  correctContact,
  deriveCode,
  isEmailConfirmed,
  isEmailTaken,
  lockClientState,
  moveClient,
  requireContact,
  takeTry,
} from '../../../../identity/server/index.ts';
import { type Allowance, takeMessage } from '../allowance.ts';
import { leaveDraft, lockStep, requireApplication, viewApplication } from '../application.ts';
import { emailCodeSeconds, phoneCodeSeconds, resendSeconds, textLimit, wrongCodeLimit } from '../rules.ts';
import { sendAlreadyClient, sendConfirmation, sendPhoneConfirmation } from './messages.ts';
import * as store from './store.ts';

export interface ConfirmationOptions extends Allowance {
  /** Base address of links in messages. */
  readonly portalUrl: string;
}

/** `POST /onboarding/email-code`; an address in the body replaces the draft's. */
export async function sendEmailCode(
  work: Work,
  actor: ClientActor,
  options: ConfirmationOptions,
  wanted: string | undefined,
): Promise<SentCode> {
  const { sql } = work;
  const { contact } = await lockStep(sql, actor, 'DRAFT');
  if (await isEmailConfirmed(sql, actor.personId)) throw new Problem('state_moved');
  const email = wanted ?? contact.email;
  const code = await requireNewCode(work, actor.clientId, 'email');
  if (email !== contact.email) await correctContact(sql, actor.personId, { email });
  const digits = await mailCode(work, options, { clientId: actor.clientId, email, code });
  return sent(work, { to: email, lifetimeSeconds: emailCodeSeconds, digits });
}

/** The first code and link, with the registration. */
export async function sendFirstEmailCode(
  work: Work,
  options: ConfirmationOptions,
  draft: { readonly clientId: string; readonly email: string },
): Promise<void> {
  const code = await requireNewCode(work, draft.clientId, 'email');
  await mailCode(work, options, { ...draft, code });
}

/** `POST /onboarding/phone-code`; a number in the body replaces the applicant's. */
export async function sendPhoneCode(
  work: Work,
  actor: ClientActor,
  options: ConfirmationOptions,
  wanted: string | undefined,
): Promise<SentCode> {
  const { sql } = work;
  const { locale, ip } = requireRequest(work);
  const { contact } = await lockStep(sql, actor, 'EMAIL_CONFIRMED');
  const phone = wanted ?? contact.phone ?? '';
  const code = await requireNewCode(work, actor.clientId, 'sms');
  if (phone !== contact.phone) await correctContact(sql, actor.personId, { phone });
  const own = await takeTry(sql, `texts:${actor.personId}`, textLimit);
  const waitSeconds = own.allowed ? await takeMessage(sql, options, { to: phone, ip }) : own.waitSeconds;
  if (waitSeconds !== undefined) throw new Problem('too_many_requests', { retryAfterSeconds: waitSeconds });
  const digits = await deriveCode(sql, code.id, code.sends);
  await sendPhoneConfirmation(sql, { to: phone, locale, code: digits });
  return sent(work, { to: phone, lifetimeSeconds: phoneCodeSeconds, digits });
}

/** `POST /onboarding/email-confirmation`. */
export function confirmEmail(
  database: Pick<Database, 'inTransaction'>,
  work: Work,
  actor: ClientActor,
  options: ConfirmationOptions,
  digits: string,
): Promise<Onboarding> {
  return confirm(
    database,
    work,
    actor,
    { channel: 'email', state: 'DRAFT', digits },
    async (inside, email) => {
      const { sql } = inside;
      if (await isEmailTaken(sql, email)) {
        await mailTo(inside, options, email, { isTaken: true });
        return false;
      }
      await takeEmail(inside, actor);
      return true;
    },
  );
}

/** `POST /onboarding/phone-confirmation`. */
export function confirmPhone(
  database: Pick<Database, 'inTransaction'>,
  work: Work,
  actor: ClientActor,
  digits: string,
): Promise<Onboarding> {
  const given = { channel: 'sms', state: 'EMAIL_CONFIRMED', digits } as const;
  return confirm(database, work, actor, given, async (inside) => {
    await moveClient(inside, actor.clientId, 'confirmPhone');
    return true;
  });
}

/** `POST /registrations/email-confirmation`. A used link answers as on its first use. */
export async function confirmEmailByLink(work: Work, token: string): Promise<{ email: string }> {
  const { sql } = work;
  const link = await store.findLink(sql, hashOf(token));
  if (!link) throw new Problem('link_expired');
  await lockClientState(sql, link.clientId);
  const { clientId, personId } = await requireApplication(sql, link.clientId);
  const { email } = await requireContact(sql, personId);
  if (email !== link.email) throw new Problem('link_expired');
  if (await isEmailConfirmed(sql, personId)) return { email };
  if (await isEmailTaken(sql, email)) throw new Problem('link_expired');
  await takeEmail(work, { clientId, personId });
  return { email };
}

/**
 * Counts the attempt, compares, and applies a correct code, in one transaction. A wrong code's count must be committed too, so a refusal is returned
 * and not thrown inside.
 */
async function confirm(
  database: Pick<Database, 'inTransaction'>,
  work: Work,
  actor: ClientActor,
  given: { channel: store.Channel; state: 'DRAFT' | 'EMAIL_CONFIRMED'; digits: string },
  whenRight: (inside: Work, email: string) => Promise<boolean>,
): Promise<Onboarding> {
  const { channel, state, digits } = given;
  const by = { clientId: actor.clientId, channel };
  const outcome = await database.inTransaction(async (sql) => {
    const { contact } = await lockStep(sql, actor, state);
    const tried = await store.countTry(sql, by);
    if (!tried) return new Problem('contact_code_expired');
    const subject = `contact-codes:${actor.personId}`;
    const person = await takeTry(sql, subject, wrongCodeLimit);
    if (!person.allowed)
      return new Problem('codes_locked', {
        params: { minutes: Math.ceil(person.waitSeconds / 60) },
        retryAfterSeconds: person.waitSeconds,
      });
    const isRight = timingSafeEqual(
      Buffer.from(await deriveCode(sql, tried.id, tried.sends)),
      Buffer.from(digits),
    );
    if (!isRight || !(await whenRight({ ...work, sql }, contact.email)))
      return new Problem('contact_code_wrong', {
        params: { left: Math.min(tried.triesLeft, person.triesLeft) },
      });
    await clearTries(sql, [subject]);
    await store.deleteCode(sql, by);
    return viewApplication({ ...work, sql }, actor);
  });
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}

async function takeEmail(work: Work, { clientId, personId }: Pick<ClientActor, 'clientId' | 'personId'>) {
  await confirmPersonEmail(work, personId);
  await audit(work, { action: 'email.confirmed', clientId, personId });
  await publish(work.sql, clientId, { topic: 'client' });
  await leaveDraft(work, clientId);
}

async function requireNewCode(
  work: Work,
  clientId: string,
  channel: store.Channel,
): Promise<store.ContactCode> {
  const code = await store.renewCode(work.sql, { id: work.newId(), clientId, channel });
  if (code) return code;
  const seconds = await store.findResendSeconds(work.sql, { clientId, channel });
  throw new Problem('resend_too_soon', { params: { seconds }, retryAfterSeconds: seconds });
}

/** Emails code and link, or a notice if the address belongs to a client, with the same work for both. Returns the digits. */
async function mailCode(
  work: Work,
  options: ConfirmationOptions,
  { clientId, email, code }: { clientId: string; email: string; code: store.ContactCode },
): Promise<string> {
  const { sql } = work;
  const token = randomBytes(32).toString('base64url');
  const digits = await deriveCode(sql, code.id, code.sends);
  await store.insertLink(sql, { tokenHash: hashOf(token), clientId, email });
  const isTaken = await isEmailTaken(sql, email);
  await mailTo(work, options, email, isTaken ? { isTaken } : { isTaken, digits, token });
  return digits;
}

type Letter =
  | { readonly isTaken: true }
  | { readonly isTaken: false; readonly digits: string; readonly token: string };

/** Beyond the allowance nothing is sent, without telling the caller: the answer must not depend on what others did with an address. */
async function mailTo(
  work: Work,
  { portalUrl, ...allowance }: ConfirmationOptions,
  to: string,
  letter: Letter,
): Promise<void> {
  const { sql } = work;
  const { locale, ip } = requireRequest(work);
  if ((await takeMessage(sql, allowance, { to, ip })) !== undefined) return;
  if (letter.isTaken) return sendAlreadyClient(sql, { to, locale, url: `${portalUrl}/login` });
  const url = `${portalUrl}/confirm?token=${letter.token}`;
  return sendConfirmation(sql, { to, locale, code: letter.digits, url });
}

const sent = (
  work: Work,
  { to, lifetimeSeconds, digits }: { to: string; lifetimeSeconds: number; digits: string },
): SentCode => ({
  sentTo: to,
  resendIn: resendSeconds,
  expiresIn: lifetimeSeconds,
  ...(requireRequest(work).sandbox && { code: digits }),
});

const hashOf = (token: string) => createHash('sha256').update(token).digest();

function requireRequest({ request }: Work): RequestContext {
  if (!request) throw new Error('codes are asked for by a request');
  return request;
}
