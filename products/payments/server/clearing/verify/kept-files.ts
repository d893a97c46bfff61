/** The files of the bank's bank that were read and kept in `done/`, against the hashes that the database noted when it booked them. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

const filesAtOnce = 500;
const mostFaults = 100;

export interface KeptRailFiles {
  /** Files that are not as they were read, in English, at most 100. */
  readonly faults: readonly string[];
  /** How many of the files that were read are in `done/` no more: an operator may have archived them. */
  readonly missing: number;
}

/** `inbox`: the directory that holds `done/`. Each file is hashed as it is read. Errors of the file system but a missing `done/` are thrown. */
export async function verifyRailFiles(sql: Sql, inbox: string): Promise<KeptRailFiles> {
  const done = join(inbox, 'done');
  const names = await readdir(done).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const faults: string[] = [];
  const present = new Set<string>();
  for (let from = 0; from < names.length; from += filesAtOnce) {
    const page = names.slice(from, from + filesAtOnce);
    const unknown = await findUnknown(sql, done, page, present);
    // A server that moves a file makes an empty one of its name first: look again.
    const altered = unknown.length > 0 ? await findUnknown(sql, done, unknown, present) : [];
    faults.push(...altered.map((name) => `the file done/${name} is not as it was read`));
  }
  const { rows } = await query<{ count: bigint }>`select count(*) as count from clearing.inbox_file`.execute(
    sql,
  );
  return { faults: faults.slice(0, mostFaults), missing: Number(rows[0]?.count ?? 0n) - present.size };
}

/** What lies in the inbox and in `failed/`, in English: what it tells is not booked. */
export async function listUnread(inbox: string): Promise<string[]> {
  const count = async (directory: string) =>
    (await readdir(directory).catch((): string[] => [])).filter((name) => /^[^.].*\.xml$/i.test(name)).length;
  const [waiting, failed] = [await count(inbox), await count(join(inbox, 'failed'))];
  return [
    ...(waiting > 0 ? [`files that wait in the inbox and are not booked: ${waiting}`] : []),
    ...(failed > 0 ? [`files in failed/, of which nothing is booked: ${failed}`] : []),
  ];
}

/** Those of these files whose hash no file had that was read; the hashes of the others are added to `present`. */
async function findUnknown(sql: Sql, done: string, names: readonly string[], present: Set<string>) {
  const hashes = new Map<string, string>();
  for (const name of names) hashes.set(name, await hashOf(join(done, name)));
  const known = await findKnown(sql, [...hashes.values()]);
  for (const hash of known) present.add(hash);
  return names.filter((name) => !known.has(hashes.get(name) ?? ''));
}

async function findKnown(sql: Sql, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ hash: string }>`
    select encode(hash, 'hex') as hash from clearing.inbox_file
    where hash in (select decode(hash, 'hex') from unnest(${hashes}::text[]) as file (hash))`.execute(sql);
  return new Set(rows.map(({ hash }) => hash));
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes);
  return hash.digest('hex');
}
