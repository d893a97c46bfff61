/** The first people, whom no one can approve yet: the operator adds two, and a sandbox has one of each role. */
import type { StaffRole } from '@calmly/contract/staff';
import { audit } from '@calmly/platform/audit.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { Work } from '@calmly/platform/work.ts';
import { emailKey, hashPassword } from '../../../identity/server/index.ts';
import { leastSupers } from '../rules.ts';
import { invite } from '../sign-in/service.ts';
import { appPlace, saveApp } from '../sign-in/store.ts';
import {
  countSupers,
  findPersonByEmail,
  insertPerson,
  lockStaff,
  replaceRoles,
  updatePassword,
  updateState,
} from './store.ts';

/**
 * Adds a SUPER while there are fewer than two who could act by two, in the open transaction, or invites one again who never joined. Returns the
 * invitation's link. Throws a `Refusal` if there are two, or if the address is taken.
 */
export async function addStaff(
  work: Work,
  box: SecretBox,
  {
    name,
    email,
    invitationUrl,
  }: { readonly name: string; readonly email: string; readonly invitationUrl: string },
): Promise<string> {
  const { sql } = work;
  await lockStaff(sql);
  const known = await findPersonByEmail(sql, emailKey(email));
  if (known?.state === 'INVITED' && known.roles.includes('SUPER')) {
    await audit(work, { action: 'staff.added', details: { person: known.name, role: 'SUPER', again: true } });
    return invite(work, box, known, invitationUrl);
  }
  if ((await countSupers(sql, ['INVITED', 'ACTIVE'])) >= leastSupers)
    throw new Refusal('There are two people with the role SUPER: they add others in the office.');
  if (known) throw new Refusal(`One of the bank’s people already has the address ${email}.`);
  const person = { id: work.newId(), name, email, emailKey: emailKey(email), createdAt: work.now };
  await insertPerson(sql, person);
  await replaceRoles(sql, { personId: person.id, roles: ['SUPER'], proposalId: null, at: work.now });
  await audit(work, { action: 'staff.added', details: { person: name, role: 'SUPER' } });
  return invite(work, box, person, invitationUrl);
}

/**
 * A new invitation for a SUPER who lost the app or the password while too few are left to approve that in the office, in the open transaction. The old
 * password, app and sessions end. Returns the link; throws a `Refusal` for anybody else.
 */
export async function renewStaff(
  work: Work,
  box: SecretBox,
  { email, invitationUrl }: { readonly email: string; readonly invitationUrl: string },
): Promise<string> {
  const { sql } = work;
  await lockStaff(sql);
  const person = await findPersonByEmail(sql, emailKey(email));
  if (person?.state !== 'ACTIVE' || !person.roles.includes('SUPER'))
    throw new Refusal(`No active person with the role SUPER has the address ${email}.`);
  if ((await countSupers(sql)) > leastSupers)
    throw new Refusal('There are enough people with the role SUPER: they renew the access in the office.');
  await updateState(sql, person.id, 'INVITED');
  await audit(work, {
    action: 'staff.added',
    details: { person: person.name, role: 'SUPER', renewed: true },
  });
  return invite(work, box, person, invitationUrl);
}

/** A person of a sandbox, with a password and an app whose codes it shows. */
export interface FirstPerson {
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly password: string;
  /** 20 bytes. */
  readonly secret: Buffer;
}

/** Adds people who can sign in at once, in the open transaction; for a sandbox and tests. */
export async function addFirstPeople(
  work: Work,
  box: SecretBox,
  people: readonly FirstPerson[],
): Promise<string[]> {
  const ids: string[] = [];
  const hashes = new Map<string, string>();
  for (const { name, email, role, password, secret } of people) {
    const id = work.newId();
    const known = hashes.get(password) ?? (await hashPassword(password, 'server'));
    hashes.set(password, known);
    await insertPerson(work.sql, { id, name, email, emailKey: emailKey(email), createdAt: work.now });
    await replaceRoles(work.sql, { personId: id, roles: [role], proposalId: null, at: work.now });
    await updatePassword(work.sql, id, known);
    await updateState(work.sql, id, 'ACTIVE');
    await saveApp(work.sql, {
      id: work.newId(),
      personId: id,
      secret: box.seal(secret, appPlace(id)),
      lastStep: 0,
    });
    ids.push(id);
  }
  return ids;
}
