/**
 * The job that pays a payout: part after part of its rows becomes payments, each part in one transaction with what became of its rows, so a row
 * is paid once or not at all, whenever the server dies. Payments draw on the sums that are held. What is refused is noted with the row, and the
 * money that is left over is free again after the last row.
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
/** The person who confirmed the payout may not pay for the client any more. */
const notAllowed: RowRefusal = { code: 'payment_right_missing', field: false, params: {} };

/** The payee is not as the code, and the approvals, had it. */
const payeeChanged: RowRefusal = { code: 'beneficiary_changed', field: false, params: {} };

/** Rows that are paid in one transaction. */
const atOnce = 500;
/** Parts that are paid before other jobs have their turn. */
const partsOfTurn = 4;
/** While rows wait for their day. */
const lookMs = 60_000;
/** Payments are screened within seconds. */
const screeningMs = 2_000;

interface PayTools {
  readonly database: Database;
  readonly submit: Submit;
  readonly bank: Bank;
}

/** The payout, and the position from which it is paid on. */
const zPayload = z.union([
  z.uuid().transform((id) => ({ id, from: 1 })),
  z.strictObject({ id: z.uuid(), from: z.int().positive() }),
]);

/**
 * Pays the rows that are due: some parts, then the rest by a job of its own, so that others have their turn between. Runs in no transaction
 * of its own.
 */
export async function payPayout(work: Work, tools: PayTools, payload: unknown): Promise<void> {
  const { id, from: first } = zPayload.parse(payload);
  let from: number | undefined = first;
  for (let part = 1; part <= partsOfTurn && from !== undefined; part += 1)
    from = await payPart(work, tools, id, { from, limit: atOnce });
  if (from !== undefined)
    await addJobs(work.sql, [{ task: payTask, payload: { id, from }, key: `${payTask} ${id}` }]);
}

interface Part {
  /** The position of its first row, or of one before it. */
  readonly from: number;
  readonly limit: number;
}

/** Pays a part, in halves where the database refuses a row of it. Where the next one begins; undefined once nothing is due any more. */
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

/** Pays the next part, or ends the payout where nothing is due any more. Answers where the next part begins. */
export async function payRows(
  work: Work,
  { submit, bank }: Pick<PayTools, 'submit' | 'bank'>,
  id: string,
  { from, limit }: Part,
): Promise<number | undefined> {
  const { sql } = work;
  const payout = await lockConfirmed(sql, id);
  if (!payout) return undefined;
  // The rows of a large payout are not counted each time that it is looked at before its day.
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
  // Before money is moved, as those do who fail payments.
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
 * The rows whose payee was changed after the payout was confirmed: they may wait for their day, and what differs from what was confirmed is not paid.
 * Payees that the payout itself saves are new, not changed. Until the transaction ends no other one changes.
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

/** Locks a payout that is being paid; undefined if it is finished, or was taken back since the last part. */
async function lockConfirmed(sql: Sql, id: string): Promise<StoredPayout | undefined> {
  const payout = await lockById(sql, id);
  return payout?.status === 'PAYING' || payout?.status === 'SCHEDULED' ? payout : undefined;
}

async function listDue(work: Work, { id, payOn }: StoredPayout, part: Part): Promise<store.PayableRow[]> {
  const today = await businessDay(work);
  return payOn === null || payOn <= today ? store.listPayable(work.sql, id, { today, ...part }) : [];
}

/** Why a row was not paid; where fields are at fault, the first of them. */
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

/** The person who confirmed it, in whose name it is paid; undefined once they may not pay for this client any more. */
async function findPayer(
  { sql }: Work,
  { id, clientId, confirmedBy }: StoredPayout,
): Promise<ClientActor | undefined> {
  if (confirmedBy === null) throw new Error(`nobody confirmed payout ${id}`);
  const actor = await findActorWithoutSession(sql, { id, clientId, personId: confirmedBy });
  return actor && actor.state === 'ACTIVE' && holdsRight(actor, 'can_request_trans') ? actor : undefined;
}

/** Notes the same refusal for each of the rows. */
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

/** Counts the rows as done and answers where the next part begins. */
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

/** Nothing is due: rows of later days are looked at again; after the last one the rest of the money is free. */
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

/** The day of the next rows is written once, not each time they are looked at. */
async function noteWait({ sql, now }: Work, payout: StoredPayout, nextOn: string | null): Promise<void> {
  const { id, clientId, progress } = payout;
  if (!progress || nextOn === null || progress.nextOn === nextOn) return;
  await updatePayout(sql, id, now, { progress: { ...progress, nextOn } });
  await publish(sql, clientId, { topic: 'payouts', ids: [id] });
}

/** Every row has its outcome: the rest of the money is free again. */
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

/** The job after payments of a confidential payout were screened. Does nothing while the payout is being paid: its end looks at the lines too. */
export async function endReviewed(work: Work, id: string): Promise<void> {
  const payout = await lockById(work.sql, id);
  if (payout?.status === 'DONE') await endLines(work, id, payout.updatedAt);
}

/** Ends the lines that may end, and looks again for those whose payments are screened soon; a reviewed one calls by itself. */
async function endLines(work: Work, id: string, since: Date): Promise<void> {
  const { ended, isUnscreened } = await endMasks(work, id);
  await tellOthers(work, ended);
  if (!isUnscreened) return;
  // Ever more rarely: those of a blocked client wait for long.
  const waited = work.now.getTime() - since.getTime();
  const runAt = new Date(work.now.getTime() + Math.max(screeningMs, waited));
  await addJobs(work.sql, [
    { task: payoutReviewedTask, payload: id, key: `${payoutReviewedTask} ${id}`, runAt },
  ]);
}

/** One line for each account to those who see no row of it. */
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
