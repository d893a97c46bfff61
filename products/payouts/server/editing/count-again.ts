/** Updates the payout's counts after a change of rows, which from now on differ from the file. */
import type { PayoutField } from '@calmly/contract';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import { compareNames } from '../check/name-job.ts';
import type { RowChange } from '../counts.ts';
import { deleteParts } from '../file-store.ts';
import { type PayoutChange, type StoredPayout, updatePayout } from '../store.ts';
import { countChangedRows, countRows } from '../summary-store.ts';

/**
 * In the caller's transaction, on a locked payout. Raises the version, deletes the uploaded file (its mapping can no longer change), adds `used` to
 * the columns, compares new names, and hints `payouts`.
 */
export async function countAgain(
  { sql, now }: Work,
  payout: StoredPayout,
  {
    used = [],
    change = {},
    rows,
    hasNames = true,
  }: {
    readonly used?: readonly PayoutField[];
    readonly change?: PayoutChange;
    /** All changed rows; if absent, all rows of the payout are counted. */
    readonly rows?: RowChange;
    /** Whether names may be new. */
    readonly hasNames?: boolean;
  } = {},
): Promise<StoredPayout> {
  const { id, clientId, uploadId, columns, version } = payout;
  if (uploadId !== null) await deleteParts(sql, uploadId);
  const counted = await updatePayout(sql, id, now, {
    ...change,
    ...(rows ? await countChangedRows(sql, id, payout, rows) : await countRows(sql, id)),
    columns: [...new Set([...columns, ...used])],
    uploadId: null,
    file: null,
    version: version + 1,
  });
  if (hasNames) await compareNames(sql, id);
  await publish(sql, clientId, { topic: 'payouts', ids: [id] });
  return counted;
}
