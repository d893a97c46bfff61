/**
 * The files `NNNN_name.sql` of some folders as one sequence, and what the comment at the top of a file declares, a line each:
 * - `-- serves: 0361`: servers whose newest migration is 0361 still work on the schema that this file makes. Without it, only servers that know the file do.
 * - `-- transaction: none`: each statement commits separately, as `create index concurrently` needs.
 * - `-- small: ledger.currencies`: tables that are small for ever, so that a lock for the time of a scan harms nobody; read by scripts/migrations only.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../refusal.ts';
import { indexStatement, statementsOf } from './statements.ts';

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** Number of the oldest migration whose servers work on this schema. */
  readonly serves: string;
  readonly inTransaction: boolean;
}

/** `0361` of `0361_name.sql`. */
export const numberOf = (name: string): string => name.slice(0, 4);

/** The files in the order in which they are applied. Throws a Refusal if two have the same number. */
export async function migrationFiles(
  folders: readonly string[],
): Promise<ReadonlyArray<{ readonly name: string; readonly path: string }>> {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder)).map((name) => ({ name, path: join(folder, name) })),
    ),
  );
  const files = found
    .flat()
    .filter(({ name }) => /^\d{4}_\w+\.sql$/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const [index, { name }] of files.entries()) {
    const before = files[index - 1]?.name;
    if (before !== undefined && numberOf(before) === numberOf(name))
      throw new Refusal(`The migrations ${before} and ${name} have the same number.`);
  }
  return files;
}

export async function readMigrations(folders: readonly string[]): Promise<Migration[]> {
  return Promise.all(
    (await migrationFiles(folders)).map(async ({ name, path }) => {
      const text = await readFile(path, 'utf8');
      return {
        name,
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
        ...declared(name, text),
      };
    }),
  );
}

function declared(name: string, text: string): Pick<Migration, 'serves' | 'inTransaction'> {
  const header = /^(?:--.*(?:\n|$)|\s*\n)*/.exec(text)?.[0] ?? '';
  const serves = /^-- serves: (\d{4})$/m.exec(header)?.[1] ?? numberOf(name);
  if (serves > numberOf(name))
    throw new Refusal(`Migration ${name} cannot serve ${serves}, which comes after it.`);
  const inTransaction = !/^-- transaction: none$/m.test(header);
  const other = inTransaction ? undefined : statementsOf(text).find((each) => !indexStatement(each));
  if (other)
    throw new Refusal(
      `Migration ${name} runs outside a transaction, so it may only create or drop named indexes concurrently, not: ${other.plain.slice(0, 80)}`,
    );
  return { serves, inTransaction };
}
