/** SQL of the watch list: names with their source lists, and a version that increases with every change. */
import { nameKey } from '@calmly/domain';
import { actorName } from '@calmly/platform/audit.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface WatchedName {
  readonly name: string;
  /** The list of an authority that it is from. */
  readonly program: string;
}

export interface WatchEntry extends WatchedName {
  readonly id: string;
  readonly addedAt: Date;
  readonly addedBy: string;
}

/** Adds names; those already listed, in any spelling, stay unchanged. Returns how many are new. */
export async function addNames(
  { sql, now, newId, actor }: Pick<Work, 'sql' | 'now' | 'newId' | 'actor'>,
  names: readonly WatchedName[],
): Promise<number> {
  const addedBy = actorName(actor) ?? 'unknown';
  const byKey = new Map(names.map((each) => [nameKey(each.name), each]));
  byKey.delete('');
  const entries = [...byKey];
  const { rows } = await query`
    insert into screening.entry (id, name, key, program, added_at, added_by)
    select id, name, key, program, ${now}, ${addedBy} from unnest(
      ${entries.map(() => newId())}::uuid[], ${entries.map(([, { name }]) => name)}::text[],
      ${entries.map(([key]) => key)}::text[], ${entries.map(([, { program }]) => program)}::text[]
    ) as entry (id, name, key, program)
    on conflict (key) do nothing returning id
  `.execute(sql);
  if (rows.length > 0) await raiseVersion(sql);
  return rows.length;
}

/** Takes a name off the list and returns it; undefined if it was not on it. */
export async function removeName(sql: Sql, id: string): Promise<WatchedName | undefined> {
  const { rows } = await query<WatchedName>`
    delete from screening.entry where id = ${id} returning name, program
  `.execute(sql);
  if (rows.length > 0) await raiseVersion(sql);
  return rows[0];
}

const raiseVersion = (sql: Sql) => query`update screening.list set version = version + 1`.execute(sql);

/** The whole list, by name. */
export async function listNames(sql: Sql): Promise<WatchEntry[]> {
  const { rows } = await query<WatchEntry>`
    select id, name, program, added_at as "addedAt", added_by as "addedBy" from screening.entry order by name, id
  `.execute(sql);
  return rows;
}

/** Counts up with every change of the list. */
export async function versionOfList(sql: Sql): Promise<string> {
  const { rows } = await query<{ version: string }>`select version::text from screening.list`.execute(sql);
  return rows[0]?.version ?? '0';
}
