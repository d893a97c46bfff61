/**
 * What standing orders will pay until a day, and whether each account can cover it. Pure; minor units, days `YYYY-MM-DD`.
 *
 * The forecast starts from today's balance; other movements until then are unknown. Within a day, transfers between own accounts come
 * first, because a payment that is short of money is retried until the day ends.
 */
import { type CurrencyCode, chargesOf, occurrencesOf } from '@calmly/domain';
import { termsOn } from './rules.ts';
import type { StoredOrder } from './store.ts';

/** One payment to come. */
export interface Planned {
  readonly order: StoredOrder;
  readonly dueOn: string;
  readonly amountMinor: bigint;
  /** What leaves the account, the fee included. */
  readonly debitedMinor: bigint;
  /** The own account that gets it. */
  readonly toAccountId: string | undefined;
}

interface OwnAccount {
  readonly id: string;
  readonly number: string;
  readonly iban: string | null;
  readonly currency: CurrencyCode;
}

/** Everything that these orders pay until that day, soonest first, of one day in the order of their ids. */
export function plannedUntil(
  orders: readonly StoredOrder[],
  accounts: readonly OwnAccount[],
  until: string,
): Planned[] {
  const ownId = new Map(
    accounts.flatMap(({ id, number, iban }) => [[number, id] as const, [iban ?? number, id] as const]),
  );
  return orders
    .flatMap((order) =>
      daysUntil(order, until).map((dueOn) => {
        const terms = termsOn(order, dueOn);
        return {
          order,
          dueOn,
          amountMinor: terms.amountMinor,
          debitedMinor: chargesOf({ ...terms, chargeBearer: order.chargeBearer }).debitedMinor,
          toAccountId: ownId.get(order.creditorAccount),
        };
      }),
    )
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

/** Identifies one future payment and its position among all. */
export const placeOf = ({ dueOn, order }: Planned): string => `${dueOn}.${order.id}`;

function daysUntil(order: StoredOrder, until: string): string[] {
  const days: string[] = [];
  for (let position = order.nextPosition; ; position += 1) {
    const [next] = occurrencesOf(order, position, 1);
    if (!next || next.dueOn > until) return days.filter((day) => !order.skipped.includes(day));
    days.push(next.dueOn);
  }
}

/** What each account has left after all of it; each payment is given to `judge` with what its account has left then. */
export function payOff(
  planned: readonly Planned[],
  available: ReadonlyMap<string, bigint>,
  judge?: (payment: Planned, leftMinor: bigint) => void,
): ReadonlyMap<string, bigint> {
  const left = new Map(available);
  const move = (accountId: string, minor: bigint): bigint => {
    const after = (left.get(accountId) ?? 0n) + minor;
    left.set(accountId, after);
    return after;
  };
  const isOwn = ({ toAccountId }: Planned) => toAccountId !== undefined;
  for (const day of Map.groupBy(planned, ({ dueOn }) => dueOn).values())
    for (const payment of [...day.filter(isOwn), ...day.filter((each) => !isOwn(each))]) {
      const leftMinor = move(payment.order.accountId, -payment.debitedMinor);
      judge?.(payment, leftMinor);
      if (payment.toAccountId !== undefined) move(payment.toAccountId, payment.amountMinor);
    }
  return left;
}
