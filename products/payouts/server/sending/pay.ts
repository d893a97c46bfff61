/**
 * The job that pays a payout: part by part its rows become payments, each part in one transaction together with its rows' outcomes, so a row is paid
 * once or not at all, whenever the server dies. Payments draw on the held sums. Refusals are recorded with the row, and the remaining money is
 * released after the last row.
 */
import { holdsRight } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { type Database, refusesRow } from '@calmly/platform/database.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { z } from 'zod';
import { type Bank, listAccountsOf } from '../../../accounts/server/accounts/index.ts';
import {
  addToMasks,
  endMasks,
  lockMasks,
  type StoredTransaction,
} from '../../../accounts/server/transactions/index.ts';
import { findActorWithoutSession } from '../../../identity/server/index.ts';
import { release } from '../../../ledger/server/index.ts';
import { holdChangedSince } from '../../../payees/server/index.ts';
import { payoutReviewedTask, type Submit } from '../../../payments/server/payments/index.ts';
import { tellDone } from '../outcomes/news.ts';
import type { RowRefusal } from '../row.ts';
import { lockById, type StoredPayout, updatePayout } from '../store.ts';
import { payTask } from './confirm.ts';
import { givePayees } from './give-payees.ts';
import { orderOf } from './order-of-row.ts';
import * as store from './sending-store.ts';

/** The database refuses the row. */
const internal: RowRefusal = { code: 'internal', field: false, params: {} };
/** The account that the row was to be paid from. */
const accountClosed: RowRefusal = { code: 'from_account_closed', field: true, params: {} };
/** The person who confirmed the payout may no longer pay for the client. */
const notAllowed: RowRefusal = { code: 'payment_right_missing', field: false, params: {} };

/** The payee differs from the one confirmed and approved. */
const payeeChanged: RowRefusal = { code: 'beneficiary_changed', field: false, params: {} };

/** Rows paid in one transaction. */
const atOnce = 500;
/** Parts paid before other jobs take their turn. */
const partsOfTurn = 4;
/** Interval while rows wait for their day. */
const lookMs = 60_000;
/** Payments are screened within seconds. */
const screeningMs = 2_000;

interface PayTools {
  readonly database: Database;
  readonly submit: Submit;
  readonly bank: Bank;
}

/** The payout, and the position from which to pay. */
const zPayload = z.union([
  z.uuid().transform((id) => ({ id, from: 1 })),
  z.strictObject({ id: z.uuid(), from: z.int().positive() }),
]);

/** Pays due rows: some parts, then the rest in another job, so that others take their turn between. Not in a transaction. */
export async function payPayout(work: Work, tools: PayTools, payload: unknown): Promise<void> {
  const { id, from: first } = zPayload.parse(payload);
  let from: number | undefined = first;
  for (let part = 1; part <= partsOfTurn && from !== undefined; part += 1)
    from = await payPart(work, tools, id, { from, limit: atOnce });
  if (from !== undefined)
    await addJobs(work.sql, [{ task: payTask, payload: { id, from }, key: `${payTask} ${id}` }]);
}

interface Part {
  /** The position of its first row, or an earlier one. */
  readonly from: number;
  readonly limit: number;
}

/** Pays a part, in halves if the database refuses a row of it. Returns the start of the next part; undefined once nothing is due. */
async function payPart(work: Work, tools: PayTools, id: string, part: Part): Promise<number | undefined> {
  const run = (pay: typeof payRows) =>
    tools.database.inTransaction((sql) => pay({ ...work, sql, now: new Date() }, tools, id, part));
  try {
    return await run(payRows);
  } catch (error) {
    if (!refusesRow(error)) throw error;
    if (part.limit > 1) return payPart(work, tools, id, { ...part, limit: Math.ceil(part.limit / 2) });
    work.log.error({ err: error, payoutId: id }, 'a row of a payout is refused by the database');
    return run((inside) => refuseNext(inside, id, part));
  }
}

