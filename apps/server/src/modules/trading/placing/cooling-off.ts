/**
 * Cooling-off of orders. A thief who has taken over an access can move a client's money to an account of their own by trading with it at a bad price, a little
 * with each order. So for a day after a change of a person's access an order, or a change of one, counts as a payment to a new payee of its whole value: small ones pass, others
 * need the strongest factor from before the change, or wait. Cancelling is always possible.
 */
import { displayAmount, instruments } from '@calmly/domain';
import { Problem } from '../../../platform/problem.ts';
import type { ClientActor, Sql, Work } from '../../../platform/work.ts';
import {
  afterPaying,
  type CoolingPeople,
  consumeApprovals,
  coolingOffAllowance,
  countAllowances,
  judgeOutflows,
  lockCooling,
  stepUp,
} from '../../identity/index.ts';
import type { StoredOrder } from '../orders/order.ts';
import { quantityMinor, valueMinor } from '../scale.ts';

/** What of an order is judged: its terms and what is not filled yet. */
export type JudgedOrder = Pick<StoredOrder, 'instrument' | 'side' | 'price'> & { readonly left: number };

export interface Candidate {
  readonly work: Work;
  readonly order: JudgedOrder;
  /** Ticks, of `knownPrice`. */
  readonly marketPrice: number | undefined;
}

/** What an order takes of its person's allowance; none mostly. */
export type Allowance = { readonly personId: string; readonly worthMinor: bigint } | undefined;

/** Those of the acting persons whose access changed within a day, locked. Orders of the bank's own clients come without an HTTP request. */
export const lockCoolingOf = (db: Sql, works: readonly Work[]): Promise<CoolingPeople> =>
  lockCooling(
    db,
    works.flatMap(({ request, actor }) => (request && actor.kind === 'client' ? [actor.personId] : [])),
  );

/** An allowance for each order, or why it does not pass; orders of one person add up. Errors: `cooling_off_orders`, `code_expired`, a step-up. */
export async function judgeCooling(
  db: Sql,
  candidates: ReadonlyArray<Candidate | undefined>,
  cooling: CoolingPeople,
): Promise<Array<Allowance | Error>> {
  if (cooling.size === 0) return candidates.map(() => undefined);
  let people = cooling;
  const judged: Array<Allowance | Error> = [];
  for (const candidate of candidates) {
    const { actor, request } = candidate?.work ?? {};
    if (!candidate || !request || actor?.kind !== 'client') {
      judged.push(undefined);
      continue;
    }
    const verdict = await judgeOne(db, candidate, actor, people);
    if (verdict && !(verdict instanceof Error))
      people = afterPaying(people, verdict.personId, verdict.worthMinor);
    judged.push(verdict);
  }
  return judged;
}

async function judgeOne(
  db: Sql,
  { work, order, marketPrice }: Candidate,
  { personId, sessionId }: ClientActor,
  people: CoolingPeople,
): Promise<Allowance | Error> {
  const { now, request } = work;
  const verdict = judgeOutflows(people.get(personId), [
    { knownSince: now, worthMinor: centsOf(order, marketPrice) },
  ]);
  if (verdict.kind === 'free') return undefined;
  if (verdict.kind === 'allowance') return { personId, worthMinor: verdict.worthMinor };
  const { method, endsAt, before } = verdict.coolingOff;
  if (method === undefined)
    return new Problem('cooling_off_orders', {
      params: { hours: Math.ceil((endsAt.getTime() - now.getTime()) / 3_600_000) },
      until: endsAt,
    });
  const approval = request?.approval;
  if (!approval) return stepUp({ summary: summaryOf(order), snapshot: '' }, verdict.coolingOff);
  const { challengeId } = approval;
  const [isConsumed] = await consumeApprovals(db, [
    { challengeId, sessionId, snapshot: '', factorsBefore: before },
  ]);
  return isConsumed ? undefined : new Problem('code_expired');
}

/** One change of an order in the open transaction. Errors as above. */
export async function requireNotCooling(candidate: Candidate): Promise<void> {
  const { sql } = candidate.work;
  const people = await lockCoolingOf(sql, [candidate.work]);
  const [allowance] = await judgeCooling(sql, [candidate], people);
  if (allowance instanceof Error) throw allowance;
  if (allowance) await countAllowances(sql, [allowance]);
}

/**
 * Euro cents that an order may give away: what it is worth at its own price or, for a seller who asks for less, at the market's. EPI is worth euro.
 * What a seller gives has no price before the market has one, and counts as large.
 */
export function centsOf(
  { instrument: code, side, price, left }: JudgedOrder,
  marketPrice: number | undefined,
): bigint {
  if (side === 'SELL' && marketPrice === undefined) return coolingOffAllowance + 1n;
  const ticks = side === 'SELL' ? Math.max(price, marketPrice ?? 0) : price;
  return (valueMinor(instruments[code], BigInt(ticks) * BigInt(left)) + 999_999n) / 1_000_000n;
}

function summaryOf({ instrument: code, side, price, left }: JudgedOrder) {
  const instrument = instruments[code];
  const amount = displayAmount(quantityMinor(instrument, left), instrument.base).text;
  const limit = displayAmount(BigInt(price) * instrument.tickMinor, instrument.quote).text;
  return side === 'BUY'
    ? { en: `Buy ${amount} at ${limit} or less`, ru: `Купить ${amount} по цене не выше ${limit}` }
    : { en: `Sell ${amount} at ${limit} or more`, ru: `Продать ${amount} по цене не ниже ${limit}` };
}
