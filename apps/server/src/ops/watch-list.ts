/**
 * The part of `npm run ops` for the watch list: show, add from a file, remove. Each returns the lines to print; changes are audited.
 *
 * A file has one name per line, with its source list after a semicolon: `Иванов Иван;EU 2026/118`. A first line `name;program` and empty
 * lines are skipped. A file with an invalid line is refused as a whole.
 */
import { nameWords } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import {
  addNames,
  listNames,
  removeName,
  type WatchedName,
} from '@calmly/providers/screening/watch-list-store.ts';

const longestName = 300;

/** The names of a file. */
export function parseWatchList(text: string): WatchedName[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.flatMap((line, index) => {
    if (line.trim() === '' || (index === 0 && /^name;program$/i.test(line.trim()))) return [];
    const [name = '', program = '', ...rest] = line.split(';').map((part) => part.trim());
    if (nameWords(name).length === 0 || name.length > longestName || program === '' || rest.length > 0)
      throw new Refusal(
        `Line ${index + 1} must have a name and its source, for example: Ivan Ivanov;EU 2026/118`,
      );
    return [{ name, program }];
  });
}

/** One line per name, by name, then the count. The day added is in UTC. */
export async function watchListLines({ sql }: Database): Promise<string[]> {
  const entries = await listNames(sql);
  const lines = entries.map(({ id, name, program, addedAt, addedBy }) =>
    [id, name, program, addedAt.toISOString().slice(0, 10), addedBy].join('  '),
  );
  return [...lines, `${entries.length} ${entries.length === 1 ? 'name' : 'names'} on the watch list.`];
}

/** In one transaction with its audit record. `text` is the content of the file. */
export async function importWatchList(database: Database, staff: string, text: string): Promise<string[]> {
  const names = parseWatchList(text);
  const added = await database.inTransaction(async (sql) => {
    const work = staffWork(sql, staff);
    const count = await addNames(work, names);
    await audit(work, { action: 'watch_list.imported', details: { names: names.length, added: count } });
    return count;
  });
  return [`${added} added, ${names.length - added} were on the list.`];
}

/** In one transaction with its audit record. Throws a Refusal for an unknown id. */
export async function removeFromWatchList(database: Database, staff: string, id: string): Promise<string[]> {
  const removed = await database.inTransaction(async (sql) => {
    const entry = await removeName(sql, id);
    if (entry) await audit(staffWork(sql, staff), { action: 'watch_list.removed', details: { ...entry } });
    return entry;
  });
  if (!removed) throw new Refusal(`The watch list has no entry with the id ${id}.`);
  return [`${removed.name} is off the list.`];
}

const staffWork = (sql: Database['sql'], staff: string) => ({
  sql,
  now: new Date(),
  actor: { kind: 'system', name: staff } as const,
  newId,
});
