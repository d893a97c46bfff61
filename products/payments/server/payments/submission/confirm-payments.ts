/**
 * The code behind a payment: who is asked for one, what it confirms beyond the request itself, and its use, once, for exactly what it
 * showed. Every payment that leaves a client passes here, with a code or without: cooling-off judges them all (`cooling-off.ts`).
 * Source: server page sections 3 and 8.
 */
import { displayAmount, shortIban } from '@calmly/domain';
import type { StepUp } from '@calmly/platform/http/calls/step-up.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql } from '@calmly/platform/work.ts';
import {
  afterPaying,
  type Consumption,
  type CoolingPeople,
  consumeApprovals,
  coolingOffApplied,
  judgeOutflows,
  stepUp,
} from '../../../../identity/server/index.ts';
import { type Leaving, leaves, outflowsOf, payeeKnownSince } from '../ordering/cooling-off.ts';
import type { Plan } from '../ordering/order.ts';

interface Unconfirmed extends Leaving {
  readonly index: number;
}

/** A payment that may go, and what it takes of its person's allowance. */
export type Passed<Candidate> = Candidate & { readonly allowanceMinor: bigint };

/** Those that need a code and have none are asked for it; an approval is used up, once, for exactly what it showed. */
export async function confirmAll<Candidate extends Unconfirmed>(
  db: Sql,
  candidates: readonly Candidate[],
  cooling: CoolingPeople,
  refuse: (index: number, error: Problem | StepUp) => void,
): Promise<Array<Passed<Candidate>>> {
  const judged = await judgeAll(db, candidates, cooling);
  const wanted: Consumption[] = [];
  const places = new Map<number, number>();
  const passed = judged.filter(({ candidate, verdict }) => {
    const { index, work, plan, need } = candidate;
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
  return passed.flatMap(({ candidate, verdict }) => {
    const place = places.get(candidate.index);
    if (place === undefined || consumed[place])
      return { ...candidate, allowanceMinor: verdict.kind === 'allowance' ? verdict.worthMinor : 0n };
    refuse(candidate.index, new Problem('code_expired'));
    return [];
  });
}

/** What cooling-off says of each, in order: payments of the same person add up. */
async function judgeAll<Candidate extends Unconfirmed>(
  db: Sql,
  candidates: readonly Candidate[],
  cooling: CoolingPeople,
) {
  const judged = [];
  let people = cooling;
  for (const candidate of candidates) {
    const { work } = candidate;
    const { actor } = work;
    if (actor.kind !== 'client' || !leaves(candidate)) {
      judged.push({ candidate, verdict: { kind: 'free' } as const });
    } else if (!work.request) {
      judged.push({ candidate, verdict: await judgeEarlier(db, candidate, actor) });
    } else {
      const outflows = people.has(actor.personId) ? await outflowsOf(db, candidate) : [];
      const verdict = judgeOutflows(people.get(actor.personId), outflows);
      if (verdict.kind === 'allowance') people = afterPaying(people, actor.personId, verdict.worthMinor);
      judged.push({ candidate, verdict });
    }
  }
  return judged;
}

/** A payment of an earlier order: judged by the moment at which it was confirmed. */
async function judgeEarlier(db: Sql, candidate: Unconfirmed, { personId }: ClientActor) {
  const { confirmed } = candidate.command;
  if (!confirmed) throw new Error('a payment without a request says when its client confirmed it');
  if (confirmed.coolingOffKept) return { kind: 'free' } as const;
  const knownSince = await payeeKnownSince(db, candidate);
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
