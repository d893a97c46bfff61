/**
 * What clients do with standing orders: make, change, pause, resume, skip, send what was missed, end. Each change is decided under the
 * order's lock, so that it and a run are one after the other.
 *
 * What decides how much goes where (make, change, resume) is confirmed by a code for exactly that: amount, fee, payee in the version of
 * its bank details, dates. Errors: those of an order's own rules, schedule_past, schedule_empty, order_state (409), not_found.
 */
import type {
  PaymentDetails,
  StandingOrderChange,
  StandingOrderDetails,
  StandingOrderInput,
} from '@calmly/contract';
import { formatDecimal, type Schedule } from '@calmly/domain';
import { type AuditEntry, audit } from '../../platform/audit.ts';
import { businessDay } from '../../platform/business-time.ts';
import { badFields, Problem } from '../../platform/problem.ts';
import { publish } from '../../platform/push.ts';
import type { ClientActor, Work } from '../../platform/work.ts';
import type { Screening } from '../../providers/screening/screening.ts';
import { type PaymentPlan, planPayment, submitPayments, toPaymentDetails } from '../payments/index.ts';
import { confirmOrder } from './confirmation.ts';
import { advance, begin, checkSchedule, decideResume, end, pause } from './rules.ts';
import { commandOf, scheduleLook } from './run.ts';
import * as store from './store.ts';
import { toDetails } from './view.ts';

const runsShown = 50;

/** `POST /transactions/scheduled`. */
export async function createOrder(
  work: Work,
  actor: ClientActor,
  input: StandingOrderInput,
): Promise<StandingOrderDetails> {
  const { clientId, personId, displayName } = actor;
  const { startOn, frequency, restDays } = input;
  const repeats = frequency !== 'ONCE';
  const schedule: Schedule = {
    startOn,
    frequency,
    restDays,
    endOn: repeats ? input.endOn : null,
    times: repeats ? input.times : null,
  };
  const today = await requireSchedule(work, schedule);
  const plan = await planPayment(work, { ...input, clientId });
  const progress = begin(schedule, today);
  await confirmOrder(work, plan, schedule, progress.nextDueOn ?? startOn);
  const order: store.StoredOrder = {
    ...schedule,
    ...progress,
    ...confirmedOf(plan),
    id: work.newId(),
    clientId,
    personId,
    orderedBy: displayName,
    createdAt: work.now,
    version: 1,
    accountId: plan.debtor.id,
    debtorAccount: plan.debtor.number,
    beneficiaryId: input.beneficiaryId ?? null,
    creditorAccount: plan.creditor.account,
    currency: plan.currency,
    reference: input.reference,
    chargeBearer: plan.chargeBearer,
    instant: input.instant ?? false,
    purpose: input.purpose ?? null,
  };
  await store.insertOrder(work.sql, order);
  await scheduleLook(work);
  return tell(work, order, 'standing_order.created');
}

/** `PUT /transactions/scheduled/{id}`: all payments to come; what was paid stays. */
export async function changeOrder(
  work: Work,
  id: string,
  { amount, reference, ...schedule }: StandingOrderChange,
): Promise<StandingOrderDetails> {
  const order = await lockOpen(work, id);
  const today = await requireSchedule(work, schedule);
  const plan = await planPayment(work, { ...commandOf(order), amount, reference });
  const progress = begin(schedule, today);
  await confirmOrder(work, plan, schedule, progress.nextDueOn ?? schedule.startOn);
  await giveUpWaiting(work, order);
  await store.forgetSkips(work.sql, id, today);
  await scheduleLook(work);
  return write(
    work,
    { ...order, ...schedule, ...progress, ...confirmedOf(plan), reference },
    'standing_order.changed',
  );
}

/** `POST …/resume`: what was paused or suspended, with payee and amount as they are now. */
export async function resumeOrder(work: Work, id: string): Promise<StandingOrderDetails> {
  const order = await lockOpen(work, id);
  const progress = decideResume(order, await businessDay(work));
  if (!progress?.nextDueOn) throw new Problem('order_state');
  const plan = await planPayment(work, commandOf(order));
  await confirmOrder(work, plan, order, progress.nextDueOn);
  await scheduleLook(work);
  return write(work, { ...order, ...progress, ...confirmedOf(plan) }, 'standing_order.resumed');
}

