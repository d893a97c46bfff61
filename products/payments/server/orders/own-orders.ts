/** Shared by all functions on a client's standing order: find it, lock it, write the result and notify. */
import type { StandingOrderDetails } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { type AuditEntry, audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { findPersonNames } from '../../../identity/server/index.ts';
import { findBeneficiaries } from '../../../payees/server/index.ts';
import type { PaymentCommand, PaymentPlan } from '../payments/index.ts';
import { commandOf } from './run.ts';
import * as runs from './run-store.ts';
import * as store from './store.ts';
import { toDetails } from './view.ts';

const runsShown = 50;
/** PostgreSQL's day after all others. */
const forever = 'infinity';

/** A standing order with its runs. */
export async function readOrder(
  { sql }: Pick<Work, 'sql'>,
  key: { readonly clientId: string; readonly id: string },
): Promise<StandingOrderDetails> {
  const order = await store.findOrder(sql, key);
  if (!order) throw new Problem('not_found');
  return toDetails(
    order,
    await runs.listRuns(sql, order.id, { before: order.nextDueOn ?? forever, limit: runsShown }),
  );
}

/** The order of the client who acts, locked; another client's does not exist. */
export async function lockOwn({ sql, actor }: Work, id: string): Promise<store.StoredOrder> {
  const order = await store.lockOrder(sql, id);
  if (!order || actor.kind !== 'client' || order.clientId !== actor.clientId) throw new Problem('not_found');
  return order;
}

/** The same, if it has not ended and is still the version that was on the screen, where that is known. */
export async function lockOpen(
  work: Work,
  id: string,
  seenVersion: number | undefined = undefined,
): Promise<store.StoredOrder> {
  const order = await lockOwn(work, id);
  if (order.state === 'ENDED') throw new Problem('order_state');
  if (seenVersion !== undefined && seenVersion !== order.version) throw new Problem('standing_order_changed');
  return order;
}

/** Who confirms: it pays in the name of the person who confirmed it last, with their rights. */
export async function confirmedBy({ sql }: Work, { personId, displayName }: ClientActor) {
  const names = await findPersonNames(sql, [personId]);
  return { personId, orderedBy: names.get(personId) ?? displayName };
}

/** Whose order it is and since when, for the confirmation of a change. */
export const orderedBefore = ({ clientId, createdAt }: store.StoredOrder) => ({
  clientId,
  orderedSince: createdAt,
});

/**
 * The payment as it would be ordered now. Where the payee no longer has the account that was confirmed, it goes to the only one in the currency, which
 * the code then names.
 */
export async function commandNow(
  { sql }: Pick<Work, 'sql'>,
  order: store.StoredOrder,
  terms: Pick<store.Terms, 'amountMinor'> = order,
): Promise<PaymentCommand> {
  const { creditorAccount, ...command } = commandOf(order, terms);
  const { clientId, beneficiaryId } = order;
  if (beneficiaryId === null) return { ...command, creditorAccount };
  const [payee] = await findBeneficiaries(sql, [{ clientId, id: beneficiaryId }]);
  const isGone =
    payee &&
    !payee.bankDetails.some(({ iban, accountNumber }) => (iban ?? accountNumber) === creditorAccount);
  return isGone ? command : { ...command, creditorAccount };
}

/** What the code confirms beside the schedule. */
export const confirmedOf = (plan: PaymentPlan) => ({
  accountId: plan.debtor.id,
  debtorAccount: plan.debtor.number,
  currency: plan.currency,
  beneficiaryVersion: plan.payee?.version ?? 0,
  creditorName: plan.creditor.name,
  creditorAccount: plan.creditor.account,
  amountMinor: plan.amountMinor,
  feeMinor: plan.feeMinor,
});

/** Writes it, increases its version and notifies; `terms` if terms other than its own were changed. */
export async function write(
  work: Work,
  order: store.StoredOrder,
  action: AuditEntry['action'],
  terms: store.Terms = order,
): Promise<StandingOrderDetails> {
  await store.updateOrder(work.sql, order);
  return tell(work, order, action, terms);
}

/** Updates the activity log and the client's screens; returns the order's state. */
export async function tell(
  work: Work,
  order: store.StoredOrder,
  action: AuditEntry['action'],
  { amountMinor }: store.Terms = order,
): Promise<StandingOrderDetails> {
  const { id, clientId, creditorName, currency } = order;
  await audit(work, {
    action,
    clientId,
    details: { orderId: id, payee: creditorName, amount: formatDecimal(amountMinor, currency), currency },
  });
  await publish(work.sql, clientId, { topic: 'orders' });
  return readOrder(work, { clientId, id });
}
