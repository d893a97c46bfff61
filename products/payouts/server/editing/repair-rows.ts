/**
 * Corrects many rows, or undoes a correction. A short repair is done within its call. A long one continues as a job, part by part. Meanwhile the
 * payout is REPAIRING and cannot be changed or confirmed. Each part is one transaction that also stores the progress, so an interrupted job
 * continues there. A preview changes nothing.
 *
 * Errors: `invalid_request` where the repair lacks something (`field`, `find`), `repair_undone` for a repair that can't be undone (any more),
 * `too_many_rows` where an undo would bring back too many.
 */
import { type PayoutOverview, payoutRowsMax } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import { type PayoutFacts, readPayoutFacts } from '../check/facts.ts';
import { type RepeatKeys, refreshRepeats } from '../repeat-store.ts';
import { readRows } from '../row-store.ts';
import { requireLocked, requireState } from '../service.ts';
import { lockById, type StoredPayout, updatePayout } from '../store.ts';
import { readOverview } from '../view.ts';
import { countAgain } from './count-again.ts';
import { type Example, examplesOf, partRows, planPart, rangeOf, repairPart } from './repair-part.ts';
import type { RepairInput } from './repair-rules.ts';
import { findRepair, insertRepair, listRepairs, type StoredRepair, updateRepair } from './repair-store.ts';

export const repairTask = 'payouts_repair';

/** A repair of more rows continues as a job. */
const longRepair = 2_000;
const mostExamples = 10;
/** With more keys than this, all rows are checked at once. */
const mostKeys = 5_000;

interface Repaired {
  readonly rows: number;
  readonly examples: Example[];
  readonly payout: PayoutOverview;
}

/** `PUT /masspayout/{id}/repair`. */
export async function repairRows(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  id: string,
  input: RepairInput,
): Promise<Repaired> {
  if (input.repair === 'fill' && input.field === undefined)
    throw badFields({ field: 'field', code: 'required' });
  if (input.repair === 'replace' && input.find === undefined)
    throw badFields({ field: 'find', code: 'required' });
  const read = input.preview ? requireState : requireLocked;
  const payout = await read(work.sql, actor, id, { statuses: ['DRAFT'], version: input.version });
  const found = await previewRepair(work, payout, input);
  if (input.preview || found.rows === 0) return { ...found, payout: await readOverview(work.sql, payout) };
  const { repair, payout: after } = await beginRepair(work, actor, bank, payout, {
    input,
    undoes: null,
    next: rangeOf(input)[0],
  });
  return { rows: repair.rows, examples: found.examples, payout: await readOverview(work.sql, after) };
}

/** `POST /masspayout/{id}/repair/undo`. */
export async function undoRepair(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  id: string,
  { version, repairId }: { readonly version: number; readonly repairId: string },
): Promise<StoredPayout> {
  const { sql } = work;
  const payout = await requireLocked(sql, actor, id, { statuses: ['DRAFT'], version });
  const done = await findRepair(sql, repairId);
  if (done?.payoutId !== id || done.undone || done.undoes !== null) throw new Problem('repair_undone');
  if (done.input.repair === 'remove_faulty' && payout.summary.rows + done.rows > payoutRowsMax)
    throw new Problem('too_many_rows', { params: { max: payoutRowsMax } });
  await updateRepair(sql, { ...done, undone: true });
  const begun = { input: done.input, undoes: done.id, next: 1 };
  return (await beginRepair(work, actor, bank, payout, begun)).payout;
}

/** `POST /masspayout/{id}/repair/cancel`: changes made until then stay. */
export async function cancelRepair(work: Work, actor: ClientActor, id: string): Promise<StoredPayout> {
  const { sql } = work;
  const payout = await requireLocked(sql, actor, id, { statuses: ['REPAIRING'], version: 'any' });
  const running = (await listRepairs(sql, id)).find(({ state }) => state === 'RUNNING');
  if (!running) throw new Error(`payout ${id} is being repaired by no one`);
  return finish(work, payout, { ...running, state: 'CANCELED' }, 'all');
}

