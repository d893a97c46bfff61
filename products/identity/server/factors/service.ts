/**
 * A person's second factors: added, named, removed. Every change is confirmed with an existing factor (a recovery code may replace a
 * lost one), announced by email and recorded. The person always keeps a way to confirm.
 *
 * Errors: not_found; enrolment_expired and factor_limit (409), last_factor and phone_unconfirmed (409), passkey_refused (422); field
 * `code`: totp_code. Source: server page section 3.
 */
import {
  type AddedFactor,
  type Attestation,
  type FactorKind,
  type Factors,
  type NotificationKind,
  type PasskeyEnrolment,
  recoveryCodeCount,
  type TotpEnrolment,
} from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { type Confirmation, requireClientActor, requireCode } from '../codes/challenges.ts';
import { maskAddress } from '../rules.ts';
import {
  deleteEnrolment,
  enrolmentSeconds,
  findEnrolmentSecret,
  insertEnrolment,
} from './enrolment-store.ts';
import { factorsInOrder, isEnough, type PersonFactors } from './methods.ts';
import { type FactorChange, sendFactorNotice } from './notice-message.ts';
import { insertPasskey, listPasskeys } from './passkey-store.ts';
import {
  creationOptions,
  mostPasskeys,
  newPasskeyChallenge,
  type RelyingParty,
  readAttestation,
} from './passkeys.ts';
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import {
  deleteFactor,
  deleteOpenChallenges,
  findPersonFactors,
  listFactors,
  recordLostFactor,
  recordLostMessages,
  renameFactor,
  updateMessageCodes,
  updatePreferred,
} from './store.ts';
import { findProvingStep, saveTotp, totpPlace } from './totp.ts';
import { newTotpSecret } from './totp-codes.ts';

export interface FactorTools {
  readonly box: SecretBox;
  readonly party: RelyingParty;
}

/** A confirmation of a change of factors. It is not bound to the current factors: using a recovery code changes them and must not void it. */
const confirming = (en: string, ru: string): Confirmation => ({
  summary: { en, ru },
  snapshot: '',
  money: 'stays',
  recoveryAllowed: true,
});

/** The person's confirmation methods. */
export async function readFactors(work: Work): Promise<Factors> {
  const { personId } = requireClientActor(work);
  const person = await findPersonFactors(work.sql, personId);
  const [first] = factorsInOrder(person);
  return {
    factors: await listFactors(work.sql, personId),
    email: { On: person.enabled.email, To: maskAddress('email', person.email) },
    sms: { On: person.enabled.sms, To: person.phone === null ? null : maskAddress('sms', person.phone) },
    preferred: person.preferred,
    first: first ?? 'email',
    recoveryCodesLeft: person.recoveryCodesLeft,
  };
}

/** Starts to add an authenticator app. */
export async function startTotp(work: Work, { box }: FactorTools): Promise<TotpEnrolment> {
  const actor = requireClientActor(work);
  await requireCode(work, confirming('Add an authenticator app', 'Добавить приложение-аутентификатор'));
  const { email } = await findPersonFactors(work.sql, actor.personId);
  const { bytes, text, uri } = newTotpSecret(email);
  const id = work.newId();
  const secret = box.seal(bytes, totpPlace(actor.personId));
  await insertEnrolment(work.sql, { id, sessionId: actor.sessionId, kind: 'totp', secret });
  return { id, secret: text, uri, expiresIn: enrolmentSeconds };
}

/** Adds the app after a correct code from it. */
export async function addTotp(
  work: Work,
  { box }: FactorTools,
  given: { enrolmentId: string; name: string; code: string },
): Promise<AddedFactor> {
  const actor = requireClientActor(work);
  const before = await findPersonFactors(work.sql, actor.personId, { lock: true });
  const sealed = await takeEnrolment(work, actor, given.enrolmentId, 'totp');
  const secret = box.open(sealed, totpPlace(actor.personId));
  const lastStep = await findProvingStep(work.sql, secret, given.code);
  if (lastStep === undefined) throw badFields({ field: 'code', code: 'totp_code' });
  const replaced = (await listFactors(work.sql, actor.personId)).find(({ kind }) => kind === 'totp');
  if (replaced) {
    const since = new Date(replaced.createdAt);
    await recordLostFactor(work.sql, { personId: actor.personId, kind: 'totp', since, at: work.now });
  }
  await saveTotp(work.sql, {
    id: work.newId(),
    personId: actor.personId,
    name: given.name,
    secret: sealed,
    lastStep,
    createdAt: work.now,
  });
  return added(work, actor, before, { kind: 'totp_added', name: given.name }, given.enrolmentId);
}

