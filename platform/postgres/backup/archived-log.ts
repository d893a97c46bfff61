/** Which segments of the log an archive has, and which one is missing. */
import { readdir } from 'node:fs/promises';
import type { BackupManifest } from './backup-manifest.ts';
import { parseSegment, type Segment, segmentAt, segmentName } from './wal-segments.ts';

export interface ArchivedLog {
  /** The newest segment of the newest timeline. */
  readonly last: Segment | undefined;
  /** The name of the first missing segment after the backup, whether or not there are later ones. */
  readonly firstMissing: string;
  /** Whether there are later ones. */
  readonly hasGap: boolean;
}

/** `oldWal`: the directory of a replaced database, which has segments that were not archived. */
export async function readArchivedLog(
  archive: string,
  oldWal: string | undefined,
  manifest: BackupManifest,
): Promise<ArchivedLog> {
  const archived = await segmentsIn(archive, '.gz');
  const newest = Math.max(0, ...archived.map(({ timeline }) => timeline));
  const last = archived
    .filter(({ timeline }) => timeline === newest)
    .reduce<Segment | undefined>(
      (best, each) => (best && best.number > each.number ? best : each),
      undefined,
    );
  const old = oldWal === undefined ? [] : await segmentsIn(oldWal, '');
  const numbers = new Set([...archived, ...old].map(({ number }) => number));
  // The backup has its own segments.
  let number = segmentAt(manifest.endLsn) + 1;
  while (numbers.has(number)) number++;
  const hasGap = last !== undefined && number < last.number;
  const next = archived.find((each) => each.number > number);
  const timeline = next?.timeline ?? Math.max(newest, manifest.timeline);
  return { last, firstMissing: segmentName({ timeline, number }), hasGap };
}

async function segmentsIn(directory: string, ending: string): Promise<Segment[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.flatMap((name) =>
    name.endsWith(ending) ? (parseSegment(name.slice(0, name.length - ending.length)) ?? []) : [],
  );
}
