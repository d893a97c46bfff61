/**
 * Standing and scheduled orders that depend on an account or payee that is being closed or deleted. The orders module depends on
 * accounts and payees, not the reverse, so the composition root passes in its `DependingOrders`.
 *
 * Lock the orders before the account or payee: a run locks its order before it reads the payee.
 */
import { holdsRight } from '@calmly/contract';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';

/** A client's orders that pay from the account, or that pay the beneficiary. */
export type DependsOn = { readonly clientId: string } & (
  | { readonly accountId: string }
  | { readonly beneficiaryId: string }
);

export interface DependingOrders {
  /** The ids of orders that have not ended. */
  list(sql: Sql, on: DependsOn): Promise<readonly string[]>;
  /** The same, locked in the order of their ids. */
  lock(sql: Sql, on: DependsOn): Promise<readonly string[]>;
  /** Ends locked orders for good. */
  end(work: Work, ids: readonly string[]): Promise<void>;
}

/**
 * Ends locked orders, after what they depend on is locked too. Errors: `orders_unknown` if an open one was not named by the caller, for example
 * because it was made meanwhile; `payment_right_missing` if the caller may not stop orders.
 */
export async function stopDepending(
  work: Work,
  actor: ClientActor,
  orders: DependingOrders,
  { on, locked, known }: { on: DependsOn; locked: readonly string[]; known: string | undefined },
): Promise<void> {
  const open = await orders.list(work.sql, on);
  if (open.length === 0) return;
  const named = new Set(known?.split(','));
  if (open.some((id) => !named.has(id) || !locked.includes(id)))
    throw new Problem('orders_unknown', { params: { count: open.length } });
  if (!holdsRight(actor, 'can_request_trans')) throw new Problem('payment_right_missing');
  await orders.end(work, open);
}
