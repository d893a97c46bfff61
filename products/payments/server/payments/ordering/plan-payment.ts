/** What an order would become if it were submitted now, for those who submit it later. Errors: those of `rules.ts`, but not the funds. */
import type { Work } from '@calmly/platform/work.ts';
import type { Bank } from '../../../../accounts/server/accounts/index.ts';
import { type PaymentOrder, type Plan, toProblem } from './order.ts';
import { readFacts } from './order-facts.ts';
import { decidePayment } from './rules.ts';

/** Decides the order of a client over what is true now; writes nothing. */
export async function planPayment(
  { sql }: Pick<Work, 'sql'>,
  bank: Bank,
  order: PaymentOrder & { readonly clientId: string },
): Promise<Plan> {
  const facts = await readFacts(sql, { bank }, [order]);
  const decision = decidePayment(order, facts.of(order));
  if (!decision.ok) throw toProblem(decision.rejection);
  return decision.plan;
}
