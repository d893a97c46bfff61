/**
 * The filter of the list as SQL, in two parts: `within` is what one index walks (the client's payments, those of an account or payee,
 * those that staff hold, between two moments), `fits` what is checked on each row. Status is in no index of the payments, so that a
 * step of a payment touches none.
 *
 * Of an account or payee the client is looked at on the row too: asked of the index as well, two conditions that mean the same would
 * count as two, and the database would expect next to nothing and read everything.
 *
 * Errors: `invalid_request` for a cursor, status or scheme that is none. Source: server page section 8.
 */
import type { PaymentsFilter } from '@calmly/contract';
import { heldStatuses, paymentSchemes, paymentStatuses } from '@calmly/domain';
import { type RawBuilder, sql } from 'kysely';
import { cursorId } from '../../platform/page.ts';
import { badFields } from '../../platform/problem.ts';
import { compareAmount, containing, matchesAmount, matchesText } from '../../platform/search.ts';
import { firstIdAfter, firstIdFrom } from './id-range.ts';

/** Whose payments: all of the client, or those of some accounts that an application was let in to. */
export interface Whose {
  readonly clientId: string;
  readonly accountIds?: readonly string[] | undefined;
}

type Condition = RawBuilder<unknown>;

export interface Conditions {
  readonly within: Condition;
  readonly owner: Condition;
  /** Besides the owner; undefined: all that is within. */
  readonly fits: Condition | undefined;
}

const and = sql` and `;

const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], and);

/** What a payment has to be to be listed; `cursor` is the last id seen before. */
export function conditionsOf(
  { clientId, accountIds }: Whose,
  query: PaymentsFilter & { readonly cursor?: string | undefined },
): Conditions {
  const { accountId, beneficiaryId } = query;
  const owner = sql`client_id = ${clientId}`;
  const within: Condition[] = [];
  const fits: Condition[] = [];
  if (beneficiaryId !== undefined) within.push(sql`beneficiary_id = ${beneficiaryId}`);
  // One index is walked: of payee and account the payee's, for it has fewer.
  if (accountId !== undefined)
    (beneficiaryId === undefined ? within : fits).push(sql`account_id = ${accountId}`);
  const statuses = query.status === undefined ? undefined : listOf('status', query.status, paymentStatuses);
  // What staff hold is few among many, and its own index names it, however old it is.
  if (statuses?.every((status) => heldStatuses.includes(status)))
    within.push(sql`id = any(array(
      select payment_id from payments.held where client_id = ${clientId} and ended_at is null
    ))`);
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
  if (query.search) fits.push(searchCondition(query.search));
  return { within: all(within), owner, fits: fits.length > 0 ? all(fits) : undefined };
}

function listOf<Known extends string>(field: string, text: string, known: readonly Known[]): Known[] {
  return text.split(',').map((each) => {
    const found = known.find((name) => name === each);
    if (found === undefined) throw badFields({ field, code: 'invalid' });
    return found;
  });
}

/** Names, reference or number contain the text, or an account does, however it is spaced; or the amount is exactly it. */
function searchCondition(text: string): Condition {
  // Payments in plain ASCII have no folded text. One text to search is half the work of four.
  const folded = sql`coalesce(search, lower(debtor_name || ${'\n'} || creditor_name || ${'\n'} || reference || ${'\n'} || number))`;
  const found = [matchesText(folded, text)];
  const account = text.replaceAll(/\s/g, '').toUpperCase();
  if (/^[A-Z0-9]+$/.test(account))
    found.push(
      sql`debtor_account like ${containing(account)}`,
      sql`creditor_account like ${containing(account)}`,
    );
  const amount = matchesAmount(text);
  if (amount) found.push(amount);
  return sql`(${sql.join(found, sql` or `)})`;
}