/** Pays the next part, or ends the payout if nothing is due. Returns the start of the next part. */
export async function payRows(
  work: Work,
  { submit, bank }: Pick<PayTools, 'submit' | 'bank'>,
  id: string,
  { from, limit }: Part,
): Promise<number | undefined> {
  const { sql } = work;
  const payout = await lockConfirmed(sql, id);
  if (!payout) return undefined;
  // The rows of a large payout are not counted each time it is checked before its day.
  const { nextOn } = payout.progress ?? {};
  if (nextOn && nextOn > (await businessDay(work))) return lookAgain(work, id);
  const due = await listDue(work, payout, { from, limit });
  if (due.length === 0) return settleRest(work, payout);

  const { clientId } = payout;
  const actor = await findPayer(work, payout);
  if (!actor) return refuseAll(work, payout, due, notAllowed);
  const given = await givePayees(work, bank, payout, due);
  const changed = await findChanged(work, payout, due);
  const rows = given.rows.filter(({ position }) => !changed.has(position));
  // Locked before money is moved, in the same order as when payments fail.
  const masks = payout.confidential ? await lockMasks(sql, [id]) : [];
  const [holds, accounts] = await Promise.all([store.findHolds(sql, id), listAccountsOf(sql, clientId)]);
  const numberOf = new Map(accounts.map((account) => [account.id, account.number]));
  const parts = new Map([...holds.keys()].map((accountId) => [accountId, work.newId()]));
  const verdicts = await submit(
    sql,
    rows.map((row) => ({
      work: { ...work, actor },
      command: {
        ...orderOf(row),
        clientId,
        debtorAccount: numberOf.get(row.debtorAccountId) ?? '',
        // Cooling-off judged the payout as a whole when it was confirmed.
        confirmed: { at: payout.confirmedAt ?? work.now, coolingOffKept: true },
        inBulk: {
          payoutId: id,
          isConfidential: payout.confidential,
          paymentId: work.newId(),
          drawnFrom: holds.get(row.debtorAccountId) ?? '',
          heldBy: parts.get(row.debtorAccountId) ?? '',
          ...(row.endToEndId !== null && { endToEndId: row.endToEndId }),
        },
      },
    })),
  );
  const refusedAs = (position: number, error: unknown) => ({
    position,
    paymentId: null,
    refusal: refusalOf(error),
  });
  await store.insertOutcomes(sql, id, [
    ...given.refused.map(({ position, error }) => refusedAs(position, error)),
    ...[...changed].map((position) => ({ position, paymentId: null, refusal: payeeChanged })),
    ...rows.map(({ position }, place) => {
      const verdict = verdicts[place];
      if (!verdict) throw new Error('a payment was left without a verdict');
      return verdict.ok
        ? { position, paymentId: verdict.payment.id, refusal: null }
        : refusedAs(position, verdict.error);
    }),
  ]);
  if (payout.confidential)
    await addToMasks(
      work,
      { number: payout.number, masks },
      verdicts.flatMap((verdict) => (verdict.ok ? [verdict.payment] : [])),
    );
  return noteProgress(work, payout, due);
}

/**
 * The rows whose payee was changed after the payout was confirmed: they may wait for their day, and anything that differs from the confirmation is
 * not paid. Payees saved by the payout itself are new, not changed. No other payee changes until the transaction ends.
 */
async function findChanged(
  { sql }: Work,
  { clientId, confirmedAt }: StoredPayout,
  rows: readonly store.PayableRow[],
): Promise<ReadonlySet<number>> {
  if (confirmedAt === null) return new Set();
  const ids = [...new Set(rows.flatMap(({ payeeId }) => payeeId ?? []))];
  const changed = await holdChangedSince(sql, { clientId, ids, at: confirmedAt });
  return new Set(
    rows.flatMap(({ payeeId, position }) => (payeeId !== null && changed.has(payeeId) ? [position] : [])),
  );
}

/** Locks a payout that is being paid; undefined if it is finished, or was cancelled since the last part. */
async function lockConfirmed(sql: Sql, id: string): Promise<StoredPayout | undefined> {
  const payout = await lockById(sql, id);
  return payout?.status === 'PAYING' || payout?.status === 'SCHEDULED' ? payout : undefined;
}

async function listDue(work: Work, { id, payOn }: StoredPayout, part: Part): Promise<store.PayableRow[]> {
  const today = await businessDay(work);
  return payOn === null || payOn <= today ? store.listPayable(work.sql, id, { today, ...part }) : [];
}

/** Why a row was not paid; for faults of fields, the first one. */
function refusalOf(error: unknown): RowRefusal {
  if (!(error instanceof Problem)) throw error;
  const [field] = error.fields;
  // It was the client's open account when the payout was confirmed.
  if (field?.field === 'debtorAccount' && field.code === 'account_unknown') return accountClosed;
  return {
    code: field?.code ?? error.code,
    field: field !== undefined,
    params: field?.params ?? error.params,
  };
}

/** The person who confirmed it, in whose name it is paid; undefined if they may no longer pay for this client. */
async function findPayer(
  { sql }: Work,
  { id, clientId, confirmedBy }: StoredPayout,
): Promise<ClientActor | undefined> {
  if (confirmedBy === null) throw new Error(`nobody confirmed payout ${id}`);
  const actor = await findActorWithoutSession(sql, { id, clientId, personId: confirmedBy });
  return actor && actor.state === 'ACTIVE' && holdsRight(actor, 'can_request_trans') ? actor : undefined;
}

