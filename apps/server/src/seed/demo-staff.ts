/** The sandbox's own people: one of each role, and a second SUPER, so that acts by two can be tried. */
import { createHash } from 'node:crypto';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import { addFirstPeople, type FirstPerson } from '@calmly/products/office/server/index.ts';
import { sql as query } from 'kysely';
import pino from 'pino';

export const demoStaffPassword = 'more-order-less-stress';

export const demoStaff: ReadonlyArray<Pick<FirstPerson, 'name' | 'email' | 'role'>> = [
  { name: 'Sofia Lind', email: 'sofia@calmly.example', role: 'SUPPORT' },
  { name: 'Felix Braun', email: 'felix@calmly.example', role: 'FIN' },
  { name: 'Amira Haddad', email: 'amira@calmly.example', role: 'AML' },
  { name: 'Hugo Mets', email: 'hugo@calmly.example', role: 'HISTORY' },
  { name: 'Stella Kask', email: 'stella@calmly.example', role: 'SUPER' },
  { name: 'Simon Vega', email: 'simon@calmly.example', role: 'SUPER' },
];

/** The secret of a demo person's authenticator app, always the same, so that it can be kept in an app. */
const secretOf = (email: string): Buffer =>
  createHash('sha256').update(`demo staff ${email}`).digest().subarray(0, 20);

/** Adds them to a sandbox without staff, once, whichever server comes first. */
export async function seedStaff(
  database: Pick<Database, 'inTransaction'>,
  secretKeys: readonly Buffer[],
): Promise<void> {
  const now = new Date();
  await database.inTransaction(async (sql) => {
    const { rows } = await query`
      insert into sandbox.seed (name, seeded_at) values ('staff', ${now}) on conflict do nothing returning name`.execute(
      sql,
    );
    if (rows.length === 0) return;
    const work = {
      sql,
      now,
      actor: { kind: 'system', name: 'sandbox' },
      newId,
      log: pino({ level: 'silent' }),
    } as const;
    const people = demoStaff.map((person) => ({
      ...person,
      password: demoStaffPassword,
      secret: secretOf(person.email),
    }));
    await addFirstPeople(work, createSecretBox(secretKeys), people);
  });
}
