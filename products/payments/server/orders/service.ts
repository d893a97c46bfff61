/**
 * What clients do with standing orders: create, change, pause, resume, end; single days are in `days.ts`. Each change is decided under
 * the order's lock, so that changes and runs happen one after the other.
 *
 * A code confirms each decision about amount and payee (create, change, resume): amount, fee, payee in the version of its bank details,
 * dates. Errors: those of an order's own rules, schedule_past, schedule_too_far, schedule_empty, schedule_over, order_state (409),
 * too_many_orders (409), not_found.
 */
import {
  openOrdersLimit,
  type StandingOrderChange,
  type StandingOrderDetails,
  type StandingOrderInput,
} from '@calmly/contract';
import type { Schedule } from '@calmly/domain';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { type Bank, type DependingOrders, lockAccountsOf } from '../../../accounts/server/accounts/index.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { holdBeneficiaries } from '../../../payees/server/index.ts';
import { planPayment } from '../payments/index.ts';
import { confirmOrder } from './confirmation.ts';
import {
  commandNow,
  confirmedBy,
  confirmedOf,
  lockOpen,
  lockOwn,
  orderedBefore,
  readOrder,
  tell,
  write,
} from './own-orders.ts';
import { decideResume, decideSchedule, end, firstPaidOn, keepsDays, pause } from './rules.ts';
import { scheduleLook } from './run.ts';
import * as runs from './run-store.ts';
import * as store from './store.ts';
import { listDependingOn, lockDependingOn } from './store.ts';

/** `POST /transactions/scheduled`. */
export async function createOrder(
  work: Work,
  bank: Bank,
  actor: ClientActor,
  input: StandingOrderInput,
): Promise<StandingOrderDetails> {
  const { order, plan } = await prepareOrder(work, bank, actor, input);
  const confirmed = await confirmOrder(work, plan, order, order.nextDueOn ?? order.startOn, actor);
  return insert(work, { ...order, confirmed });
}

/** The same for demo data, without a code. */
export async function writeOrder(
  work: Work,
  bank: Bank,
  actor: ClientActor,
  input: StandingOrderInput,
): Promise<void> {
  await insert({ ...work, actor }, (await prepareOrder(work, bank, actor, input)).order);
}

async function prepareOrder(work: Work, bank: Bank, actor: ClientActor, input: StandingOrderInput) {
  const { clientId } = actor;
  if ((await store.countOpen(work.sql, clientId)) >= openOrdersLimit)
    throw new Problem('too_many_orders', { params: { max: openOrdersLimit } });
  const schedule = scheduleIn(input);
  const progress = requireSchedule(decideSchedule(schedule, { today: await businessDay(work) }));
  await holdDependencies(work, input, clientId);
  const plan = await planPayment(work, bank, { ...input, clientId });
  const order: store.StoredOrder = {
    ...schedule,
    ...progress,
    ...confirmedOf(plan),
    ...(await confirmedBy(work, actor)),
    confirmed: { at: work.now, coolingOffKept: false },
    id: work.newId(),
    clientId,
    createdAt: work.now,
    version: 1,
    beneficiaryId: input.beneficiaryId ?? null,
    creditorAccount: plan.creditor.account,
    reference: input.reference,
    chargeBearer: plan.chargeBearer,
    instant: input.instant ?? false,
    purpose: input.purpose ?? null,
    skipped: [],
    otherDays: new Map(),
  };
  return { order, plan };
}

/** Account and payee stay until the order is written: who takes one of them away then finds the order. */
async function holdDependencies(
  { sql }: Work,
  { beneficiaryId }: StandingOrderInput,
  clientId: string,
): Promise<void> {
  await lockAccountsOf(sql, clientId);
  if (beneficiaryId !== undefined) await holdBeneficiaries(sql, [{ clientId, id: beneficiaryId }]);
}

async function insert(work: Work, order: store.StoredOrder): Promise<StandingOrderDetails> {
  await store.insertOrder(work.sql, order);
  await scheduleLook(work);
  return tell(work, order, 'standing_order.created');
}

