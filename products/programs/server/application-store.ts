/** SQL of applications. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface Application {
  readonly id: string;
  readonly name: string;
  /** The operator. */
  readonly operator: string;
  /** Shown in place of a logo. */
  readonly letter: string;
  readonly redirectUris: readonly string[];
  /** SHA-256; null for a public application. */
  readonly secretHash: Buffer | null;
}

const columns = query`id, name, operator, letter, redirect_uris as "redirectUris", secret_hash as "secretHash"`;

/** Adds an application, or updates the one with this id. */
export async function saveApplication(sql: Sql, application: Application): Promise<void> {
  const { id, name, operator, letter, redirectUris, secretHash } = application;
  await query`
    insert into connections.application (id, name, operator, letter, redirect_uris, secret_hash)
    values (${id}, ${name}, ${operator}, ${letter}, ${redirectUris}::text[], ${secretHash})
    on conflict (id) do update set name = excluded.name, operator = excluded.operator, letter = excluded.letter,
      redirect_uris = excluded.redirect_uris, secret_hash = excluded.secret_hash
    where (application.name, application.operator, application.letter, application.redirect_uris, application.secret_hash)
      is distinct from (excluded.name, excluded.operator, excluded.letter, excluded.redirect_uris, excluded.secret_hash)
  `.execute(sql);
}

/** An application that may connect. */
export async function findApplication(sql: Sql, id: string): Promise<Application | undefined> {
  const { rows } = await query<Application>`
    select ${columns} from connections.application where id = ${id} and closed_at is null
  `.execute(sql);
  return rows[0];
}

/** All that may connect, oldest first. */
export async function listApplications(sql: Sql): Promise<Application[]> {
  const { rows } = await query<Application>`
    select ${columns} from connections.application where closed_at is null order by id
  `.execute(sql);
  return rows;
}

/** Closes an application; returns whether it existed. */
export async function closeApplication(sql: Sql, id: string): Promise<boolean> {
  const { numAffectedRows } = await query`
    update connections.application set closed_at = now() where id = ${id} and closed_at is null
  `.execute(sql);
  return numAffectedRows === 1n;
}
