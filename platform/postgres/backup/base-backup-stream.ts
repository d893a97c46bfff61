/**
 * A base backup as PostgreSQL streams it to `pg_basebackup`: a tar file with checked pages and the log of the backup's own duration, then PostgreSQL's
 * list of the files with their SHA-256. We speak the protocol ourselves, because the npm package of PostgreSQL has no `pg_basebackup`.
 */
import { PassThrough } from 'node:stream';
import pg from 'pg';
import { Refusal } from '../../refusal.ts';
import { connectionTo } from '../connecting/connections.ts';

export interface StreamedPart {
  readonly part: 'base' | 'list';
  readonly chunk: Buffer;
}

/** Where the log stands at the beginning and at the end of the backup. */
export interface BackupRange {
  readonly startLsn: string;
  readonly endLsn: string;
  readonly timeline: number;
}

export interface BaseBackup {
  readonly parts: AsyncIterable<StreamedPart>;
  /** Resolves after the last part. */
  readonly range: Promise<BackupRange>;
  end(): Promise<void>;
}

/** The one-letter kinds of messages in the stream. */
const messages = { archive: 'n', list: 'm', data: 'd' } as const;
const chunksAhead = 64;
const slot = 'calmly_backup';
const noSlots = '55000';

/** Begins a base backup of the server at `url`, whose user needs the right to replicate. */
export async function beginBaseBackup(url: string, label: string): Promise<BaseBackup> {
  // Without our limits for silent peers: a slow disk may hold up the stream for longer.
  const { Client = pg.Client, connectionString } = connectionTo(url);
  const client = new Client({
    connectionString,
    application_name: 'calmly backup',
    ...{ replication: 'true' },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await keepLog(client);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new Refusal(
      `The database does not send a base backup: ${(error as Error).message}. Its user needs REPLICATION, and pg_hba.conf a line for "replication".`,
    );
  }
  const parts = new PassThrough({ objectMode: true, highWaterMark: chunksAhead });
  return { parts, range: stream(client, parts, label), end: () => client.end().catch(() => undefined) };
}

/** For the time of this connection, the server keeps the log that the backup needs. Without free slots, the backup fails if it is removed. */
async function keepLog(client: pg.Client): Promise<void> {
  try {
    await client.query(`CREATE_REPLICATION_SLOT ${slot}_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL)`);
  } catch (error) {
    if ((error as { code?: string }).code !== noSlots && !/replication slots/.test((error as Error).message))
      throw error;
  }
}

function stream(client: pg.Client, parts: PassThrough, label: string): Promise<BackupRange> {
  let part: StreamedPart['part'] = 'base';
  const socket = (client as unknown as { connection: { stream: import('node:net').Socket } }).connection
    .stream;
  const range = new Promise<BackupRange>((resolve, reject) => {
    const query = new pg.Query(
      `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
      (error: Error | undefined, result: unknown) => {
        if (error) {
          const refusal = new Refusal(`The database does not send a base backup: ${error.message}.`);
          parts.destroy(refusal);
          reject(refusal);
          return;
        }
        parts.end();
        resolve(rangeOf(result as ReadonlyArray<{ rows: Array<Record<string, string>> }>));
      },
    );
    Object.assign(query, {
      handleCopyData({ chunk }: { chunk: Buffer }) {
        const kind = chunk.toString('latin1', 0, 1);
        if (kind === messages.archive) part = 'base';
        if (kind === messages.list) part = 'list';
        // A copy, because the parser uses its buffer again.
        if (kind !== messages.data || parts.write({ part, chunk: Buffer.from(chunk.subarray(1)) })) return;
        socket.pause();
        // More messages may follow from what the socket has delivered already.
        if (parts.listenerCount('drain') === 0) parts.once('drain', () => socket.resume());
      },
      handleCopyDone: () => undefined,
    });
    client.query(query);
  });
  range.catch(() => undefined);
  return range;
}

function rangeOf(results: ReadonlyArray<{ rows: Array<Record<string, string>> }>): BackupRange {
  const positions = results.flatMap(({ rows }) => rows).filter((row) => 'recptr' in row);
  const [start, end] = [positions[0], positions.at(-1)];
  if (!start?.recptr || !end?.recptr) throw new Error('the base backup has no position in the log');
  return { startLsn: start.recptr, endLsn: end.recptr, timeline: Number(end.tli) };
}
