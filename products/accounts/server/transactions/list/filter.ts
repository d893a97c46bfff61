/**
 * The filter of the list as SQL, in two parts. `within` is the range that one index walks: the client's transactions, those of an account
 * or payee, or those under review, between two moments. `fits` is checked on each row. No index covers the status, so that a step
 * updates no index.
 *
 * When an account or payee sets the range, the client is checked on the row only. The planner would otherwise multiply two conditions
 * that mean the same, expect almost no rows and read the whole table.
 *
 * Errors: `invalid_request` for an unknown cursor, status or scheme. Source: server page section 8.
 */
import { categoryFilters, type PaymentsFilter } from '@calmly/contract';
import { heldStatuses, paymentSchemes, paymentStatuses } from '@calmly/domain';
import { firstIdAfter, firstIdFrom } from '@calmly/platform/ids.ts';
import { cursorId } from '@calmly/platform/page.ts';
import { compareAmount, containing, matchesAmount, matchesText } from '@calmly/platform/postgres/search.ts';
import { badFields } from '@calmly/platform/problem.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../confidential/audience.ts';
import type { Bookkeeping } from '../products.ts';
import { lacksReceipt } from '../receipts/receipt-store.ts';

type Condition = RawBuilder<unknown>;

/** Whose transactions: all of the client's, or those of the accounts that an application may read. */
export interface Whose extends Viewer {
  readonly accountIds?: readonly string[] | undefined;
  /** A query of the ids that the bank's staff are reviewing. */
  readonly heldIds: Condition;
  readonly hasCategory: Bookkeeping['hasCategory'];
  /** Rows that need a receipt; only where the filter asks for missing ones. */
  readonly needsReceipt?: Condition | undefined;
}

export interface Conditions {
  readonly viewer: Pick<Viewer, 'seesConfidential'>;
  readonly within: Condition;
  readonly owner: Condition;
  /** Undefined: everything within the range fits. */
  readonly fits: Condition | undefined;
}

const and = sql` and `;

const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], and);

/** The conditions of a page; `cursor` is the last id of the page before. */
export function conditionsOf(
  whose: Whose,
  query: PaymentsFilter & { readonly cursor?: string | undefined },
): Conditions {
  const { clientId, accountIds, heldIds } = whose;
  const { accountId, beneficiaryId } = query;
  const owner = sql`client_id = ${clientId}`;
  const within: Condition[] = [];
  const fits: Condition[] = [];
  if (beneficiaryId !== undefined) within.push(sql`beneficiary_id = ${beneficiaryId}`);
  // One index is walked: the payee's rather than the account's, because a payee has fewer rows.
  if (accountId !== undefined)
    (beneficiaryId === undefined ? within : fits).push(sql`account_id = ${accountId}`);
  const statuses = query.status === undefined ? undefined : listOf('status', query.status, paymentStatuses);
  // Staff review few of many, and an index of their own finds those, however old they are.
  if (statuses?.every((status) => heldStatuses.includes(status)))
    within.push(sql`id = any(array(${heldIds}))`);
  if (within.length === 0) within.push(owner);
  else fits.push(owner);
  if (query.cursor !== undefined) within.push(sql`id < ${cursorId(query.cursor)}`);
  if (query.from !== undefined) within.push(sql`id >= ${firstIdFrom(query.from)}`);
  if (query.to !== undefined) within.push(sql`id < ${firstIdAfter(query.to)}`);
  if (accountIds !== undefined) fits.push(sql`account_id = any(${accountIds}::uuid[])`);
  if (statuses !== undefined) fits.push(sql`status = any(${statuses}::text[])`);
  if (query.scheme !== undefined)
    fits.push(sql`scheme = any(${listOf('scheme', query.scheme, paymentSchemes)}::text[])`);
  if (query.direction !== undefined) fits.push(sql`direction = ${query.direction}`);
  if (query.currency !== undefined) fits.push(sql`currency = ${query.currency}`);
  if (query.minAmount !== undefined) fits.push(compareAmount(sql`>=`, query.minAmount, 1n));
  if (query.maxAmount !== undefined) fits.push(compareAmount(sql`<=`, query.maxAmount, 0n));
  if (query.category !== undefined)
    fits.push(whose.hasCategory(listOf('category', query.category, categoryFilters)));
  if (query.receipt !== undefined) fits.push(lacksReceipt(whose.needsReceipt ?? sql`false`));
  if (query.search) fits.push(searchCondition(query.search));
  return { viewer: whose, within: all(within), owner, fits: fits.length > 0 ? all(fits) : undefined };
}

function listOf<Known extends string>(field: string, text: string, known: readonly Known[]): Known[] {
  return text.split(',').map((each) => {
    const found = known.find((name) => name === each);
    if (found === undefined) throw badFields({ field, code: 'invalid' });
    return found;
  });
}

/** The text is part of a name, the reference, the number or an account (spaces ignored), or it is the exact amount. */
export function searchCondition(text: string): Condition {
  // Rows in plain ASCII have no folded text. Searching one text costs half as much as searching four.
  const folded = sql`coalesce(search, lower(debtor_name || ${'\n'} || creditor_name || ${'\n'} || reference || ${'\n'} || number))`;
  const found = [matchesText(folded, text)];
  const account = text.replaceAll(/\s/g, '').toUpperCase();
  if (/^[A-Z0-9]+$/.test(account))
    found.push(
      // Addresses of crypto networks have small letters.
      sql`upper(debtor_account) like ${containing(account)}`,
      sql`upper(creditor_account) like ${containing(account)}`,
    );
  const amount = matchesAmount(text);
  if (amount) found.push(amount);
  return sql`(${sql.join(found, sql` or `)})`;
}
