/** The part of `npm run ops` for the bank's people: the list, and the first two, who have nobody to approve them. Each returns the lines to print. */
import type { Config } from '@calmly/platform/config/config.ts';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import { addStaff, listPeople } from '@calmly/products/office/server/index.ts';
import pino from 'pino';

export async function staffLines({ sql }: Pick<Database, 'sql'>): Promise<string[]> {
  const people = await listPeople(sql);
  if (people.length === 0)
    return ['There are no people yet. "npm run ops help staff" says how the first two are added.'];
  return people.map(
    ({ id, name, email, state, roles }) =>
      `${id}  ${name}, ${email}: ${state}, ${roles.join(', ') || 'no role'}`,
  );
}

/** Opens its own transaction. Only these lines contain the invitation's secret. */
export async function addFirst(
  database: Pick<Database, 'inTransaction'>,
  { office, host, port }: Pick<Config, 'office' | 'host' | 'port'>,
  secretKeys: readonly Buffer[],
  { staff, name, email }: { readonly staff: string; readonly name: string; readonly email: string },
): Promise<string[]> {
  const secret = await database.inTransaction((sql) =>
    addStaff(
      {
        sql,
        now: new Date(),
        actor: { kind: 'system', name: staff },
        newId,
        log: pino({ level: 'silent' }),
      },
      createSecretBox(secretKeys),
      { name, email },
    ),
  );
  const officeUrl = office.publicUrl ?? `http://${host}:${office.port ?? port + 1}`;
  return [
    `Invitation for ${name}: ${officeUrl}/invitation#${secret}`,
    'It works once, for three days. It is shown this once: give it to them by a safe way.',
  ];
}
