/**
 * A new email or phone, which a thief of an account would change first. It takes a code by a current method, then a code sent to the new contact. The
 * old one is notified at once and can undo the change for 24 hours, without signing in. Undoing reverses all changes since, ends every session,
 * forgets every known browser and removes the factors added since.
 * Nothing reveals whether an email already belongs to another person: the response is the same, its owner gets an email, and no code is correct.
 * Errors in the order checked: `invalid_request` on `value`, `too_many_requests`, `contact_code_wrong`, `contact_code_expired`, `undo_expired`,
 * `not_found`.
 * Source: server page section 3; reliability rule D8.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type ContactChange, zEmail, zPhone } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { type Database, violatesUnique } from '@calmly/platform/database.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import {
  changeContact,
  deriveCode,
  endAccessSince,
  isEmailTaken,
  maskAddress,
  requireCode,
  requireContact,
} from '../../../identity/server/index.ts';
import {
  sendAddressTaken,
  sendContactChanged,
  sendContactCode,
  sendContactRestored,
} from './contact-messages.ts';
import * as store from './contact-store.ts';

/** Codes to new contacts per day: enough for mistakes, too few to flood another person's mailbox. */
const mostSendsPerDay = 20;

/** The constraint against two people confirming the same address. */
const confirmedAddress = 'person_confirmed_email';

/** `POST /contactchanges`. */
export async function requestContactChange(
  work: Work,
  actor: ClientActor,
  input: { readonly kind: store.ContactKind; readonly value: string },
): Promise<ContactChange> {
  const { sql } = work;
  const { kind } = input;
  const contact = await requireContact(sql, actor.personId, { locked: true });
  const newValue = checkedValue(kind, input.value);
  if (newValue === contact[kind]) throw badFields({ field: 'value', code: 'same_contact' });
  await refuseFlood(sql, actor.personId);
  await requireCode(work, {
    summary: {
      en: `Change your ${kind === 'email' ? 'email' : 'phone'} to ${newValue}`,
      ru: `Изменить ${kind === 'email' ? 'почту' : 'телефон'} на ${newValue}`,
    },
    snapshot: contact[kind] ?? '',
    money: 'stays',
  });
  const id = work.newId();
  const { clientId, personId } = actor;
  const change = await store.insertChange(sql, {
    id,
    clientId,
    personId,
    kind,
    oldValue: contact[kind],
    newValue,
  });
  await audit(work, { action: 'contact_change.requested', details: { id, kind } });
  return deliver(work, change);
}

/** `POST /contactchanges/{id}/code`. */
export async function resendContactCode(work: Work, actor: ClientActor, id: string): Promise<ContactChange> {
  const { sql } = work;
  const pending = await store.findPending(sql, { id, personId: actor.personId });
  if (!pending) throw new Problem('not_found');
  await refuseFlood(sql, actor.personId);
  const renewed = await store.renewCode(sql, id);
  if (renewed) return deliver(work, renewed);
  if (pending.resendInSeconds === 0) throw new Problem('contact_code_expired');
  throw new Problem('resend_too_soon', {
    params: { seconds: pending.resendInSeconds },
    retryAfterSeconds: pending.resendInSeconds,
  });
}

/** `POST /contactchanges/{id}/confirmation`. The attempt is committed before the code is compared; the change has its own transaction. */
export async function confirmContactChange(
  database: Pick<Database, 'inTransaction'>,
  work: Work,
  actor: ClientActor,
  { id, code, undoUrl }: { readonly id: string; readonly code: string; readonly undoUrl: string },
): Promise<void> {
  const by = { id, personId: actor.personId };
  const tried = await database.inTransaction((sql) => store.countTry(sql, by));
  if (!tried) throw new Problem('contact_code_expired');
  if ((await deriveCode(work.sql, id, tried.sends)) !== code)
    throw new Problem('contact_code_wrong', { params: { left: tried.triesLeft } });
  try {
    await database.inTransaction((sql) => confirm({ ...work, sql }, actor, id, undoUrl));
  } catch (error) {
    // Another person has confirmed this address. If that was earlier, no code was sent for this change.
    if (violatesUnique(error, confirmedAddress))
      throw new Problem('contact_code_wrong', { params: { left: tried.triesLeft } });
    throw error;
  }
}

async function confirm(work: Work, actor: ClientActor, id: string, undoUrl: string): Promise<void> {
  const { sql } = work;
  const contact = await requireContact(sql, actor.personId, { locked: true });
  const pending = await store.findPending(sql, { id, personId: actor.personId });
  if (!pending) throw new Problem('contact_code_expired');
  const oldValue = contact[pending.kind];
  const token = randomBytes(32).toString('base64url');
  const change = await store.confirmChange(sql, id, { oldValue, undoHash: hashOf(token) });
  if (!change) throw new Problem('contact_code_expired');
  await changeContact(work, actor.personId, { kind: change.kind, value: change.newValue });
  await audit(work, { action: 'contact_change.confirmed', details: { id, kind: change.kind } });
  const link = `${undoUrl}?token=${token}`;
  await sendContactChanged(sql, { contact, kind: change.kind, newValue: change.newValue, link });
  await notify(work, [{ kind: 'contact_changed', personId: actor.personId }]);
}

/** `POST /contactchanges/undo`: the link proves access to the old contact. */
export async function undoContactChange(work: Work, token: string): Promise<{ kind: store.ContactKind }> {
  const { sql } = work;
  const change = await store.lockUndoable(sql, hashOf(token));
  if (!change) throw new Problem('undo_expired');
  const { personId, clientId, kind } = change;
  await requireContact(sql, personId, { locked: true });
  const undone = await store.undoSince(sql, change);
  // Latest first, so that the value before all changes is written last and stays.
  try {
    for (const one of undone) await changeContact(work, personId, { kind: one.kind, value: one.oldValue });
  } catch (error) {
    // The old email now belongs to another person, so staff must decide.
    if (violatesUnique(error, confirmedAddress)) throw new Problem('undo_expired', { cause: error });
    throw error;
  }
  // A thief would first have confirmed the change and then added factors.
  await endAccessSince(sql, personId, change.confirmedAt);
  await audit(work, {
    action: 'contact_change.undone',
    clientId,
    personId,
    details: { id: change.id, kind, changes: undone.length },
  });
  await sendContactRestored(sql, await requireContact(sql, personId));
  return { kind };
}

async function deliver(work: Work, change: store.PendingContact): Promise<ContactChange> {
  const { sql, request } = work;
  const locale = request?.locale ?? 'en';
  const code = await deriveCode(sql, change.id, change.sends);
  if (change.kind === 'email' && (await isEmailTaken(sql, change.newValue)))
    await sendAddressTaken(sql, { to: change.newValue, locale });
  else await sendContactCode(sql, { kind: change.kind, to: change.newValue, locale, code });
  return {
    id: change.id,
    kind: change.kind,
    sentTo: maskAddress(change.kind === 'email' ? 'email' : 'sms', change.newValue),
    resendIn: change.resendInSeconds,
    expiresIn: change.expiresInSeconds,
    ...(request?.sandbox && { code }),
  };
}

function checkedValue(kind: store.ContactKind, value: string): string {
  const checked = (kind === 'email' ? zEmail : zPhone).safeParse(value);
  if (!checked.success)
    throw badFields({ field: 'value', code: kind === 'email' ? 'invalid' : 'phone_invalid' });
  return checked.data;
}

async function refuseFlood(sql: Sql, personId: string): Promise<void> {
  if ((await store.countSends(sql, personId)) >= mostSendsPerDay)
    throw new Problem('too_many_requests', { retryAfterSeconds: 3600 });
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
