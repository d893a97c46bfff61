/** One run of the reading job; each of its transactions stops if another run has begun. */
import type { PayoutField, PayoutFile } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { compareNames } from '../check/name-job.ts';
import { deleteParts } from '../file-store.ts';
import type { DecimalSign } from '../files/columns/read-amount.ts';
import type { OriginalMessage } from '../files/payout-file.ts';
import { refreshRepeats } from '../repeat-store.ts';
import type { CheckedRow } from '../row.ts';
import { deleteRows, insertRows, updateRows } from '../row-store.ts';
import {
  holdRun,
  lockById,
  type PayoutChange,
  type Progress,
  type StoredPayout,
  updatePayout,
} from '../store.ts';
import { countRows } from '../summary-store.ts';

/** Another run reads the file, or it must no longer be read. */
export class Superseded extends Error {}

export interface Run {
  readonly payout: StoredPayout;
  /** Writes newly read rows. */
  write(rows: readonly CheckedRow[], progress: Progress): Promise<void>;
  /** Writes rows that were checked again. */
  rewrite(rows: readonly CheckedRow[], progress: Progress): Promise<void>;
  refuse(refusal: NonNullable<StoredPayout['refusal']>): Promise<void>;
  /** Asks the client to assign the columns. */
  askForMapping(file: PayoutFile): Promise<void>;
  finish(found: {
    readonly file: PayoutFile;
    readonly columns: readonly PayoutField[];
    readonly decimalSign: DecimalSign | null;
    readonly original: OriginalMessage | null;
  }): Promise<void>;
}

/** Minimum time between two progress hints to browsers. */
const hintMs = 500;

/** Takes the payout over from any earlier run; undefined if there is nothing to read. */
export async function beginRun(work: Work, database: Database, payoutId: string): Promise<Run | undefined> {
  const payout = await database.inTransaction(async (sql) => {
    const found = await lockById(sql, payoutId);
    if (found?.status !== 'READING' || found.uploadId === null) return undefined;
    await deleteRows(sql, payoutId, 'all');
    return updatePayout(sql, payoutId, work.now, { run: found.run + 1 });
  });
  return payout && runOf(work, database, payout);
}

function runOf(work: Work, database: Database, payout: StoredPayout): Run {
  const { id, clientId } = payout;
  let hintedAtMs = 0;
  let counts = { rows: 0, faulty: 0 };
  const withCounts = (progress: Progress, rows: readonly CheckedRow[]): Progress => {
    const faulty = rows.filter(({ faults }) => faults.length > 0).length;
    counts = { rows: counts.rows + rows.length, faulty: counts.faulty + faulty };
    return { ...progress, ...counts };
  };

  const held = (progress: Progress, write: (sql: Sql) => Promise<unknown>) =>
    database.inTransaction(async (sql) => {
      if (!(await holdRun(sql, payout, progress))) throw new Superseded();
      await write(sql);
      if (performance.now() - hintedAtMs < hintMs) return;
      hintedAtMs = performance.now();
      await publish(sql, clientId, { topic: 'payouts', ids: [id] });
    });

  const end = (change: (sql: Sql) => Promise<PayoutChange>) =>
    database.inTransaction(async (sql) => {
      if (!(await holdRun(sql, payout, { step: 'checking', done: 0, of: 0 }))) throw new Superseded();
      await updatePayout(sql, id, work.now, {
        ...(await change(sql)),
        progress: null,
        version: payout.version + 1,
      });
      await publish(sql, clientId, { topic: 'payouts', ids: [id] });
    });

  return {
    payout,
    write: (rows, progress) => held(withCounts(progress, rows), (sql) => insertRows(sql, id, rows)),
    rewrite(rows, progress) {
      // From the first row again.
      if (progress.done === rows.length) counts = { rows: 0, faulty: 0 };
      return held(withCounts(progress, rows), (sql) => updateRows(sql, id, rows, { rises: false }));
    },
    refuse: (refusal) =>
      end(async (sql) => {
        await deleteRows(sql, id, 'all');
        if (payout.uploadId !== null) await deleteParts(sql, payout.uploadId);
        return { status: 'UNREADABLE', refusal, uploadId: null };
      }),
    askForMapping: (file) => end(async () => ({ status: 'MAPPING', file })),
    finish: (found) =>
      end(async (sql) => {
        await refreshRepeats(sql, id, 'all');
        await compareNames(sql, id);
        return { ...found, ...(await countRows(sql, id)), status: 'DRAFT' };
      }),
  };
}
