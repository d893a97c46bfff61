/**
 * Reads future payments: those of the next months one by one, their sums, and an account's balance on a day. Computed from the current
 * orders (`forecast.ts`), in the bank's calendar. Errors: not_found for an account that is not the client's own.
 */
import type {
  AccountForecast,
  ComingPayment,
  EndpointInput,
  EndpointOutput,
  forecastAccount,
  listComing,
  sumComing,
} from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { pageOf } from '@calmly/platform/page.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import { listAccountsOf } from '../../../accounts/server/accounts/index.ts';
import { balances } from '../../../ledger/server/index.ts';
import { type Planned, payOff, placeOf, plannedUntil } from './forecast.ts';
import { listPayingUntil } from './store.ts';

const monthsAhead = 3;
const dayMs = 86_400_000;
/** Later than that nothing is foretold. */
const furthestDays = 400;

/** `GET /transactions/scheduled/coming`. */
export async function readComing(
  work: Work,
  clientId: string,
  { limit, cursor }: EndpointInput<typeof listComing>['query'],
): Promise<EndpointOutput<typeof listComing>> {
  if (cursor !== undefined && !/^\d{4}-\d{2}-\d{2}\.[\da-f-]{36}$/.test(cursor))
    throw badFields({ field: 'cursor', code: 'invalid' });
  const { planned, available } = await readPlans(work, clientId, await endOfMonths(work));
  const enough = new Set<Planned>();
  payOff(planned, available, (payment, leftMinor) => leftMinor >= 0n && enough.add(payment));
  const items = planned
    .filter((payment) => cursor === undefined || placeOf(payment) > cursor)
    .slice(0, limit + 1)
    .map((payment) => toComing(payment, enough.has(payment)));
  return pageOf(items, limit);
}

function toComing(payment: Planned, enough: boolean): ComingPayment {
  const { order, dueOn, amountMinor, toAccountId } = payment;
  return {
    id: placeOf(payment),
    orderId: order.id,
    dueOn,
    creditorName: order.creditorName,
    reference: order.reference,
    accountId: order.accountId,
    amount: formatDecimal(amountMinor, order.currency),
    currency: order.currency,
    own: toAccountId !== undefined,
    enough,
  };
}

/** `GET /transactions/scheduled/months`. */
export async function sumMonths(work: Work, clientId: string): Promise<EndpointOutput<typeof sumComing>> {
  const { planned } = await readPlans(work, clientId, await endOfMonths(work));
  const leaving = planned.filter(({ toAccountId }) => toAccountId === undefined);
  const groups = Map.groupBy(leaving, ({ dueOn, order }) => `${dueOn.slice(0, 7)} ${order.currency}`);
  return {
    Months: [...groups.values()].flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const { dueOn, order } = first;
      const total = group.reduce((sum, { debitedMinor }) => sum + debitedMinor, 0n);
      return {
        month: dueOn.slice(0, 7),
        currency: order.currency,
        total: formatDecimal(total, order.currency),
        count: group.length,
      };
    }),
  };
}

/** `GET /transactions/scheduled/forecast`. */
export async function forecast(
  work: Work,
  clientId: string,
  { accountId, on, except }: EndpointInput<typeof forecastAccount>['query'],
): Promise<AccountForecast> {
  if (Date.parse(on) > Date.parse(await businessDay(work)) + furthestDays * dayMs)
    throw badFields({ field: 'on', code: 'invalid' });
  const { planned, available, accounts } = await readPlans(work, clientId, on);
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) throw new Problem('not_found');
  const counted = planned.filter(({ order }) => order.id !== except);
  const before = available.get(accountId) ?? 0n;
  const left = payOff(counted, available).get(accountId) ?? before;
  const text = (minor: bigint) => formatDecimal(minor, account.currency);
  return {
    accountId,
    currency: account.currency,
    available: text(before),
    scheduled: text(before - left),
    left: text(left),
  };
}

/** What a client's orders pay until a day, soonest first, with its accounts and their money. */
export async function readPlans({ sql }: Pick<Work, 'sql'>, clientId: string, until: string) {
  const [orders, accounts] = await Promise.all([
    listPayingUntil(sql, clientId, until),
    listAccountsOf(sql, clientId),
  ]);
  const found = await balances(
    sql,
    accounts.map(({ id }) => id),
  );
  return {
    accounts,
    planned: plannedUntil(orders, accounts, until),
    available: new Map([...found].map(([id, { availableMinor }]) => [id, availableMinor])),
  };
}

/** The last day of the third month after this one. */
async function endOfMonths(work: Work): Promise<string> {
  const today = new Date(await businessDay(work));
  const last = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + monthsAhead + 1, 0);
  return new Date(last).toISOString().slice(0, 10);
}