/** The changes that a repair would make. */
async function previewRepair(
  { sql }: Work,
  { id }: StoredPayout,
  input: RepairInput,
): Promise<Pick<Repaired, 'rows' | 'examples'>> {
  const [first, last] = rangeOf(input);
  const examples: Example[] = [];
  let count = 0;
  let above: string | undefined;
  for (let from = first; ; ) {
    const rows = await readRows(sql, id, { from, limit: partRows });
    const plan = planPart(input, rows, above);
    above = plan.above;
    count += plan.changed.length + plan.removed.length;
    examples.push(...examplesOf(plan, mostExamples - examples.length));
    const end = rows.at(-1)?.position ?? last;
    if (rows.length < partRows || end >= last) return { rows: count, examples };
    from = end + 1;
  }
}

type NewRepair = Pick<StoredRepair, 'input' | 'undoes' | 'next'>;

async function beginRepair(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  payout: StoredPayout,
  begun: NewRepair,
): Promise<{ readonly repair: StoredRepair; readonly payout: StoredPayout }> {
  const { sql, now } = work;
  const { id, clientId, version, summary } = payout;
  const facts = await readPayoutFacts(work, bank, payout);
  let repair = await insertRepair(sql, {
    ...begun,
    id: work.newId(),
    payoutId: id,
    createdByName: actor.personName,
    createdAt: now,
  });
  const keys: RepeatKeys[] = [];
  for (let seen = 0; repair.rows + repair.leftCount <= longRepair; ) {
    const part = await repairPart(work, payout, facts, repair);
    repair = part.repair;
    keys.push(...part.keys);
    seen += part.seen;
    if (part.isOver)
      return { repair, payout: await finish(work, payout, { ...repair, state: 'DONE' }, keys) };
    if (repair.rows + repair.leftCount > longRepair) {
      await addJobs(sql, [{ task: repairTask, payload: repair.id, key: `${repairTask} ${id}` }]);
      const repairing = await updatePayout(sql, id, now, {
        status: 'REPAIRING',
        progress: { step: 'repairing', done: seen, of: Math.max(seen, summary.rows) },
        version: version + 1,
      });
      await publish(sql, clientId, { topic: 'payouts', ids: [id] });
      return { repair, payout: repairing };
    }
  }
  throw new Error('a repair neither ended nor went on');
}

interface RepairTools {
  readonly database: Database;
  readonly bank: Bank;
}

/** Minimum time between two progress hints to browsers. */
const hintMs = 500;

/** The job that continues a long repair. Not in a transaction. */
export async function continueRepair(work: Work, { database, bank }: RepairTools, id: string): Promise<void> {
  let hintedAtMs = performance.now();
  let facts: PayoutFacts | undefined;
  for (let isOver = false; !isOver; )
    isOver = await database.inTransaction(async (sql) => {
      const inside = { ...work, sql, now: new Date() };
      const payoutId = (await findRepair(sql, id))?.payoutId;
      const payout = payoutId === undefined ? undefined : await lockById(sql, payoutId);
      // Only under the lock is the repair's progress certain.
      const repair = await findRepair(sql, id);
      if (payout?.status !== 'REPAIRING' || repair?.state !== 'RUNNING') return true;
      facts ??= await readPayoutFacts(inside, bank, payout);
      const part = await repairPart(inside, payout, facts, repair);
      if (part.isOver) {
        await finish(inside, payout, { ...part.repair, state: 'DONE' }, 'all');
        return true;
      }
      const { done = 0, of = 0 } = payout.progress ?? {};
      await updatePayout(sql, payout.id, inside.now, {
        progress: { step: 'repairing', done: done + part.seen, of: Math.max(of, done + part.seen) },
      });
      if (performance.now() - hintedAtMs >= hintMs) {
        hintedAtMs = performance.now();
        await publish(sql, payout.clientId, { topic: 'payouts', ids: [payout.id] });
      }
      return false;
    });
}

/** Makes rows editable again, with the counts updated. */
async function finish(
  work: Work,
  payout: StoredPayout,
  repair: StoredRepair,
  keys: readonly RepeatKeys[] | 'all',
): Promise<StoredPayout> {
  await updateRepair(work.sql, repair);
  await refreshRepeats(work.sql, payout.id, keys === 'all' || keys.length > mostKeys ? 'all' : keys);
  const { repair: kind, field } = repair.input;
  return countAgain(work, payout, {
    used: kind === 'fill' && field ? [field] : [],
    change: { status: 'DRAFT', progress: null },
  });
}
