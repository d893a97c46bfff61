/** Converts a stored standing order to the contract's view. Pure. */
import type { Run, StandingOrder, StandingOrderDetails } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { comingDays, comingOn, termsOn } from './rules.ts';
import type { StoredRun } from './run-store.ts';
import type { StoredOrder } from './store.ts';

const nextShown = 5;

/** `nextDates` has the next five days on which something is paid, and is empty unless the order is ACTIVE. */
export const toStandingOrder = (order: StoredOrder): StandingOrder => ({
  id: order.id,
  createdAt: order.createdAt.toISOString(),
  version: order.version,
  state: order.state,
  reason: order.reason,
  accountId: order.accountId,
  beneficiaryId: order.beneficiaryId,
  creditorName: order.creditorName,
  creditorAccount: order.creditorAccount,
  amount: formatDecimal(order.amountMinor, order.currency),
  fee: formatDecimal(order.feeMinor, order.currency),
  currency: order.currency,
  reference: order.reference,
  frequency: order.frequency,
  startOn: order.startOn,
  endOn: order.endOn,
  times: order.times,
  restDays: order.restDays,
  nextDates: comingDays(order)
    .filter((day) => !order.skipped.includes(day))
    .slice(0, nextShown),
  orderedBy: order.orderedBy,
});

/** `coming` has left-out days too, each with the amount of that day. `runs` stay in their order. */
export const toDetails = (order: StoredOrder, runs: readonly StoredRun[]): StandingOrderDetails => ({
  ...toStandingOrder(order),
  chargeBearer: order.chargeBearer,
  coming: comingDays(order).map((dueOn) => ({
    dueOn,
    state: comingOn(order, dueOn) ?? 'PLANNED',
    amount: formatDecimal(termsOn(order, dueOn).amountMinor, order.currency),
  })),
  runs: runs.map(toRun),
});

const toRun = ({ dueOn, state, at, paymentId }: StoredRun): Run => ({
  dueOn,
  state,
  at: at.toISOString(),
  paymentId,
});
