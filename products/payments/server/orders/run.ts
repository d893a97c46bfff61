/**
 * Pays due orders. While any order waits for a day, a job checks each minute by the bank's calendar and adds a job for each order that
 * is due. A run locks the order, decides again, and submits the payment in one transaction with the row that records the day: a day is
 * paid once, even after crashes and with many runners (`orders.test`: 32 at once).
 *
 * It pays in the name of the person who confirmed the order or its day, with the rights that this person has now. If it needs approval, it
 * waits like a payment that they order now. If the person who confirmed a single day may no longer pay, only that day is missed. Money is not
 * reserved before the day.
 */
import { holdsRight } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { businessTime } from '@calmly/platform/time/business-time.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { findActorWithoutSession } from '../../../identity/server/index.ts';
import { holdBeneficiaries } from '../../../payees/server/index.ts';
import type { PaymentCommand, Submit } from '../payments/index.ts';
import { advance, deciderOn, isDue, nextTry, suspend, termsOn } from './rules.ts';
import * as runs from './run-store.ts';
import * as store from './store.ts';

export const lookTask = 'orders_look';
export const runTask = 'orders_run';

const minuteMs = 60_000;
/** Orders that are read at a time. */
const atOnce = 500;

/** Puts the next look on, once: all that ask for it within a minute mean the same. */
export async function scheduleLook({ sql, now }: Pick<Work, 'sql' | 'now'>): Promise<void> {
  const runAt = new Date((Math.floor(now.getTime() / minuteMs) + 1) * minuteMs);
  await addJobs(sql, [{ task: lookTask, payload: {}, runAt, key: lookTask }]);
}

/** The job: everything that is due gets a job of its own. */
export async function lookForDue(work: Work): Promise<void> {
  const calendar = await businessTime(work);
  for (let after: store.DueDay | undefined; ; ) {
    const due = await store.listDue(work.sql, calendar, { after, limit: atOnce });
    await addJobs(
      work.sql,
      due.map(({ id }) => runJob(id)),
    );
    after = due.at(-1);
    if (due.length < atOnce) break;
  }
  if (await store.hasActive(work.sql)) await scheduleLook(work);
}

const runJob = (id: string) => ({ task: runTask, payload: id, key: `${runTask}:${id}` });

/** The payment as it would be ordered now, with the amount of all days or that of one. */
export const commandOf = (
  order: store.StoredOrder,
  { amountMinor }: Pick<store.Terms, 'amountMinor'> = order,
): PaymentCommand => ({
  clientId: order.clientId,
  debtorAccount: order.debtorAccount,
  creditorAccount: order.creditorAccount,
  creditorName: order.creditorName,
  amount: formatDecimal(amountMinor, order.currency),
  reference: order.reference,
  chargeBearer: order.chargeBearer,
  orderedSince: order.createdAt,
  ...(order.beneficiaryId !== null && { beneficiaryId: order.beneficiaryId }),
  ...(order.instant && { instant: true }),
  ...(order.purpose !== null && { purpose: order.purpose }),
});

/** The job: pays the next date of one order, if it is due. Several that passed are paid one after the other. */
export async function runOrder(submit: Submit, work: Work, id: string): Promise<void> {
  const { sql, now } = work;
  const order = await store.takeOrder(sql, id);
  const calendar = await businessTime(work);
  if (!order?.nextDueOn || !isDue(order, calendar)) return;
  const progress = await payOrStop(submit, work, { ...order, nextDueOn: order.nextDueOn }, calendar);
  await store.updateOrder(sql, { ...order, ...progress });
  await publish(sql, order.clientId, { topic: 'orders' });
  if (isDue(progress, calendar)) await addJobs(sql, [{ ...runJob(id), runAt: now }]);
}

type DueOrder = store.StoredOrder & { readonly nextDueOn: string };

