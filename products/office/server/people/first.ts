/** The first people, who have nobody to approve them: the operator adds two, and a sandbox has one of each role. */
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
 * Adds a SUPER while there are fewer than two who could act by two, in the open transaction. Returns the secret of the invitation's link.
 * Throws a `Refusal` if there are two, or if the address is taken.
 */
export async function addStaff(
  work: Work,
  box: SecretBox,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<string> {
  const { sql } = work;
  await lockStaff(sql);
  if ((await countSupers(sql, ['INVITED', 'ACTIVE'])) >= leastSupers)
    throw new Refusal('There are two people with the role SUPER: they add others in the office.');
  if (await findPersonByEmail(sql, emailKey(email)))
    throw new Refusal(`One of the bank’s people already has the address ${email}.`);
  const person = { id: work.newId(), name, email, emailKey: emailKey(email), createdAt: work.now };
  await insertPerson(sql, person);
  await replaceRoles(sql, { personId: person.id, roles: ['SUPER'], proposalId: null, at: work.now });
  await audit(work, { action: 'staff.added', details: { person: name, role: 'SUPER' } });
  return invite(work, box, person);
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