/** `POST …/pause`. */
export async function pauseOrder(work: Work, id: string): Promise<StandingOrderDetails> {
  const order = await lockOpen(work, id);
  if (order.state !== 'ACTIVE') throw new Problem('order_state');
  await giveUpWaiting(work, order);
  return write(work, { ...order, ...pause(order) }, 'standing_order.paused');
}

/** `DELETE …`. */
export async function endOrder(work: Work, id: string): Promise<StandingOrderDetails> {
  const order = await lockOpen(work, id);
  await giveUpWaiting(work, order);
  return write(work, { ...order, ...end(order) }, 'standing_order.ended');
}

/** `POST …/skip`: only the next one, so that nobody leaves out another than they saw. */
export async function skipNext(work: Work, id: string, dueOn: string): Promise<StandingOrderDetails> {
  const order = await lockOpen(work, id);
  if (order.state !== 'ACTIVE' || order.nextDueOn !== dueOn) throw new Problem('order_state');
  if (!(await store.writeRun(work.sql, id, { dueOn, state: 'SKIPPED', at: work.now, paymentId: null })))
    throw new Problem('order_state');
  return write(work, { ...order, ...advance(order) }, 'standing_order.skipped');
}

/** `POST …/send`: an ordinary payment of now, which asks for its own code. */
export async function sendMissed(
  screening: Screening,
  work: Work,
  id: string,
  dueOn: string,
): Promise<PaymentDetails> {
  const order = await lockOwn(work, id);
  const run = await store.findRun(work.sql, id, dueOn);
  if (run?.state !== 'MISSED') throw new Problem('order_state');
  const [verdict] = await submitPayments(screening, work.sql, [{ work, command: commandOf(order) }]);
  if (!verdict?.ok) throw verdict?.error ?? new Error('a payment was left without a verdict');
  const { payment, steps, more } = verdict;
  await store.writeRun(work.sql, id, { dueOn, state: 'SENT', at: work.now, paymentId: payment.id });
  await store.updateOrder(work.sql, order);
  await tell(work, order, 'standing_order.sent');
  return toPaymentDetails(payment, steps, more);
}

/** A standing order with its runs. */
export async function readOrder(
  { sql }: Pick<Work, 'sql'>,
  key: { readonly clientId: string; readonly id: string },
): Promise<StandingOrderDetails> {
  const order = await store.findOrder(sql, key);
  if (!order) throw new Problem('not_found');
  return toDetails(order, await store.listRuns(sql, order.id, runsShown));
}

async function requireSchedule(work: Work, schedule: Schedule): Promise<string> {
  const today = await businessDay(work);
  const rejections = checkSchedule(schedule, today);
  if (rejections.length > 0) throw badFields(...rejections);
  return today;
}

async function lockOwn({ sql, actor }: Work, id: string): Promise<store.StoredOrder> {
  const order = await store.lockOrder(sql, id);
  if (!order || actor.kind !== 'client' || order.clientId !== actor.clientId) throw new Problem('not_found');
  return order;
}

async function lockOpen(work: Work, id: string): Promise<store.StoredOrder> {
  const order = await lockOwn(work, id);
  if (order.state === 'ENDED') throw new Problem('order_state');
  return order;
}

/** What the code confirms beside the schedule. */
const confirmedOf = ({ payee, creditor, amountMinor }: PaymentPlan) => ({
  beneficiaryVersion: payee?.version ?? 0,
  creditorName: creditor.name,
  amountMinor,
});

/** Somebody else decides from here on: what only waited for money is missed. */
async function giveUpWaiting(
  { sql, now }: Work,
  { id, nextDueOn, retryAt }: store.StoredOrder,
): Promise<void> {
  if (retryAt === null || nextDueOn === null) return;
  await store.writeRun(sql, id, { dueOn: nextDueOn, state: 'MISSED', at: now, paymentId: null });
}

async function write(
  work: Work,
  order: store.StoredOrder,
  action: AuditEntry['action'],
): Promise<StandingOrderDetails> {
  await store.updateOrder(work.sql, order);
  return tell(work, order, action);
}

async function tell(
  work: Work,
  order: store.StoredOrder,
  action: AuditEntry['action'],
): Promise<StandingOrderDetails> {
  const { id, clientId, creditorName, amountMinor, currency } = order;
  await audit(work, {
    action,
    clientId,
    details: { orderId: id, payee: creditorName, amount: formatDecimal(amountMinor, currency), currency },
  });
  await publish(work.sql, clientId, { topic: 'orders' });
  return readOrder(work, { clientId, id });
}
