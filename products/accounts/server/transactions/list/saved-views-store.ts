/** SQL of what people keep of the list: named views in a profile, and their columns. No decisions here. */
import type { PaymentColumn, PaymentView, SavedView } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';

/** Whose views: a person's in one profile. */
export interface Keeper {
  readonly clientId: string;
  readonly personId: string;
}

const viewColumns = sql`id, name, filter, is_default as "isDefault"`;

/** One change at a time of a person's views. */
export async function lockViews(db: Sql, { clientId, personId }: Keeper): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views:${clientId}:${personId}`}, 0))`.execute(
    db,
  );
}

/** All views, in the order they were made. */
export async function listViews(db: Sql, { clientId, personId }: Keeper): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select ${viewColumns} from transactions.saved_view
    where client_id = ${clientId} and person_id = ${personId} order by id
  `.execute(db);
  return rows;
}

/** Of this person in this profile; does nothing if no view is the default. */
export async function clearDefault(db: Sql, { clientId, personId }: Keeper): Promise<void> {
  await sql`
    update transactions.saved_view set is_default = false
    where client_id = ${clientId} and person_id = ${personId} and is_default
  `.execute(db);
}

/** Writes a view over the one of its id, or as a new one. */
export async function writeView(db: Sql, { clientId, personId }: Keeper, view: SavedView): Promise<void> {
  const { id, name, filter, isDefault } = view;
  await sql`
    insert into transactions.saved_view (id, client_id, person_id, name, filter, is_default)
    values (${id}, ${clientId}, ${personId}, ${name}, ${JSON.stringify(filter satisfies PaymentView)}::jsonb, ${isDefault})
    on conflict (id) do update set name = excluded.name, filter = excluded.filter, is_default = excluded.is_default
  `.execute(db);
}

/** Whether there was such a view. */
export async function removeView(db: Sql, { clientId, personId }: Keeper, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from transactions.saved_view
    where id = ${id} and client_id = ${clientId} and person_id = ${personId} returning id
  `.execute(db);
  return rows.length > 0;
}

/** The columns that a person has chosen; undefined: never. */
export async function findColumns(db: Sql, personId: string): Promise<PaymentColumn[] | undefined> {
  const { rows } = await sql<{ columns: PaymentColumn[] }>`
    select columns from transactions.list_columns where person_id = ${personId}
  `.execute(db);
  return rows[0]?.columns;
}

/** Of this person in every profile, unlike views. */
export async function writeColumns(
  db: Sql,
  personId: string,
  columns: readonly PaymentColumn[],
): Promise<void> {
  await sql`
    insert into transactions.list_columns (person_id, columns) values (${personId}, ${columns}::text[])
    on conflict (person_id) do update set columns = excluded.columns
  `.execute(db);
}
