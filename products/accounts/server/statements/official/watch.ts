/**
 * The job that compares official statements with the ledger. A backdated transfer is booked in a past month if its account has no newer entry, so a
 * month can still get entries after its statement was made. It is compared every hour until the account has an entry of a later month; after that
 * nothing can change, because booking times never decrease. Only the newest statement of an account is watched; it differs if an earlier one does.
 */
import { isUnavailable } from '@calmly/platform/database.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { entryRangesOfPeriods } from '../../../../ledger/server/index.ts';
import type { OfficialTools } from './make.ts';
import { listWatched, type Official, unwatch } from './official-store.ts';
import { isSame, restateBefore } from './restate.ts';

export const watchTask = 'statements_watch';

const hourMs = 3_600_000;
const atOnce = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Continues after the statement `after`, or starts with the first; runs immediately without `runAt`. There is
 * only one such job.
 */
export async function scheduleWatch(
  sql: Sql,
  { after, runAt }: { after?: string; runAt?: Date } = {},
): Promise<void> {
  const payload = { after: after ?? beforeAll };
  await addJobs(sql, [{ task: watchTask, payload, key: watchTask, ...(runAt && { runAt }) }]);
}

/** The job; not in a transaction. */
export const watchStatements =
  (tools: OfficialTools) =>
  async (work: Work, payload: unknown): Promise<void> => {
    const { after = beforeAll } = payload as { readonly after?: string };
    const page = await listWatched(work.sql, { after, limit: atOnce });
    const ranges = await entryRangesOfPeriods(work.sql, page);
    const over: string[] = [];
    for (const [index, statement] of page.entries()) {
      const range = ranges[index];
      if (!range) throw new Error('each period has one range');
      if (!isSame(range, statement)) await restateLate(work, tools, statement);
      else if (range.isOver) over.push(statement.id);
    }
    await unwatch(work.sql, over);
    const last = page.at(-1);
    if (page.length === atOnce && last) return scheduleWatch(work.sql, { after: last.id });
    await scheduleWatch(work.sql, {
      runAt: new Date((Math.floor(work.now.getTime() / hourMs) + 1) * hourMs),
    });
  };

async function restateLate(
  work: Work,
  tools: OfficialTools,
  { id, clientId, accountId }: Official,
): Promise<void> {
  try {
    await restateBefore(work, tools, { clientId, accountId });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // Another run was faster, or it will fail again in an hour; then `npm run verify` names the statement.
    const log = error instanceof Refusal ? work.log.warn : work.log.error;
    log.call(
      work.log,
      { err: error, statement: id },
      'an official statement that differs from the ledger was not restated',
    );
  }
}
