/** Unpacks a base backup into a directory of the database's user. Every file is compared with the backup's checksums on the way. */
import { chmod, chown, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresUser } from '../cluster/postgres-user.ts';
import { localFiles } from '../cluster/wal-archive.ts';
import type { StoredBackup } from './backup-manifest.ts';
import { readBackup } from './read-backup.ts';
import type { TarEntry } from './tar.ts';

/** PostgreSQL makes the files durable itself when it begins to recover from them. */
export async function unpackBackup(
  { directory, manifest }: StoredBackup,
  cluster: string,
  user: PostgresUser | undefined,
): Promise<void> {
  const give = async (path: string) => user && (await chown(path, user.uid, user.gid));
  await chmod(cluster, 0o700);
  await give(cluster);
  await readBackup(directory, manifest.files, async (entry) => {
    const path = join(cluster, inside(entry.name));
    if (entry.kind === 'directory') await mkdir(path, { recursive: true, mode: entry.mode });
    else if (entry.kind === 'link') throw new Error(`${entry.name} is a link`);
    else if (localFiles.includes(entry.name)) {
      for await (const _ of entry.content);
      return;
    } else await writeEntry(path, entry);
    await give(path);
  });
}

async function writeEntry(path: string, { mode, content }: TarEntry): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    for await (const part of content) await file.writeFile(part);
  } finally {
    await file.close();
  }
}

function inside(name: string): string {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (name.startsWith('/') || parts.includes('..')) throw new Error(`${name} leads out of the directory`);
  return parts.join('/');
}
