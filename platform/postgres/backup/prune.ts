/** Deletes old backups, and the archived log that no remaining backup needs. */
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { walIn } from '../cluster/wal-archive.ts';
import { basesIn, listBackups, type StoredBackup } from './backup-manifest.ts';
import { parseSegment, segmentAt } from './wal-segments.ts';

export type Keep = { readonly count: number } | { readonly days: number };

export interface Pruned {
  readonly backups: number;
  readonly segments: number;
}

const dayMs = 86_400_000;

/** The newest backup always stays. */
export async function pruneBackups(backupDirectory: string, keep: Keep, now: Date): Promise<Pruned> {
  const { whole } = await listBackups(backupDirectory);
  const kept = keptOf(whole, keep, now);
  const old = whole.filter((backup) => !kept.includes(backup));
  for (const { directory } of old) {
    // Never a half one under its own name.
    const leaving = join(basesIn(backupDirectory), `.old-${basename(directory)}`);
    await rename(directory, leaving);
    await rm(leaving, { recursive: true });
  }
  const first = Math.min(...kept.map(({ manifest }) => segmentAt(manifest.startLsn)));
  const segments = kept.length > 0 ? await pruneLog(walIn(backupDirectory), first) : 0;
  return { backups: old.length, segments };
}

/** By days, the last one before them stays too: without it, their first hours could not be restored. */
function keptOf(backups: readonly StoredBackup[], keep: Keep, now: Date): readonly StoredBackup[] {
  if ('count' in keep) return backups.slice(-keep.count);
  const since = now.getTime() - keep.days * dayMs;
  const first = backups.findLastIndex(({ manifest }) => Date.parse(manifest.endedAt) <= since);
  return backups.slice(Math.max(0, first));
}

async function pruneLog(archive: string, before: number): Promise<number> {
  const names = await readdir(archive).catch(() => []);
  let count = 0;
  for (const name of names) {
    // Also labels of backups and parts of segments; histories of timelines stay.
    const segment = parseSegment(name.slice(0, 24));
    if (segment === undefined || segment.number >= before) continue;
    await rm(join(archive, name));
    count += 1;
  }
  return count;
}
