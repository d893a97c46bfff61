/**
 * The code behind a payment: who is asked for one, what it confirms beyond the request itself, and its use, once, for exactly what it
 * showed. Source: server page sections 3 and 8.
 */
import { displayAmount, shortIban } from '@calmly/domain';
import type { StepUp } from '../../platform/http/step-up.ts';
import { Problem } from '../../platform/problem.ts';
import type { Sql, Work } from '../../platform/work.ts';
import type { Need } from '../approvals/index.ts';
import { findAccountsSince } from '../beneficiaries/index.ts';
import { type Confirmation, consumeApprovals, stepUp } from '../identity/index.ts';
import type { Plan } from './order.ts';
import { smallPayment } from './policy.ts';

/** A decided order, before its code was looked at. */
interface Unconfirmed {
  readonly index: number;
  readonly work: Work;
  readonly command: { readonly clientId: string };
  readonly plan: Plan;
  readonly at: Date;
  readonly need?: Need | undefined;
}

/** Those that need a code and have none are asked for it; an approval is used up, once, for exactly what it showed. */
export async function confirmAll<Candidate extends Unconfirmed>(
  db: Sql,
  candidates: readonly Candidate[],
  refuse: (index: number, error: Problem | StepUp) => void,
): Promise<Candidate[]> {
  const wanted: Parameters<typeof consumeApprovals>[1][number][] = [];
  const places = new Map<number, number>();
  const passed = candidates.filter(({ index, work, command, plan, at, need }) => {
    // What comes without a request, a demo's payment, was not asked for by a browser and cannot be confirmed by one.
    if (!work.request || work.actor.kind !== 'client' || !(plan.needsCode || work.actor.isStale)) return true;
    // Its person confirms it in the portal first.
    if (need?.application) return true;
    const snapshot = snapshotOf(plan);
    const { approval } = work.request;
    if (!approval) {
      refuse(
        index,
        stepUp({ summary: summaryOf(plan), snapshot, ...payeeSinceOf(command.clientId, plan, at) }),
      );
      return false;
    }
    places.set(index, wanted.length);
    wanted.push({ challengeId: approval.challengeId, sessionId: work.actor.sessionId, snapshot });
    return true;
  });
  if (wanted.length === 0) return passed;
  const consumed = await consumeApprovals(db, wanted);
  return passed.filter(({ index }) => {
    const place = places.get(index);
    if (place === undefined || consumed[place]) return true;
    refuse(index, new Problem('code_expired'));
    return false;
  });
}

/** Larger money to others: who is paid for how long already. Another client of ours who is no payee is somebody new. */
function payeeSinceOf(clientId: string, plan: Plan, now: Date): Pick<Confirmation, 'payeeSince'> {
  const { payee, scheme, amountMinor, currency } = plan;
  if (scheme === 'OWN' || amountMinor <= smallPayment(currency)) return {};
  return {
    payeeSince: async (sql) => (payee && (await findAccountsSince(sql, { clientId, id: payee.id }))) || now,
  };
}

/** What a code confirms beyond the request itself: the figures, the way and the payee as they were shown. */
function snapshotOf({ amountMinor, feeMinor, currency, scheme, creditor, payee }: Plan): string {
  const { name, account } = creditor;
  const version = payee?.version ?? 0;
  return JSON.stringify([`${amountMinor}`, `${feeMinor}`, currency, scheme, name, account, version]);
}

function summaryOf({ amountMinor, currency, creditor }: Plan) {
  const amount = displayAmount(amountMinor, currency).text;
  const account = shortIban(creditor.account);
  return {
    en: `Pay ${amount} to ${creditor.name}, ${account}`,
    ru: `Оплатить ${amount} получателю ${creditor.name}, ${account}`,
  };
}
