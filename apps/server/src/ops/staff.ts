/** The part of `npm run ops` for the bank's people: lists them and invites the first two, whom no one can approve yet. Each function returns the lines to print. */
import type { Config } from '@calmly/platform/config/config.ts';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import { addStaff, listPeople, renewStaff } from '@calmly/products/office/server/index.ts';
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

/** Opens its own transaction. Only these lines and the person's email contain the invitation's secret. */
export async function inviteFirst(
  database: Pick<Database, 'inTransaction'>,
  { office, host, port }: Pick<Config, 'office' | 'host' | 'port'>,
  secretKeys: readonly Buffer[],
  { staff, name, email }: StaffAddition,
): Promise<string[]> {
  const officeUrl = office.publicUrl ?? `http://${host}:${office.port ?? port + 1}`;
  const invitationUrl = `${officeUrl}/invitation`;
  const link = await database.inTransaction((sql) => {
    const work = {
      sql,
      now: new Date(),
      actor: { kind: 'system', name: staff },
      newId,
      log: pino({ level: 'silent' }),
    } as const;
    const box = createSecretBox(secretKeys);
    return name === undefined
      ? renewStaff(work, box, { email, invitationUrl })
      : addStaff(work, box, { name, email, invitationUrl });
  });
  return [
    `Invitation for ${name ?? email}: ${link}`,
    'It works once, for three days, and was also sent by email. It is shown this once.',
  ];
}

/** Without a name: a new invitation for someone who lost the app or the password. */
export interface StaffAddition {
  readonly staff: string;
  readonly name: string | undefined;
  readonly email: string;
}
