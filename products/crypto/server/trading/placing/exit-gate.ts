/**
 * What every exit of money is asked, for orders. With a bad price an order gives money to whoever trades with it, so each of these counts
 * an order's whole worth in euro as if it were paid to someone new:
 *
 * - A company's approval rules, and the day's total of the person. Orders cannot wait for another person, because the price moves on, so
 *   one that needs an approval is refused.
 * - Cooling-off: for a day after a change of a person's access small orders pass, others need the strongest factor from before the
 *   change, or wait. Cancelling is always possible.
 * - A code for the first large order of a session, and for the one that makes the client's orders of a day large.
 *
 * A change of an order is judged as a whole, and only what it adds counts towards the day. Orders of the bank's own clients come
 * without an HTTP request and pass. Errors in the order checked: `order_needs_approval`, `cooling_off_orders`, a step-up, `code_expired`.
 */
import { displayAmount, type InstrumentCode, instruments } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { countTowardsDay, needsOf, type Question } from '../../../../approvals/server/index.ts';
import {
  afterPaying,
  type CoolingPeople,
  consumeApprovals,
  coolingOffAllowance,
  countAllowances,
  findOrdersConfirmed,
  judgeOutflows,
  lockCooling,
  noteOrdersConfirmed,
  stepUp,
} from '../../../../identity/server/index.ts';
import type { StoredOrder } from '../orders/order.ts';
import { sumNewest } from '../orders/store.ts';
import { quantityMinor, valueMinor } from '../scale.ts';

/** From this amount on, an order, or a day's total, needs a code in each session; in euro cents. */
const largeOrder = 100_000n;
/** Before the market has a price, a seller's quantity cannot be valued: more than any rule allows without an approval. */
const unknownWorth = 10n ** 15n;

/** The judged part of an order: its terms and its unfilled quantity. */
export type JudgedOrder = Pick<StoredOrder, 'instrument' | 'side' | 'price'> & { readonly left: number };

export interface Candidate {
  readonly work: Work;
  readonly order: JudgedOrder;
  /** The order before the change, already counted towards the day; undefined if the change is judged like a new order. */
  readonly before?: JudgedOrder;
  /** In ticks, from `knownPrice`. */
  readonly marketPrice: number | undefined;
}

/** To be stored with an order that passed. */
export interface Passed {
  readonly allowance?: { readonly personId: string; readonly worthMinor: bigint };
  readonly counted?: { readonly work: Work; readonly question: Question };
  /** The session whose large orders need no further code. */
  readonly confirmed?: string;
}

/** Locks the acting persons whose access changed within a day, and returns them. */
export const lockCoolingOf = (db: Sql, works: readonly Work[]): Promise<CoolingPeople> =>
  lockCooling(
    db,
    works.flatMap(({ request, actor }) => (request && actor.kind === 'client' ? [actor.personId] : [])),
  );

/** A verdict for each order; orders of one person add up. */
export async function judgeOrders(
  db: Sql,
  candidates: ReadonlyArray<Candidate | undefined>,
  cooling: CoolingPeople,
): Promise<Array<Passed | Error>> {
  const asking = candidates.flatMap((candidate, place) => {
    const actor = candidate?.work.actor;
    return candidate?.work.request && actor?.kind === 'client' ? [{ ...candidate, actor, place }] : [];
  });
  const counted = asking.flatMap((candidate) => {
    const question = questionOf(candidate);
    return question ? [{ candidate, counted: { work: candidate.work, question } }] : [];
  });
  const needs = await needsOf(
    db,
    counted.map((one) => one.counted),
  );
  const rulesOn = new Map(counted.map((one, place) => [one.candidate, { ...one, need: needs[place] }]));
  const confirmed = await findOrdersConfirmed(
    db,
    asking.map(({ actor }) => actor.sessionId),
  );
  const ofDay = await worthOfDay(
    db,
    asking.flatMap(({ actor }) => (confirmed.has(actor.sessionId) ? [] : [actor.clientId])),
  );
  const verdicts: Array<Passed | Error> = candidates.map(() => ({}));
  let people = cooling;
  for (const candidate of asking) {
    const { actor, place } = candidate;
    const rules = rulesOn.get(candidate);
    if (rules?.need) {
      verdicts[place] = new Problem('order_needs_approval');
      continue;
    }
    const worth = worthOf(candidate);
    const total = (ofDay.get(actor.clientId) ?? 0n) + addedWorth(candidate);
    const wantsCode = (worth >= largeOrder || total >= largeOrder) && !confirmed.has(actor.sessionId);
    const verdict = await confirm(db, candidate, { actor, people, wantsCode });
    verdicts[place] =
      verdict instanceof Error ? verdict : { ...verdict, ...(rules && { counted: rules.counted }) };
    if (verdict instanceof Error) continue;
    ofDay.set(actor.clientId, total);
    if (verdict.allowance) people = afterPaying(people, actor.personId, verdict.allowance.worthMinor);
    if (verdict.confirmed !== undefined) confirmed.add(verdict.confirmed);
  }
  return verdicts;
}

