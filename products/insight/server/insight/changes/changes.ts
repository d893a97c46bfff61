/**
 * `GET /insight/changes` and the dismissal of one. A change's id is derived from its subject, so that a dismissed one stays dismissed.
 * Errors: `invalid_request` (currency_unknown); `not_found` for a change that does not currently exist.
 */
import { createHash } from 'node:crypto';
import { changesMax, type UnusualChange } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import { daysIn } from '@calmly/platform/time/zoned-days.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { findRegulars } from '../regular/regulars.ts';
import { readSpendingLines } from '../spending/spending.ts';
import { findDismissed, writeDismissed } from './dismissed-store.ts';
import { type Change, findChanges } from './find.ts';

/** Minimum excess over the usual, in euro cents. */
const leastEuroMinor = 500n;
/** This month, and the months that its spending is compared with. */
const monthsRead = 7;

interface ChangesQuery {
  readonly currency: string;
  readonly timeZone: string;
}

async function readAll(
  work: Work,
  prices: PriceProvider,
  query: ChangesQuery,
): Promise<Array<Change & { readonly id: string }>> {
  const { clientId } = requireClientActor(work);
  const [spending, regulars] = await Promise.all([
    readSpendingLines(work, prices, { ...query, months: monthsRead }),
    findRegulars(work, clientId, daysIn(query.timeZone)),
  ]);
  const changes = findChanges(spending, regulars, spending.worth.of(leastEuroMinor, 'EUR'));
  return changes.map((change) => ({ ...change, id: idOf(`${clientId} ${change.identity}`) }));
}

/**
 * At most `changesMax`, without those that the person dismissed. Amounts are in each change's own currency.
 */
export async function readChanges(
  work: Work,
  prices: PriceProvider,
  query: ChangesQuery,
): Promise<UnusualChange[]> {
  const changes = await readAll(work, prices, query);
  const dismissed = await findDismissed(
    work.sql,
    requireClientActor(work),
    changes.map(({ id }) => id),
  );
  return changes
    .filter(({ id }) => !dismissed.has(id))
    .slice(0, changesMax)
    .map(({ identity: _, weightMinor: __, amountMinor, usualMinor, ...change }) => ({
      ...change,
      amount: formatDecimal(amountMinor, change.currency),
      usual: usualMinor === null ? null : formatDecimal(usualMinor, change.currency),
    }));
}

/** Only an existing change can be dismissed, so that little is stored. */
export async function dismissChange(
  work: Work,
  prices: PriceProvider,
  { id, ...query }: ChangesQuery & { readonly id: string },
): Promise<undefined> {
  const changes = await readAll(work, prices, query);
  if (!changes.some((change) => change.id === id)) throw new Problem('not_found');
  await writeDismissed(work.sql, requireClientActor(work), id, work.now);
  return undefined;
}

/** A UUID of version 8 (RFC 9562) from a hash. */
function idOf(identity: string): string {
  const hex = createHash('sha256').update(identity).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
