/**
 * Payments as cooling-off looks at them: which leave their client, since when their payee is known, and what they take of the
 * allowance. The rule itself is identity's (`factors/cooling-off.ts`).
 */
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { Need } from '../../../../approvals/server/index.ts';
import type { Confirmed, Outflow } from '../../../../identity/server/index.ts';
import { findAccountsSince } from '../../../../payees/server/index.ts';
import type { Plan } from './order.ts';
import { allowanceShare } from './policy.ts';

/** A decided payment, before its code was looked at. */
export interface Leaving {
  readonly work: Work;
  readonly plan: Plan;
  readonly at: Date;
  readonly need?: Need | undefined;
  readonly command: {
    readonly clientId: string;
    /** When it was ordered, for a history that is written afterwards. */
    readonly at?: Date;
    /** When a client confirmed it, for what is paid without a request. */
    readonly confirmed?: Confirmed;
    /** Since when a payee who is none of the beneficiaries is known: since the order that pays them. */
    readonly orderedSince?: Date;
  };
}

/** Whether it is for cooling-off to judge. What an application orders is judged when its person confirms it. */
export const leaves = ({ plan, command, need }: Leaving): boolean =>
  plan.scheme !== 'OWN' && command.at === undefined && !need?.application;

/** What leaves with it. */
export async function outflowsOf(db: Sql, leaving: Leaving): Promise<Outflow[]> {
  const { amountMinor, currency } = leaving.plan;
  const knownSince = await payeeKnownSince(db, leaving);
  return [{ knownSince, worthMinor: allowanceShare(amountMinor, currency) }];
}

/** Another client of ours who is no payee is new to the one who pays. */
export async function payeeKnownSince(
  db: Sql,
  { plan, at, command }: Pick<Leaving, 'plan' | 'at' | 'command'>,
): Promise<Date> {
  const { payee } = plan;
  const since = payee && (await findAccountsSince(db, { clientId: command.clientId, id: payee.id }));
  return since ?? command.orderedSince ?? at;
}

/** What a confirmation of payments to come lets leave: each of so many, an endless row more than any allowance. */
export async function futureOutflows(
  db: Sql,
  leaving: Pick<Leaving, 'plan' | 'at' | 'command'> & { readonly count: number | 'endless' },
): Promise<Outflow[] | 'stays'> {
  const { amountMinor, currency, scheme } = leaving.plan;
  if (scheme === 'OWN') return 'stays';
  const knownSince = await payeeKnownSince(db, leaving);
  const count = leaving.count === 'endless' ? 100_000 : leaving.count;
  return [{ knownSince, worthMinor: allowanceShare(amountMinor, currency) * BigInt(count) }];
}