/** Starts to add a passkey. */
export async function startPasskey(work: Work, { party }: FactorTools): Promise<PasskeyEnrolment> {
  const actor = requireClientActor(work);
  const passkeys = await listPasskeys(work.sql, actor.personId);
  refuseMorePasskeys(passkeys);
  await requireCode(work, confirming('Add a passkey', 'Добавить ключ доступа'));
  const { email } = await findPersonFactors(work.sql, actor.personId);
  const id = work.newId();
  const secret = newPasskeyChallenge();
  await insertEnrolment(work.sql, { id, sessionId: actor.sessionId, kind: 'passkey', secret });
  const person = { id: actor.personId, email, displayName: actor.personName, passkeys };
  return { id, options: creationOptions(party, secret, person) };
}

/** Adds the passkey created by the authenticator. */
export async function addPasskey(
  work: Work,
  { party }: FactorTools,
  given: { enrolmentId: string; name: string; attestation: Attestation },
): Promise<AddedFactor> {
  const actor = requireClientActor(work);
  const before = await findPersonFactors(work.sql, actor.personId, { lock: true });
  // More may have been added since the enrolment began.
  refuseMorePasskeys(await listPasskeys(work.sql, actor.personId));
  const challenge = await takeEnrolment(work, actor, given.enrolmentId, 'passkey');
  const pageOrigin = work.request?.headers.origin;
  const passkey = await readAttestation({ party, pageOrigin, challenge, attestation: given.attestation });
  const id = work.newId();
  const owned = { id, personId: actor.personId, name: given.name, createdAt: work.now };
  if (!passkey || !(await insertPasskey(work.sql, { ...passkey, ...owned })))
    throw new Problem('passkey_refused');
  return added(work, actor, before, { kind: 'passkey_added', name: given.name }, given.enrolmentId);
}

function refuseMorePasskeys({ length }: { readonly length: number }): void {
  if (length >= mostPasskeys) throw new Problem('factor_limit', { params: { most: mostPasskeys } });
}

async function takeEnrolment(
  work: Work,
  { sessionId }: ClientActor,
  id: string,
  kind: 'totp' | 'passkey',
): Promise<Buffer> {
  const secret = await findEnrolmentSecret(work.sql, { id, sessionId, kind });
  if (!secret) throw new Problem('enrolment_expired');
  return secret;
}

/** Ends an enrolment; the first device comes with recovery codes. */
async function added(
  work: Work,
  { personId }: ClientActor,
  before: PersonFactors,
  change: FactorChange,
  enrolmentId: string,
): Promise<AddedFactor> {
  await deleteEnrolment(work.sql, enrolmentId);
  await deleteOpenChallenges(work.sql, personId);
  const recoveryCodes =
    before.recoveryCodesLeft === 0 ? await replaceRecoveryCodes(work.sql, personId) : null;
  await tell(work, before, change);
  return { factors: await readFactors(work), recoveryCodes };
}

/** Names a passkey or the app. */
export async function nameFactor(work: Work, id: string, name: string): Promise<Factors> {
  const { personId } = requireClientActor(work);
  if (!(await renameFactor(work.sql, { id, personId, name }))) throw new Problem('not_found');
  await audit(work, { action: 'factor.renamed', details: { id, name } });
  return readFactors(work);
}

/** Removes a passkey or the app. With the last of them, the recovery codes are deleted too, as they have nothing left to replace. */
export async function removeFactor(work: Work, id: string): Promise<Factors> {
  const { personId } = requireClientActor(work);
  const before = await findPersonFactors(work.sql, personId, { lock: true });
  const factors = await listFactors(work.sql, personId);
  const factor = factors.find((one) => one.id === id);
  if (!factor) throw new Problem('not_found');
  const { kind, name } = factor;
  const others = factors.filter((one) => one.id !== id);
  const left = {
    ...before.enabled,
    passkey: others.some((one) => one.kind === 'passkey'),
    totp: others.some((one) => one.kind === 'totp'),
  };
  if (!isEnough(left, before.recoveryCodesLeft)) throw new Problem('last_factor');
  await requireCode(
    work,
    kind === 'passkey'
      ? confirming(`Remove the passkey “${name}”`, `Удалить ключ доступа «${name}»`)
      : confirming(`Remove the authenticator app “${name}”`, `Удалить приложение-аутентификатор «${name}»`),
  );
  await deleteFactor(work.sql, { id, personId });
  await recordLostFactor(work.sql, { personId, kind, since: new Date(factor.createdAt) });
  if (others.length === 0) await deleteRecoveryCodes(work.sql, personId);
  await deleteOpenChallenges(work.sql, personId);
  await tell(work, before, { kind: kind === 'passkey' ? 'passkey_removed' : 'totp_removed', name });
  return readFactors(work);
}

