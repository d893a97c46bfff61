/** The part of `npm run ops` for jobs that were given up and for backfills. Each function returns the lines to print. */
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { listBackfills } from '@calmly/platform/jobs/backfills/backfill.ts';
import { listGivenUp, retryGivenUp } from '@calmly/platform/jobs/given-up.ts';
import { Refusal } from '@calmly/platform/refusal.ts';

const atOnce = 200;

/** A line for each, oldest first. */
export async function jobLines({ sql }: Pick<Database, 'sql'>): Promise<string[]> {
  const jobs = await listGivenUp(sql, atOnce);
  if (jobs.length === 0) return ['No job was given up.'];
  return jobs.map(({ id, task, at, error }) => `${id}  ${task}  ${at.toISOString().slice(0, 16)}Z  ${error}`);
}

/** A line for each, in the order of their migrations. */
export async function backfillLines({ sql }: Pick<Database, 'sql'>): Promise<string[]> {
  const backfills = await listBackfills(sql);
  if (backfills.length === 0) return ['There are no backfills.'];
  const minute = (at: Date) => `${at.toISOString().slice(0, 16)}Z`;
  return backfills.map(({ name, filled, startedAt, finishedAt }) => {
    const state = finishedAt === null ? `since ${minute(startedAt)}` : `finished ${minute(finishedAt)}`;
    return `${name}  ${filled} ${filled === '1' ? 'row' : 'rows'}  ${state}`;
  });
}

/** Throws a Refusal if no such job was given up. */
export function retryJob(
  database: Database,
  { staff, jobId }: { readonly staff: string; readonly jobId: string },
): Promise<string[]> {
  return database.inTransaction(async (sql) => {
    const task = await retryGivenUp(sql, jobId);
    if (task === undefined) throw new Refusal(`No job with the number ${jobId} was given up.`);
    const work = { sql, now: new Date(), actor: { kind: 'system', name: staff } as const, newId };
    await audit(work, { action: 'job.retried', details: { job: jobId, task } });
    return [`Job ${jobId} (${task}) is tried again.`];
  });
}
