/** The part of `npm run ops` for applications that clients may connect: list, register, close. Each returns the lines to print. */

import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import {
  closeApplication,
  listApplications,
  type Registration,
  registerApplication,
} from '@calmly/products/programs/server/index.ts';

/** Two kinds of lines: an application with its operator, then its redirect URIs, indented. */
export async function applicationLines({ sql }: Database): Promise<string[]> {
  const applications = await listApplications(sql);
  if (applications.length === 0) return ['No applications are registered.'];
  return applications.flatMap(({ id, name, operator, redirectUris, secretHash }) => [
    `${id}  ${name}, run by ${operator}${secretHash ? '' : ' (public)'}`,
    ...redirectUris.map((uri) => `  ${uri}`),
  ]);
}

/** Opens its own transaction. Only these lines contain the secret: just its hash is stored. */
export async function register(
  database: Database,
  staff: string,
  registration: Registration,
): Promise<string[]> {
  const { id, secret } = await database.inTransaction((sql) =>
    registerApplication(staffWork(sql, staff), registration),
  );
  return [
    `Client id: ${id}`,
    secret === undefined
      ? 'This is a public application without a secret.'
      : `Secret: ${secret}\nIt is shown this once: give it to them by a safe way.`,
  ];
}

/** Takes effect at once, for all clients. Throws a Refusal for an unknown or closed application. */
export async function close(database: Database, staff: string, id: string): Promise<string[]> {
  const closed = await database.inTransaction((sql) => closeApplication(staffWork(sql, staff), id));
  if (!closed) throw new Refusal(`There is no open application with the id ${id}.`);
  return ['Closed. Its tokens no longer work.'];
}

const staffWork = (sql: Database['sql'], staff: string) => ({
  sql,
  now: new Date(),
  actor: { kind: 'system', name: staff } as const,
  newId,
});