/** Cooling-off and the code. */
async function confirm(
  db: Sql,
  candidate: Candidate,
  {
    actor: { personId, sessionId },
    people,
    wantsCode,
  }: { readonly actor: ClientActor; readonly people: CoolingPeople; readonly wantsCode: boolean },
): Promise<Passed | Error> {
  const { work, order, marketPrice } = candidate;
  const { now, request } = work;
  const worthMinor = centsOf(order, marketPrice) ?? coolingOffAllowance + 1n;
  const verdict = judgeOutflows(people.get(personId), [{ knownSince: now, worthMinor }]);
  const coolingOff = verdict.kind === 'older_factor' ? verdict.coolingOff : undefined;
  if (coolingOff && coolingOff.method === undefined)
    return new Problem('cooling_off_orders', {
      params: { hours: Math.ceil((coolingOff.endsAt.getTime() - now.getTime()) / 3_600_000) },
      until: coolingOff.endsAt,
    });
  const allowance =
    verdict.kind === 'allowance' ? { allowance: { personId, worthMinor: verdict.worthMinor } } : {};
  if (!coolingOff && !wantsCode) return allowance;
  const approval = request?.approval;
  if (!approval) return stepUp({ summary: summaryOf(order), snapshot: '' }, coolingOff);
  const { challengeId } = approval;
  const factorsBefore = coolingOff?.before ?? null;
  const [isConsumed] = await consumeApprovals(db, [{ challengeId, sessionId, snapshot: '', factorsBefore }]);
  if (!isConsumed) return new Problem('code_expired');
  return { ...allowance, ...(wantsCode && { confirmed: sessionId }) };
}

/** Stores how much of the day and of the allowance the passed orders use. */
export async function notePassed(db: Sql, passed: readonly Passed[]): Promise<void> {
  const all = <Part>(part: (one: Passed) => Part | undefined) =>
    passed.flatMap((one) => part(one) ?? []) as Part[];
  await countAllowances(
    db,
    all(({ allowance }) => allowance),
  );
  await countTowardsDay(
    db,
    all(({ counted }) => counted),
  );
  await noteOrdersConfirmed(
    db,
    all(({ confirmed }) => confirmed),
  );
}

/** Judges one change of an order in the open transaction; throws if it does not pass. */
export async function requirePassed(candidate: Candidate): Promise<void> {
  const { sql } = candidate.work;
  const people = await lockCoolingOf(sql, [candidate.work]);
  const verdicts = await judgeOrders(sql, [candidate], people);
  for (const verdict of verdicts) if (verdict instanceof Error) throw verdict;
  await notePassed(sql, verdicts as Passed[]);
}

/**
 * Euro rules apply whatever currency the order pays in: EPI is worth euro, and coins have the price of their market. Undefined for a change that adds
 * nothing.
 */
function questionOf({
  actor: { clientId },
  ...candidate
}: Candidate & { readonly actor: ClientActor }): Question | undefined {
  const amountMinor = worthOf(candidate);
  const addedMinor = addedWorth(candidate);
  return addedMinor > 0n
    ? { kind: 'payment', clientId, money: { amountMinor, currency: 'EUR' }, addedMinor }
    : undefined;
}

/** Worth of the clients' orders of the last day in euro cents, so that a large one is not placed in parts. */
async function worthOfDay(db: Sql, clientIds: readonly string[]): Promise<Map<string, bigint>> {
  const worths = new Map<string, bigint>();
  for (const { clientId, instrument, value } of await sumNewest(db, clientIds))
    worths.set(clientId, (worths.get(clientId) ?? 0n) + toCents(instrument, BigInt(value)));
  return worths;
}

/** The increase of a change; all of a new order. */
const addedWorth = ({ before, ...changed }: Candidate): bigint =>
  worthOf(changed) - (before ? worthOf({ ...changed, order: before }) : 0n);

const worthOf = ({ order, marketPrice }: Pick<Candidate, 'order' | 'marketPrice'>): bigint =>
  centsOf(order, marketPrice) ?? unknownWorth;

/**
 * Euro cents that an order may give away: its worth at its own price or, for a seller who asks for less, at the market's. EPI is worth
 * euro. Undefined for a seller before the market has a price.
 */
export function centsOf(
  { instrument: code, side, price, left }: JudgedOrder,
  marketPrice: number | undefined,
): bigint | undefined {
  if (side === 'SELL' && marketPrice === undefined) return undefined;
  const ticks = side === 'SELL' ? Math.max(price, marketPrice ?? 0) : price;
  return toCents(code, BigInt(ticks) * BigInt(left));
}

const toCents = (code: InstrumentCode, value: bigint): bigint =>
  (valueMinor(instruments[code], value) + 999_999n) / 1_000_000n;

function summaryOf({ instrument: code, side, price, left }: JudgedOrder) {
  const instrument = instruments[code];
  const amount = displayAmount(quantityMinor(instrument, left), instrument.base).text;
  const limit = displayAmount(BigInt(price) * instrument.tickMinor, instrument.quote).text;
  return side === 'BUY'
    ? { en: `Buy ${amount} at ${limit} or less`, ru: `Купить ${amount} по цене не выше ${limit}` }
    : { en: `Sell ${amount} at ${limit} or more`, ru: `Продать ${amount} по цене не ниже ${limit}` };
}
