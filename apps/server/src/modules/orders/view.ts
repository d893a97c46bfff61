/** From the stored standing order to what the contract shows. Pure. */
import type { Run, StandingOrder, StandingOrderDetails } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { nextDates } from './rules.ts';
import type { StoredOrder, StoredRun } from './store.ts';

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
  currency: order.currency,
  reference: order.reference,
  frequency: order.frequency,
  startOn: order.startOn,
  endOn: order.endOn,
  times: order.times,
  restDays: order.restDays,
  nextDates: nextDates(order),
  orderedBy: order.orderedBy,
});

export const toDetails = (order: StoredOrder, runs: readonly StoredRun[]): StandingOrderDetails => ({
  ...toStandingOrder(order),
  chargeBearer: order.chargeBearer,
  runs: runs.map(toRun),
});

const toRun = ({ dueOn, state, at, paymentId }: StoredRun): Run => ({
  dueOn,
  state,
  at: at.toISOString(),
  paymentId,
});
