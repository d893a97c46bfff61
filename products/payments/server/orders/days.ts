/**
 * Changes of single days of a standing order: skip one, change its amount, undo that, send a missed payment. A future day can be changed
 * until its run has decided it. Errors: order_state (409), not_found; for amounts those of a payment's own rules.
 */
import type { Payment, StandingOrderDetails } from '@calmly/contract';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';

import type { Bank } from '../../../accounts/server/accounts/index.ts';
import { orderedNow, toPayment } from '../../../accounts/server/transactions/index.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { type PaymentPlan, planPayment, type Submit } from '../payments/index.ts';
import { confirmOrder } from './confirmation.ts';
import { commandNow, lockOpen, lockOwn, orderedBefore, tell, write } from './own-orders.ts';
import { comingOn, termsOn } from './rules.ts';
import { commandOf } from './run.ts';
import * as runs from './run-store.ts';
import * as store from './store.ts';

/** `POST …/skip`: a day to come is left out; the run of that day finds it decided. */
export async function skipDay(work: Work, id: string, dueOn: string): Promise<StandingOrderDetails> {
  const order = await lockOpen(work, id);
  const state = comingOn(order, dueOn);
  const run = { dueOn, state: 'SKIPPED', at: work.now, paymentId: null } as const;
  if (!state || state === 'SKIPPED' || !(await runs.writeRun(work.sql, id, run)))
    throw new Problem('order_state');
  await runs.deleteOtherDay(work.sql, id, dueOn);
  return write(work, lookAgain(order, dueOn), 'standing_order.skipped');
}

/** `POST …/occurrence`: another amount on one day to come, which is paid in the name of the person who confirms it. */
export async function changeDay(
  work: Work,
  bank: Bank,
  id: string,
  {
    dueOn,
    amount,
    version,
  }: { readonly dueOn: string; readonly amount: string; readonly version?: number | undefined },
): Promise<StandingOrderDetails> {
  const order = await lockOpen(work, id, version);
  const state = comingOn(order, dueOn);
  if (!state || state === 'SKIPPED') throw new Problem('order_state');
  const plan = await planPayment(work, bank, { ...commandOf(order), amount });
  const by = await confirmDay(work, order, dueOn, plan);
  await runs.writeOtherDay(work.sql, id, dueOn, { terms: plan, by });
  return write(work, lookAgain(order, dueOn), 'standing_order.occurrence', plan);
}

/**
 * `POST …/restore`: the day is as all others again, which the code for all of them confirmed. Another person confirms it with a code and it is
 * paid in that person's name: the person who confirmed the series may have left it out on purpose, and what it needs must not depend on
 * who skips and restores it.
 */
export async function restoreDay(
  work: Work,
  bank: Bank,
  id: string,
  dueOn: string,
): Promise<StandingOrderDetails> {
  const order = await lockOpen(work, id);
  const state = comingOn(order, dueOn);
  if (!state || state === 'PLANNED') throw new Problem('order_state');
  if (requireClientActor(work).personId === order.personId) await runs.deleteOtherDay(work.sql, id, dueOn);
  else {
    const by = await confirmDay(work, order, dueOn, await planPayment(work, bank, commandOf(order)));
    await runs.writeOtherDay(work.sql, id, dueOn, { terms: undefined, by });
  }
  await runs.deleteSkip(work.sql, id, dueOn);
  return write(work, lookAgain(order, dueOn), 'standing_order.restored');
}

/** The person who acts confirms the payment of one day, which is theirs from then on. */
async function confirmDay(
  work: Work,
  order: store.StoredOrder,
  dueOn: string,
  plan: PaymentPlan,
): Promise<store.DecidedBy> {
  const once = { ...order, frequency: 'ONCE', startOn: dueOn } as const;
  const confirmed = await confirmOrder(work, plan, once, dueOn, orderedBefore(order));
  return { personId: requireClientActor(work).personId, confirmed };
}

/** Retries at once if the order only waited for money. */
const lookAgain = (order: store.StoredOrder, dueOn: string): store.StoredOrder =>
  order.nextDueOn === dueOn ? { ...order, retryAt: null } : order;

/** `POST …/send`: an ordinary payment of now, which asks for its own code. */
export async function sendMissed(submit: Submit, work: Work, id: string, dueOn: string): Promise<Payment> {
  const order = await lockOwn(work, id);
  const run = await runs.findRun(work.sql, id, dueOn);
  if (run?.state !== 'MISSED') throw new Problem('order_state');
  const [verdict] = await submit(work.sql, [
    { work, command: await commandNow(work, order, termsOn(order, dueOn)) },
  ]);
  if (!verdict?.ok) throw verdict?.error ?? new Error('a payment was left without a verdict');
  const { payment } = verdict;
  await runs.writeRun(work.sql, id, { dueOn, state: 'SENT', at: work.now, paymentId: payment.id });
  await store.updateOrder(work.sql, order);
  await tell(work, order, 'standing_order.sent');
  return toPayment(payment, orderedNow(requireClientActor(work)));
}
