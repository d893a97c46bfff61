/** What a restored database is worth: `verify`, and what its anchor knows beyond it. */
import { openDatabase } from '@calmly/platform/database.ts';
import type { Recovered } from '@calmly/platform/postgres/backup/recover.ts';
import { migrationFiles } from '@calmly/platform/postgres/migrations/files.ts';
import { sql as query } from 'kysely';
import type { Terminal } from '../command-line.ts';
import { migrationFolders } from '../migrations.ts';
import { runVerify } from '../run-verify.ts';
import { compareAnchor } from '../verify/anchor.ts';
import type { KeySource } from './keys.ts';

export interface Examined {
  /** `older`: the database is of an older version of Calmly, which `verify` does not read. */
  readonly verdict: 'correct' | 'wrong' | 'older';
  /** What the anchor records and the database lacks; undefined without an anchor. */
  readonly lacks: readonly string[] | undefined;
}

export async function examine(
  { url }: Recovered,
  terminal: Terminal,
  { key, anchorFile }: { readonly key: KeySource; readonly anchorFile: string | undefined },
): Promise<Examined> {
  const database = openDatabase(url, { poolSize: 1 });
  try {
    const { rows } = await query<{ name: string }>`
      select max(name) as name from public.migrations`.execute(database.sql);
    if ((rows[0]?.name ?? '') < (await newestMigration())) return { verdict: 'older', lacks: undefined };
    const env = { ...terminal.env, ...key.env, DATABASE_URL: url, ANCHOR_FILE: '' };
    const code = await runVerify([], { ...terminal, env });
    return {
      verdict: code === 0 ? 'correct' : 'wrong',
      lacks: anchorFile === undefined ? undefined : await compareAnchor(database.sql, anchorFile),
    };
  } finally {
    await database.close();
  }
}

/** The newest migration of this version of Calmly. */
export async function newestMigration(): Promise<string> {
  return (await migrationFiles(migrationFolders)).at(-1)?.name ?? '';
}
