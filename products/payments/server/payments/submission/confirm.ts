/**
 * The code behind a payment: who is asked for one, what it confirms beyond the request itself, and its use, once, for exactly what it
 * showed. Every payment that leaves a client passes here, with a code or without: cooling-off judges them all.
 * Source: server page sections 3 and 8.
 */
import { displayAmount, shortIban } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql } from '@calmly/platform/work.ts';
import {
  afterPaying,
  type Consumption,
  type CoolingPeople,
  consumeApprovals,
  coolingOffApplied,
  judgeOutflows,
  type Outflow,
  stepUp,
} from '../../../../identity/server/index.ts';
import { findAccountsSince } from '../../../../payees/server/index.ts';
import type { Plan, PlannedPayment, Refuse } from '../ordering/order.ts';
import { allowanceShare } from '../ordering/policy.ts';

/** Those that need a code and have none are asked for it; an approval is used up, once, for exactly what it showed. */
export async function confirmAll(
  db: Sql,
  planned: readonly PlannedPayment[],
  cooling: CoolingPeople,
  refuse: Refuse,
): Promise<PlannedPayment[]> {
  const judged = await judgeAll(db, planned, cooling);
  const wanted: Consumption[] = [];
  const places = new Map<number, number>();
  const passed = judged.filter(({ payment, verdict }) => {
    const { index, work, plan, need } = payment;
    if (verdict.kind === 'refused') {
      refuse(index, verdict.problem);
      return false;
    }
    const coolingOff = verdict.kind === 'older_factor' ? verdict.coolingOff : undefined;
    // What comes without a request, a demo's payment or a standing order's, cannot be confirmed by a browser now.
    if (!work.request || work.actor.kind !== 'client') return true;
    if (!(plan.needsCode || work.actor.isStale || coolingOff)) return true;
    // Its person confirms it in the portal first.
    if (need?.application) return true;
    const snapshot = snapshotOf(plan);
    const { approval } = work.request;
    if (!approval) {
      refuse(index, stepUp({ summary: summaryOf(plan), snapshot }, coolingOff));
      return false;
    }
    places.set(index, wanted.length);
    const { challengeId } = approval;
    const { sessionId } = work.actor;
    wanted.push({ challengeId, sessionId, snapshot, factorsBefore: coolingOff?.before ?? null });
    return true;
  });
  const consumed = wanted.length === 0 ? [] : await consumeApprovals(db, wanted);
  return passed.flatMap(({ payment, verdict }) => {
    const place = places.get(payment.index);
    if (place === undefined || consumed[place])
      return { ...payment, allowanceMinor: verdict.kind === 'allowance' ? verdict.worthMinor : 0n };
    refuse(payment.index, new Problem('code_expired'));
    return [];
  });
}

/** What cooling-off says of each, in order: payments of the same person add up. */
async function judgeAll(db: Sql, planned: readonly PlannedPayment[], cooling: CoolingPeople) {
  const judged = [];
  let people = cooling;
  for (const payment of planned) {
    const { work } = payment;
    const { actor } = work;
    if (actor.kind !== 'client' || !leaves(payment)) {
      judged.push({ payment, verdict: { kind: 'free' } as const });
    } else if (!work.request) {
      judged.push({ payment, verdict: await judgeEarlier(db, payment, actor) });
    } else {
      const outflows = people.has(actor.personId) ? await outflowsOf(db, payment) : [];
      const verdict = judgeOutflows(people.get(actor.personId), outflows);
      if (verdict.kind === 'allowance') people = afterPaying(people, actor.personId, verdict.worthMinor);
      judged.push({ payment, verdict });
    }
  }
  return judged;
}

/** A payment of an earlier order: judged by the moment at which it was confirmed. */
async function judgeEarlier(db: Sql, payment: PlannedPayment, { personId }: ClientActor) {
  const { confirmed } = payment.command;
  if (!confirmed) throw new Error('a payment without a request says when its client confirmed it');
  if (confirmed.coolingOffKept) return { kind: 'free' } as const;
  const knownSince = await payeeKnownSince(db, payment);
  if (!(await coolingOffApplied(db, { personId, at: confirmed.at, knownSince })))
    return { kind: 'free' } as const;
  return { kind: 'refused', problem: new Problem('cooling_off', { params: { hours: 24 } }) } as const;
}

/** What a code confirms beyond the request itself: the figures, the way and the payee as they were shown. */
function snapshotOf({ amountMinor, feeMinor, currency, converted, scheme, creditor, payee }: Plan): string {
  const { name, account } = creditor;
  const version = payee?.version ?? 0;
  const both = converted ? [converted.currency, `${converted.amountMinor}`, converted.rate] : [];
  return JSON.stringify([`${amountMinor}`, `${feeMinor}`, currency, scheme, name, account, version, ...both]);
}

function summaryOf({ amountMinor, currency, converted, creditor }: Plan) {
  const debited = displayAmount(amountMinor, currency).text;
  const amount = converted
    ? `${displayAmount(converted.amountMinor, converted.currency).text} (${debited})`
    : debited;
  const account = shortIban(creditor.account);
  return {
    en: `Pay ${amount} to ${creditor.name}, ${account}`,
    ru: `Перевести ${amount} получателю ${creditor.name}, ${account}`,
  };
}

/*
 * Payments as cooling-off looks at them: which leave their client, since when their payee is known, and what they take of the
 * allowance. The rule itself is identity's (`factors/cooling-off.ts`).
 */

/** A planned payment, or one that an order will make later. */
interface Paying extends Pick<PlannedPayment, 'plan' | 'at'> {
  readonly command: Pick<PlannedPayment['command'], 'clientId' | 'orderedSince'>;
}

/** Whether it is for cooling-off to judge. What an application orders is judged when its person confirms it. */
const leaves = ({ plan, command, need }: PlannedPayment): boolean =>
  plan.scheme !== 'OWN' && command.at === undefined && !need?.application;

/** What leaves with it. */
async function outflowsOf(db: Sql, payment: PlannedPayment): Promise<Outflow[]> {
  const { amountMinor, currency } = payment.plan;
  const knownSince = await payeeKnownSince(db, payment);
  return [{ knownSince, worthMinor: allowanceShare(amountMinor, currency) }];
}

/** Another client of ours who is no payee is new to the one who pays. */
async function payeeKnownSince(db: Sql, { plan, at, command }: Paying): Promise<Date> {
  const { payee } = plan;
  const since = payee && (await findAccountsSince(db, { clientId: command.clientId, id: payee.id }));
  return since ?? command.orderedSince ?? at;
}

/** What a confirmation of payments to come lets leave: each of so many, an endless row more than any allowance. */
export async function futureOutflows(
  db: Sql,
  paying: Paying & { readonly count: number | 'endless' },
): Promise<Outflow[] | 'stays'> {
  const { amountMinor, currency, scheme } = paying.plan;
  if (scheme === 'OWN') return 'stays';
  const knownSince = await payeeKnownSince(db, paying);
  const count = paying.count === 'endless' ? 100_000 : paying.count;
  return [{ knownSince, worthMinor: allowanceShare(amountMinor, currency) * BigInt(count) }];
}
