/** SQL of drafts and templates. No decisions here. */
import type { EndpointInput, KeptFormInput, listKeptForms } from '@calmly/contract';
import { cursorId } from '@calmly/platform/page.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';

export interface StoredForm extends KeptFormInput {
  readonly id: string;
  readonly savedBy: string;
  readonly updatedAt: Date;
}

const columns = query`id, kind, name, form, saved_by as "savedBy", updated_at as "updatedAt"`;

/** Writes a new one, or over the one of this id if it is the client's; whether there was anything to write. */
export async function writeForm(sql: Sql, clientId: string, form: StoredForm): Promise<boolean> {
  const { rows } = await query`
    insert into orders.kept_form as k (id, client_id, kind, name, form, saved_by, updated_at)
    values (${form.id}, ${clientId}, ${form.kind}, ${form.name}, ${JSON.stringify(form.form)}, ${form.savedBy},
      ${form.updatedAt})
    on conflict (id) do update set kind = excluded.kind, name = excluded.name, form = excluded.form,
      saved_by = excluded.saved_by, updated_at = excluded.updated_at
      where k.client_id = excluded.client_id
    returning k.id
  `.execute(sql);
  return rows.length > 0;
}

/** False if the client has no such form. */
export async function deleteForm(sql: Sql, clientId: string, id: string): Promise<boolean> {
  const { rows } = await query`
    delete from orders.kept_form where id = ${id} and client_id = ${clientId} returning id
  `.execute(sql);
  return rows.length > 0;
}

/** Another client's is undefined. */
export async function findForm(sql: Sql, clientId: string, id: string): Promise<StoredForm | undefined> {
  const { rows } = await query<StoredForm>`
    select ${columns} from orders.kept_form where id = ${id} and client_id = ${clientId}
  `.execute(sql);
  return rows[0];
}

/** The same, locked until the transaction ends. */
export async function lockForm(sql: Sql, clientId: string, id: string): Promise<StoredForm | undefined> {
  const { rows } = await query<StoredForm>`
    select ${columns} from orders.kept_form where id = ${id} and client_id = ${clientId} for update
  `.execute(sql);
  return rows[0];
}

/** Drafts and templates together. Takes no lock, so two calls at once may pass a limit by one. */
export async function countForms(sql: Sql, clientId: string): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from orders.kept_form where client_id = ${clientId}
  `.execute(sql);
  return rows[0]?.count ?? 0;
}

type ListQuery = EndpointInput<typeof listKeptForms>['query'];

/** A page of a client's drafts and templates, newest first, and one further when there are more. */
export async function listForms(
  sql: Sql,
  clientId: string,
  { limit, cursor, kind }: ListQuery,
): Promise<StoredForm[]> {
  const conditions: RawBuilder<unknown>[] = [query`client_id = ${clientId}`];
  if (cursor !== undefined) conditions.push(query`id < ${cursorId(cursor)}`);
  if (kind !== undefined) conditions.push(query`kind = ${kind}`);
  const { rows } = await query<StoredForm>`
    select ${columns} from orders.kept_form where ${query.join(conditions, query` and `)}
    order by id desc limit ${limit + 1}
  `.execute(sql);
  return rows;
}
