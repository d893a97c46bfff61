/**
 * Archiving of the log: PostgreSQL hands over each full segment of 16 MB, and each minute the one begun, to a shell command that writes it to
 * `<BACKUP_DIR>/wal`. The command has only what every system has, because the database's user may be unable to run Node.
 *
 * A segment gets its name when it is on disk. If the archive is full or away, PostgreSQL keeps its segments and tries again. When its own disk
 * becomes full, segments are dropped and noted instead, because a bank without an archive is better than none: times after the gap can be restored
 * only from a later backup.
 */
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import { Refusal } from '../../refusal.ts';
import { canEnter, chownTo, type PostgresUser } from './postgres-user.ts';

/** In the cluster: where its log is archived, so that a command without BACKUP_DIR leaves no gap. */
const directoryFile = 'calmly.archive';
/** In the cluster: the dropped segments, one a line. */
const droppedFile = 'calmly.archive-dropped';
/** Files of a cluster that are not those of its copy. */
export const localFiles: readonly string[] = [directoryFile, droppedFile, 'server.log', '.s.PGSQL.5432.lock'];
/** In the archive: the database whose log it is. */
const identifierFile = 'system-identifier';

/** Below this, segments are dropped. The server refuses payments at 64 MB. */
const leastFreeKb = 512 * 1024;
const archiveTimeout = '60s';

export const walIn = (backupDirectory: string) => join(backupDirectory, 'wal');

/** A word of a shell command in PostgreSQL's settings, where % stands for names. */
export const quoted = (text: string) => `'${text.replaceAll('%', '%%').replaceAll("'", "'\\''")}'`;

/** PostgreSQL's settings for archiving to this directory; undefined: none. */
export function archiveSettings(
  walDirectory: string | undefined,
  leastKb = leastFreeKb,
): Readonly<Record<string, string>> {
  if (walDirectory === undefined) return { archive_mode: 'off', archive_command: '', archive_timeout: '0' };
  const command = [
    `d=${quoted(walDirectory)}`,
    // Archived before a crash. Other bytes under the same name are another database's: that fails, and nothing is overwritten.
    'if [ -f "$d/%f.gz" ]; then gzip -dc "$d/%f.gz" | cmp -s - "%p"; exit; fi',
    '{ gzip -1c "%p" > "$d/.%f.part" && sync "$d/.%f.part" && mv "$d/.%f.part" "$d/%f.gz" && sync "$d"; } ||' +
      ` { rm -f "$d/.%f.part"; set -- $(df -Pk . | tail -n 1); [ "$4" -lt ${leastKb} ] && echo %f >> ${droppedFile}; }`,
  ].join('; ');
  return { archive_mode: 'on', archive_command: command, archive_timeout: archiveTimeout };
}

/** The directory in which this cluster's log was archived at its last start. */
export async function rememberedArchive(cluster: string): Promise<string | undefined> {
  return (await readFile(join(cluster, directoryFile), 'utf8').catch(() => '')).trim() || undefined;
}

export async function rememberArchive(cluster: string, walDirectory: string | undefined): Promise<void> {
  const file = join(cluster, directoryFile);
  if (walDirectory === undefined) await rm(file, { force: true });
  else await writeFile(file, `${walDirectory}\n`, { mode: 0o644 });
}

export interface ArchiveOptions {
  readonly walDirectory: string;
  readonly cluster: string;
  readonly user: PostgresUser | undefined;
  readonly log?: Log | undefined;
}

/** Creates the archive. If that fails, the bank starts all the same, and the metrics say that nothing is archived. */
export async function prepareArchive(options: ArchiveOptions): Promise<void> {
  const { walDirectory, cluster, user, log } = options;
  try {
    await mkdir(walDirectory, { recursive: true, mode: 0o755 });
    await chownTo(walDirectory, user);
    await requireOwnArchive(walDirectory, cluster);
    if (!(await canEnter(walDirectory, user)))
      throw new Error('the user that the database runs as cannot enter it');
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log?.error({ reason: String(error) }, 'the log of the database cannot be archived');
  }
  await announceHistory(cluster, user);
}

async function requireOwnArchive(walDirectory: string, cluster: string): Promise<void> {
  const file = join(walDirectory, identifierFile);
  const own = await systemIdentifierOf(cluster);
  const found = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (found === '') await writeFile(file, `${own}\n`, { mode: 0o644, flush: true });
  else if (found !== own)
    throw new Refusal(
      `${walDirectory} holds the log of another database. Set BACKUP_DIR to a directory of its own.`,
    );
}

/** The first eight bytes of the control file, which all copies of a database share. */
async function systemIdentifierOf(cluster: string): Promise<string> {
  const file = await open(join(cluster, 'global/pg_control'));
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return String(buffer.readBigUInt64LE());
  } finally {
    await file.close();
  }
}

/** A restored database began its timeline without archiving. Without the history of that timeline in the archive, no later restore could follow it. */
async function announceHistory(cluster: string, user: PostgresUser | undefined): Promise<void> {
  const wal = join(cluster, 'pg_wal');
  for (const name of await readdir(wal)) {
    if (!/^[0-9A-F]{8}\.history$/.test(name)) continue;
    const status = join(wal, 'archive_status', name);
    if (await stat(`${status}.done`).catch(() => undefined)) continue;
    await writeFile(`${status}.ready`, '', { mode: 0o600 });
    await chownTo(`${status}.ready`, user);
  }
}

/** The segments that were dropped because the database's own disk was full. */
export async function droppedSegments(cluster: string): Promise<string[]> {
  const text = await readFile(join(cluster, droppedFile), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}
