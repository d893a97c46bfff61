/** Metrics of the backups and of the archived log. */
import { watch } from '@calmly/platform/metrics.ts';
import { listBackups } from '@calmly/platform/postgres/backup/backup-manifest.ts';
import { parseSegment, segmentAt } from '@calmly/platform/postgres/backup/wal-segments.ts';
import { findCluster } from '@calmly/platform/postgres/cluster/cluster-directory.ts';
import { droppedSegments } from '@calmly/platform/postgres/cluster/wal-archive.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** 0 if there is none, so that an alert on its age fires. */
const secondsOf = (time: string | undefined) => (time === undefined ? 0 : Date.parse(time) / 1000);

export function watchBackups(backupDirectory: string): void {
  watch(
    'calmly_backup_last_success_timestamp_seconds',
    'End of the newest whole backup; 0 if there is none',
    async () => {
      const { whole } = await listBackups(backupDirectory);
      return secondsOf(whole.at(-1)?.manifest.endedAt);
    },
  );
  watch(
    'calmly_backup_last_verified_timestamp_seconds',
    'When a backup was last restored and found correct; 0 if never',
    async () => {
      const { whole } = await listBackups(backupDirectory);
      return Math.max(0, ...whole.map(({ verified }) => secondsOf(verified?.at)));
    },
  );
}

/** Of the embedded database, which archives its log. */
export function watchArchive(sql: Sql, dataDirectory: string, backupDirectory: string): void {
  watch(
    'calmly_wal_archive_failures',
    'Failed attempts to archive a segment of the log since the database’s statistics began',
    async () => {
      const { rows } = await query<{ count: number }>`
        select failed_count::int as count from pg_stat_archiver`.execute(sql);
      return rows[0]?.count ?? 0;
    },
  );
  watch('calmly_wal_archive_waiting', 'Segments of the log that wait to be archived', async () => {
    const { rows } = await query<{ count: number }>`
      select count(*)::int as count from pg_ls_archive_statusdir() where name like '%.ready'`.execute(sql);
    return rows[0]?.count ?? 0;
  });
  watch(
    'calmly_wal_archive_dropped',
    'Segments after the newest backup that were dropped because the disk of the database was nearly full',
    async () => {
      const [{ whole }, dropped] = await Promise.all([
        listBackups(backupDirectory),
        droppedSegments((await findCluster(dataDirectory)) ?? ''),
      ]);
      const newest = whole.at(-1);
      const first = newest ? segmentAt(newest.manifest.startLsn) : 0;
      return dropped.filter((name) => (parseSegment(name)?.number ?? first) >= first).length;
    },
  );
}
