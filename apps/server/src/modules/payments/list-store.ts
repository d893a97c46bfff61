/**
 * The payments list: newest first, by filters, one page at a time below a cursor.
 *
 * Every plan walks an index in id order and stops at the page's end: the client's (payment_by_client), or a narrower one
 * by account or payee; the other filters are looked at on the way. Dates are a range of ids. Amounts are compared in each currency's own minor unit.
 */
import type { EndpointInput, listPayments } from '@calmly/contract';
import { currencies, paymentStatuses } from '@calmly/domain';
import { type RawBuilder, sql } from 'kysely';
import { cursorId } from '../../platform/page.ts';
import { badFields } from '../../platform/problem.ts';
import type { Sql } from '../../platform/work.ts';
import { firstIdAt } from './id-range.ts';
import { plainAccount } from './rules.ts';
import { type PaymentRow, paymentColumns, toStoredPayment } from './store.ts';
import type { StoredPayment } from './view.ts';

export type PaymentsQuery = EndpointInput<typeof listPayments>['query'];

const dayMs = 86_400_000;
const allow = new Set<string>(paymentStatuses);
const and = sql` and `;

/** Whose payments: all of the client, or those of some accounts that an application was let in to. */
export interface Whose {
  readonly clientId: string;
  readonly accountIds?: readonly string[] | undefined;
}

/** A page of payments and, when there are more, one further. */
export async function listPage(db: Sql, whose: Whose, query: PaymentsQuery): Promise<StoredPayment[]> {
  const { rows } = await pageStatement(whose, query).execute(db);
  return rows.map(toStoredPayment);
}

/** The statement of a page; one row more than asked tells whether another page follows. */
export function pageStatement({ clientId, accountIds }: Whose, query: PaymentsQuery): RawBuilder<PaymentRow> {
  const conditions = [sql`client_id = ${clientId}`, ...conditionsOf(query)];
  if (accountIds !== undefined) conditions.push(sql`account_id = any(${accountIds}::uuid[])`);
  return sql<PaymentRow>`
    select ${paymentColumns} from payments.payment
    where ${sql.join(conditions, and)}
    order by id desc limit ${query.limit + 1}
  `;
}

function conditionsOf(query: PaymentsQuery): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (query.cursor !== undefined) conditions.push(sql`id < ${cursorId(query.cursor)}`);
  if (query.accountId !== undefined) conditions.push(sql`account_id = ${query.accountId}`);
  if (query.beneficiaryId !== undefined) conditions.push(sql`beneficiary_id = ${query.beneficiaryId}`);
  if (query.status !== undefined) conditions.push(sql`status = any(${statusesOf(query.status)}::text[])`);
  if (query.direction !== undefined) conditions.push(sql`direction = ${query.direction}`);
  if (query.currency !== undefined) conditions.push(sql`currency = ${query.currency}`);
  if (query.from !== undefined) conditions.push(sql`id >= ${firstIdAt(startOf(query.from))}`);
  if (query.to !== undefined)
    conditions.push(sql`id < ${firstIdAt(new Date(startOf(query.to).getTime() + dayMs))}`);
  if (query.minAmount !== undefined) conditions.push(amountCondition(sql`>=`, query.minAmount, 1n));
  if (query.maxAmount !== undefined) conditions.push(amountCondition(sql`<=`, query.maxAmount, 0n));
  if (query.search) conditions.push(searchCondition(query.search));
  return conditions;
}

const startOf = (date: string) => new Date(`${date}T00:00:00Z`);

function statusesOf(text: string): string[] {
  const statuses = text.split(',');
  if (!statuses.every((status) => allow.has(status))) throw badFields({ field: 'status', code: 'invalid' });
  return statuses;
}

/**
 * Compares the amount in every currency's minor unit. Where the asked amount falls between two of them, `roundUp` says
 * which is meant: the next one for a minimum, the one before for a maximum.
 */
function amountCondition(
  comparison: RawBuilder<unknown>,
  text: string,
  roundUp: 0n | 1n,
): RawBuilder<unknown> {
  const [whole = '0', fraction = ''] = text.split('.');
  const byExponent = Map.groupBy(Object.values(currencies), ({ exponent }) => exponent);
  const cases = [...byExponent].map(([exponent, group]) => {
    const kept = BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, '0'));
    const cut = /[1-9]/.test(fraction.slice(exponent));
    const minor = cut ? kept + roundUp : kept;
    const codes = group.map(({ code }) => code);
    return sql`(currency = any(${codes}::text[]) and amount_minor ${comparison} ${minor.toString()}::numeric)`;
  });
  return sql`(${sql.join(cases, sql` or `)})`;
}

/** Name, reference, account or number contain the text; or the amount is exactly it. */
function searchCondition(text: string): RawBuilder<unknown> {
  const like = (value: string) => `%${value.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const account = like(plainAccount(text));
  const found = sql`
    debtor_name ilike ${like(text)} or creditor_name ilike ${like(text)} or reference ilike ${like(text)}
    or number ilike ${like(text)} or debtor_account like ${account} or creditor_account like ${account}
  `;
  return /^\d{1,30}(\.\d{1,18})?$/.test(text)
    ? sql`(${found} or ${sql.join([amountCondition(sql`>=`, text, 1n), amountCondition(sql`<=`, text, 0n)], and)})`
    : sql`(${found})`;
}