/** `PUT /transactions/scheduled/{id}`: all payments to come; what was paid stays, and what is paused stays so. */
export async function changeOrder(
  work: Work,
  bank: Bank,
  id: string,
  input: StandingOrderChange,
): Promise<StandingOrderDetails> {
  // Before the order, as those do who close an account.
  await lockAccountsOf(work.sql, requireClientActor(work).clientId);
  const order = await lockOpen(work, id, input.version);
  const { debtorAccount = order.debtorAccount, amount, reference } = input;
  const schedule = scheduleIn(input);
  const today = await businessDay(work);
  const from = await firstOpenDay(work, order, today);
  const progress = requireSchedule(decideSchedule(schedule, { today, from, before: order }));
  const staysSkipped = keepsDays(order, schedule) ? order.skipped : [];
  const plan = await planPayment(work, bank, {
    ...(await commandNow(work, order)),
    debtorAccount,
    amount,
    reference,
  });
  const confirmed = await confirmOrder(
    work,
    plan,
    schedule,
    firstPaidOn(schedule, progress, staysSkipped),
    orderedBefore(order),
  );
  await giveUpWaiting(work, order);
  const by = await confirmedBy(work, requireClientActor(work));
  await runs.forgetDaysOfOthers(work.sql, id, by.personId);
  if (!keepsDays(order, schedule) || plan.currency !== order.currency)
    await runs.forgetDays(work.sql, id, from);
  await scheduleLook(work);
  const changed = {
    ...order,
    ...schedule,
    ...(order.state === 'PAUSED' ? pause(progress) : progress),
    ...confirmedOf(plan),
    ...by,
    confirmed,
    reference,
  };
  return write(work, changed, 'standing_order.changed');
}

/** `POST …/resume`: what was paused or suspended, with payee and amount as they are now. */
export async function resumeOrder(work: Work, bank: Bank, id: string): Promise<StandingOrderDetails> {
  const order = await lockOpen(work, id);
  const from = await firstOpenDay(work, order, await businessDay(work));
  const progress = decideResume(order, from);
  if (!progress?.nextDueOn) throw new Problem('order_state');
  const plan = await planPayment(work, bank, await commandNow(work, order));
  const dueOn = firstPaidOn(order, progress, order.skipped);
  const confirmed = await confirmOrder(work, plan, order, dueOn, orderedBefore(order));
  await scheduleLook(work);
  const by = await confirmedBy(work, requireClientActor(work));
  await runs.forgetDaysOfOthers(work.sql, id, by.personId);
  return write(
    work,
    { ...order, ...progress, ...confirmedOf(plan), ...by, confirmed },
    'standing_order.resumed',
  );
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
  const order = await lockOwn(work, id);
  // Repeating it is fine (RFC 9110, 9.2.2).
  if (order.state === 'ENDED') return readOrder(work, order);
  await giveUpWaiting(work, order);
  await runs.forgetDays(work.sql, id, await businessDay(work));
  return write(work, { ...order, ...end(order) }, 'standing_order.ended');
}

/** What is paid once has no end of its own. */
const scheduleIn = ({ frequency, startOn, restDays, endOn, times }: Schedule): Schedule => ({
  frequency,
  startOn,
  restDays,
  endOn: frequency === 'ONCE' ? null : endOn,
  times: frequency === 'ONCE' ? null : times,
});

function requireSchedule(decision: ReturnType<typeof decideSchedule>): store.Progress {
  if (!decision.ok) throw badFields(...decision.rejections);
  return decision.progress;
}

/** Today, or tomorrow if today's payment was decided before, or only waits for money and is missed by this change. */
async function firstOpenDay(
  { sql }: Work,
  { id, retryAt }: store.StoredOrder,
  today: string,
): Promise<string> {
  const run = await runs.findRun(sql, id, today);
  const isOpen = run === undefined || (run.state === 'WAITING' && retryAt === null);
  return isOpen ? today : addDays(today, 1);
}

/** Someone else decides from here on: what only waited for money is missed. */
async function giveUpWaiting(
  { sql, now }: Work,
  { id, nextDueOn, retryAt }: store.StoredOrder,
): Promise<void> {
  if (retryAt === null || nextDueOn === null) return;
  await runs.writeRun(sql, id, { dueOn: nextDueOn, state: 'MISSED', at: now, paymentId: null });
}

/** Orders for the modules that remove what orders depend on: a closed account, a deleted payee. */
export const dependingOrders: DependingOrders = {
  list: listDependingOn,
  lock: lockDependingOn,
  async end(work, ids) {
    for (const id of ids) await endOrder(work, id);
  },
};