/** What comes of the date that is due. */
async function payOrStop(
  submit: Submit,
  work: Work,
  order: DueOrder,
  calendar: Date,
): Promise<store.Progress> {
  const { sql, now } = work;
  const { id, nextDueOn: dueOn } = order;
  const decided = await runs.findRun(sql, id, dueOn);
  if (decided && decided.state !== 'WAITING') return advance(order);

  const { personId, confirmed } = deciderOn(order, dueOn);
  const actor = await findActorWithoutSession(sql, { id, clientId: order.clientId, personId });
  if (!actor || !mayPay(actor))
    return personId === order.personId ? stop(work, order, 'rights_lost') : miss(work, order, 'rights_lost');
  const changed = await payeeChange(work, order);
  if (changed) return stop(work, order, changed);

  const [verdict] = await submit(sql, [
    {
      work: { ...work, actor },
      command: { ...commandOf(order, termsOn(order, dueOn)), confirmed },
    },
  ]);
  if (!verdict) throw new Error('a payment was left without a verdict');
  if (verdict.ok) {
    const run = { dueOn, state: 'SENT', at: now, paymentId: verdict.payment.id } as const;
    if (!(await runs.writeRun(sql, id, run))) throw new Error(`${dueOn} of standing order ${id} is decided`);
    return advance(order);
  }
  const { error } = verdict;
  if (!(error instanceof Problem)) throw error;
  if (error.code === 'insufficient_funds') return wait(work, order, calendar);
  if (error.code === 'cooling_off')
    return confirmed === order.confirmed
      ? stop(work, order, 'cooling_off')
      : miss(work, order, 'cooling_off');
  if (!isRefusal(error)) throw error;
  return stop(work, order, 'refused');
}

const mayPay = (actor: ClientActor) => actor.state === 'ACTIVE' && holdsRight(actor, 'can_request_trans');

/** It would be refused tomorrow too; everything else is the house's own trouble and tried again by the job. */
const isRefusal = ({ code }: Problem) =>
  code === 'invalid_request' || code === 'not_found' || code === 'beneficiary_deleted';

/** The payee stays as it is until the transaction ends; what differs from what the code confirmed is not paid. */
async function payeeChange({ sql }: Work, order: DueOrder) {
  const { clientId, beneficiaryId, beneficiaryVersion } = order;
  if (beneficiaryId === null) return undefined;
  const version = (await holdBeneficiaries(sql, [{ clientId, id: beneficiaryId }])).get(beneficiaryId);
  if (version === undefined) return 'payee_deleted';
  return version === beneficiaryVersion ? undefined : 'payee_changed';
}

/** Too little money: again in an hour, or missed, with a notification. */
async function wait(work: Work, order: DueOrder, calendar: Date): Promise<store.Progress> {
  const retryAt = nextTry(order.nextDueOn, calendar);
  if (!retryAt) return miss(work, order, 'insufficient_funds');
  await writeUnpaid(work, order, 'WAITING');
  return { ...order, retryAt };
}

/** This day alone is not paid. The other days do not depend on its amount or on the person who confirmed it. */
async function miss(
  work: Work,
  order: DueOrder,
  reason: 'insufficient_funds' | 'rights_lost' | 'cooling_off',
): Promise<store.Progress> {
  await writeUnpaid(work, order, 'MISSED');
  await tell(work, order, 'order_missed', reason);
  return advance(order);
}

const writeUnpaid = (
  { sql, now }: Work,
  { id, nextDueOn: dueOn }: DueOrder,
  state: 'WAITING' | 'MISSED',
): Promise<boolean> => runs.writeRun(sql, id, { dueOn, state, at: now, paymentId: null });

async function stop(
  work: Work,
  order: DueOrder,
  reason: 'rights_lost' | 'payee_changed' | 'payee_deleted' | 'cooling_off' | 'refused',
): Promise<store.Progress> {
  await tell(work, order, 'order_suspended', reason);
  return suspend(order, reason);
}

const tell = (work: Work, order: DueOrder, kind: 'order_missed' | 'order_suspended', reason: string) =>
  notify(work, [
    {
      kind,
      clientId: order.clientId,
      subjectId: order.id,
      params: {
        amount: formatDecimal(termsOn(order, order.nextDueOn).amountMinor, order.currency),
        currency: order.currency,
        counterparty: order.creditorName,
        date: order.nextDueOn,
        reason,
      },
    },
  ]);
