/**
 * A backup: a folder `base/<name>` of the backup directory with `base.tar.gz`, PostgreSQL's list of files and `manifest.json`. It is written under
 * another name and renamed once it is complete, on disk and verified, so a folder with a valid manifest is whole.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { syncDirectory } from '../cluster/cluster-directory.ts';

export const baseFile = 'base.tar.gz';
export const listFile = 'backup_manifest.gz';
const manifestFile = 'manifest.json';
const verifiedFile = 'verified.json';
export const unfinishedPrefix = '.new-';

const zManifest = z.object({
  version: z.literal(1),
  name: z.string().regex(/^[\w-]+$/),
  startedAt: z.iso.datetime(),
  /** The database's time after the backup's end; the earliest time to which it can be restored. */
  endedAt: z.iso.datetime(),
  kind: z.enum(['embedded', 'server']),
  postgres: z.number(),
  systemIdentifier: z.string(),
  timeline: z.number(),
  startLsn: z.string(),
  endLsn: z.string(),
  /** The newest migration. */
  schema: z.string(),
  /** Number of the oldest migration whose servers work on that schema. */
  serves: z.string(),
  /** The bank's database, and the superuser that the cluster was created with. */
  database: z.object({ user: z.string(), name: z.string() }),
  /** Ids of the secret keys in use; the keys are not in a backup. Null if the key is not on the machine that made the backup. */
  secretKeys: z.array(z.string()).nullable(),
  databaseBytes: z.number(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});
export type BackupManifest = z.infer<typeof zManifest>;
const zVerified = z.object({ at: z.iso.datetime(), lastTransactionAt: z.iso.datetime().nullable() });
export type Verified = z.infer<typeof zVerified>;

export interface StoredBackup {
  readonly directory: string;
  readonly manifest: BackupManifest;
  /** When it was last restored and found correct. */
  readonly verified: Verified | undefined;
}

export interface Backups {
  /** Whole ones, oldest first. */
  readonly whole: readonly StoredBackup[];
  /** Folders that are no backup, with the reason. */
  readonly damaged: ReadonlyArray<{ readonly directory: string; readonly reason: string }>;
}

export const basesIn = (backupDirectory: string) => join(backupDirectory, 'base');

/** The backups of a backup directory; none if it does not exist. */
export async function listBackups(backupDirectory: string): Promise<Backups> {
  const bases = basesIn(backupDirectory);
  const names = await readdir(bases).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const whole: StoredBackup[] = [];
  const damaged: Array<Backups['damaged'][number]> = [];
  for (const name of names.sort()) {
    if (name.startsWith('.')) continue;
    const directory = join(bases, name);
    const manifest = await readManifest(directory);
    if (typeof manifest === 'string') damaged.push({ directory, reason: manifest });
    else whole.push({ directory, manifest, verified: await readVerified(directory) });
  }
  whole.sort((one, other) => (one.manifest.endedAt < other.manifest.endedAt ? -1 : 1));
  return { whole, damaged };
}

/** The manifest, or why there is none. */
async function readManifest(directory: string): Promise<BackupManifest | string> {
  const text = await readFile(join(directory, manifestFile), 'utf8').catch(
    (error: NodeJS.ErrnoException) => error,
  );
  if (text instanceof Error) return `its ${manifestFile} cannot be read (${text.code})`;
  try {
    const { checksum, ...manifest } = JSON.parse(text);
    if (checksum !== checksumOf(manifest)) return `its ${manifestFile} is damaged`;
    return zManifest.parse(manifest);
  } catch {
    return `its ${manifestFile} is damaged`;
  }
}

const checksumOf = (manifest: object) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

export async function writeManifest(directory: string, manifest: BackupManifest): Promise<void> {
  await writeDurably(join(directory, manifestFile), { ...manifest, checksum: checksumOf(manifest) });
}

async function readVerified(directory: string): Promise<Verified | undefined> {
  const text = await readFile(join(directory, verifiedFile), 'utf8').catch(() => '{}');
  try {
    return zVerified.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Records that the backup was restored and found correct. */
export const writeVerified = (directory: string, verified: Verified): Promise<void> =>
  writeDurably(join(directory, verifiedFile), verified);

async function writeDurably(path: string, content: object): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncDirectory(dirname(path));
}