/** Records the same refusal for each of the rows. */
async function refuseAll(
  work: Work,
  payout: StoredPayout,
  rows: readonly store.PayableRow[],
  refusal: RowRefusal,
): Promise<number> {
  await store.insertOutcomes(
    work.sql,
    payout.id,
    rows.map(({ position }) => ({ position, paymentId: null, refusal })),
  );
  return noteProgress(work, payout, rows);
}

/** Refuses the row that the database does not accept, unless it is no longer due. */
async function refuseNext(work: Work, id: string, { from }: Part): Promise<number | undefined> {
  const payout = await lockConfirmed(work.sql, id);
  if (!payout) return undefined;
  const rows = await listDue(work, payout, { from, limit: 1 });
  return rows.length === 0 ? from : refuseAll(work, payout, rows, internal);
}

/** Counts the rows as done and returns the start of the next part. */
async function noteProgress(
  { sql, now }: Work,
  { id, clientId, progress }: StoredPayout,
  rows: readonly store.PayableRow[],
): Promise<number> {
  const { done = 0, of = rows.length } = progress ?? {};
  await updatePayout(sql, id, now, {
    status: 'PAYING',
    progress: { step: 'paying', done: done + rows.length, of },
  });
  await publish(sql, clientId, { topic: 'payouts', ids: [id] });
  return (rows.at(-1)?.position ?? 0) + 1;
}

async function lookAgain({ sql, now }: Work, id: string): Promise<undefined> {
  const runAt = new Date(now.getTime() + lookMs);
  await addJobs(sql, [{ task: payTask, payload: id, key: `${payTask} ${id}`, runAt }]);
}

/** If nothing is due: schedules the next check for later days; after the last row the remaining money is released. */
async function settleRest(work: Work, payout: StoredPayout): Promise<undefined> {
  const { sql } = work;
  const { id } = payout;
  const { rows, nextOn } = await store.readUnpaid(sql, payout);
  if (rows > 0) {
    await noteWait(work, payout, nextOn);
    return lookAgain(work, id);
  }
  await finishPayout(work, payout);
  return undefined;
}

/** The day of the next rows is written once, not at each check. */
async function noteWait({ sql, now }: Work, payout: StoredPayout, nextOn: string | null): Promise<void> {
  const { id, clientId, progress } = payout;
  if (!progress || nextOn === null || progress.nextOn === nextOn) return;
  await updatePayout(sql, id, now, { progress: { ...progress, nextOn } });
  await publish(sql, clientId, { topic: 'payouts', ids: [id] });
}

/** Every row has its outcome, so the remaining money is released. */
export async function finishPayout(work: Work, payout: StoredPayout): Promise<StoredPayout> {
  const { sql, now } = work;
  const { id, clientId } = payout;
  if (payout.confidential) await endLines(work, id, now);
  await release(sql, await store.deleteHolds(sql, id));
  const done = await updatePayout(sql, id, now, {
    status: 'DONE',
    progress: null,
    version: payout.version + 1,
  });
  await tellDone(work, done);
  await publish(sql, clientId, { topic: 'payouts', ids: [id] });
  await publish(sql, clientId, { topic: 'accounts' });
  return done;
}

/**
 * The job after payments of a confidential payout were screened. Does nothing while the payout is being paid, because its end handles the lines too.
 */
export async function endReviewed(work: Work, id: string): Promise<void> {
  const payout = await lockById(work.sql, id);
  if (payout?.status === 'DONE') await endLines(work, id, payout.updatedAt);
}

/**
 * Ends the lines that may end, and schedules another check for those whose payments are about to be screened; a reviewed payment triggers one itself.
 */
async function endLines(work: Work, id: string, since: Date): Promise<void> {
  const { ended, isUnscreened } = await endMasks(work, id);
  await tellOthers(work, ended);
  if (!isUnscreened) return;
  // Less and less often, because payments of a blocked client wait for long.
  const waited = work.now.getTime() - since.getTime();
  const runAt = new Date(work.now.getTime() + Math.max(screeningMs, waited));
  await addJobs(work.sql, [
    { task: payoutReviewedTask, payload: id, key: `${payoutReviewedTask} ${id}`, runAt },
  ]);
}

/** One line for each account, for people who see none of its rows. */
const tellOthers = (work: Work, masks: readonly StoredTransaction[]): Promise<void> =>
  notify(
    work,
    masks.map(({ id, clientId, amountMinor, currency, reference: payout }) => ({
      kind: 'payment_executed' as const,
      clientId,
      audience: 'masked' as const,
      subjectId: id,
      params: { amount: formatDecimal(amountMinor, currency), currency, payout },
    })),
  );