/** Switches codes by email and SMS on or off. */
export async function setMessageCodes(
  work: Work,
  wanted: { email: boolean; sms: boolean },
): Promise<Factors> {
  const { personId } = requireClientActor(work);
  const before = await findPersonFactors(work.sql, personId, { lock: true });
  if (wanted.sms && before.phone === null) throw new Problem('phone_unconfirmed');
  if (!isEnough({ ...before.enabled, ...wanted }, before.recoveryCodesLeft)) throw new Problem('last_factor');
  const changes: FactorChange[] = [];
  if (wanted.email !== before.enabled.email) changes.push({ kind: wanted.email ? 'email_on' : 'email_off' });
  if (wanted.sms !== before.enabled.sms) changes.push({ kind: wanted.sms ? 'sms_on' : 'sms_off' });
  if (changes.length === 0) return readFactors(work);
  await requireCode(work, confirming('Change how you get codes', 'Изменить способ получения кодов'));
  await recordLostMessages(work.sql, personId, {
    email: before.enabled.email && !wanted.email,
    sms: before.enabled.sms && !wanted.sms,
  });
  await updateMessageCodes(work.sql, personId, wanted);
  await deleteOpenChallenges(work.sql, personId);
  for (const change of changes) await tell(work, before, change);
  return readFactors(work);
}

/** Sets the method asked for first. Weaker ones can be chosen each time anyway, so this needs no confirmation. */
export async function setPreferred(work: Work, preferred: FactorKind | null): Promise<Factors> {
  const { personId } = requireClientActor(work);
  const { enabled } = await findPersonFactors(work.sql, personId, { lock: true });
  if (preferred !== null && !enabled[preferred]) throw badFields({ field: 'preferred', code: 'invalid' });
  await updatePreferred(work.sql, personId, preferred);
  await audit(work, { action: 'factor.preferred', details: { preferred } });
  return readFactors(work);
}

/** Replaces the recovery codes. They replace a device, so without one there are none. */
export async function makeRecoveryCodes(work: Work): Promise<AddedFactor> {
  const { personId } = requireClientActor(work);
  const before = await findPersonFactors(work.sql, personId, { lock: true });
  if (!before.enabled.passkey && !before.enabled.totp) throw new Problem('not_found');
  await requireCode(
    work,
    confirming(
      `Create ${recoveryCodeCount} new recovery codes`,
      `Создать ${recoveryCodeCount} новых кодов восстановления`,
    ),
  );
  const recoveryCodes = await replaceRecoveryCodes(work.sql, personId);
  await tell(work, before, { kind: 'recovery_codes_made' });
  return { factors: await readFactors(work), recoveryCodes };
}

/** Changes listed in the portal's notifications; a used recovery code is only reported by email. */
const noticeKinds: Partial<Record<FactorChange['kind'], NotificationKind>> = {
  passkey_added: 'factor_added',
  totp_added: 'factor_added',
  email_on: 'factor_added',
  sms_on: 'factor_added',
  passkey_removed: 'factor_removed',
  totp_removed: 'factor_removed',
  email_off: 'factor_removed',
  sms_off: 'factor_removed',
  recovery_codes_made: 'recovery_codes_made',
};

/** Reports a change by email, in the portal's list and in the audit record. */
async function tell(work: Work, { email }: PersonFactors, change: FactorChange): Promise<void> {
  const { kind, ...details } = change;
  await audit(work, { action: `factor.${kind}`, details });
  await sendFactorNotice(work.sql, { email, locale: work.request?.locale ?? 'en' }, change);
  const notice = noticeKinds[kind];
  const params = 'name' in change ? { factor: change.name } : {};
  if (notice) await notify(work, [{ kind: notice, personId: requireClientActor(work).personId, params }]);
}
