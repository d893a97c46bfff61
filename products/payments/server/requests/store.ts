/** SQL of requests for money and their history. No decisions here. */
import type { EndpointInput, listMoneyRequests, RequestEvent, ReviewStatus } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import { cursorId } from '@calmly/platform/page.ts';
import { containing, matchesAmount, matchesText } from '@calmly/platform/postgres/search.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';
import type { Outcome, RequestFacts } from './rules.ts';

export interface StoredRequest extends RequestFacts {
  readonly id: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly creditorAccount: string;
  readonly creditorName: string;
  readonly reference: string;
  readonly version: number;
  readonly payerName: string;
  readonly payerEmail: string | null;
  readonly payerAccount: string | null;
  readonly details: string;
  readonly documentIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Row = Omit<StoredRequest, 'amountMinor' | 'receivedMinor'> & {
  readonly amountMinor: string;
  readonly receivedMinor: string;
};

const columns = query`
  id, client_id as "clientId", account_id as "accountId", creditor_account as "creditorAccount",
  creditor_name as "creditorName", reference, currency, amount_minor as "amountMinor", received_minor as "receivedMinor",
  status, version, payer_name as "payerName", payer_email as "payerEmail", payer_account as "payerAccount", details,
  due_on::text as "dueOn", document_ids as "documentIds", created_at as "createdAt", updated_at as "updatedAt"`;

const toStored = (row: Row): StoredRequest => ({
  ...row,
  amountMinor: BigInt(row.amountMinor),
  receivedMinor: BigInt(row.receivedMinor),
});

export type NewRequest = Omit<
  StoredRequest,
  'status' | 'version' | 'receivedMinor' | 'payerAccount' | 'updatedAt'
>;

/** Writes a pending request and its first step; undefined when the reference is someone's. */
export async function insertRequest(
  sql: Sql,
  request: NewRequest,
  actor: string | null,
): Promise<StoredRequest | undefined> {
  const { rows } = await query<Row>`
    insert into requests.request (id, client_id, account_id, creditor_account, creditor_name, reference, currency,
      amount_minor, payer_name, payer_email, details, due_on, document_ids, created_at, updated_at)
    values (${request.id}, ${request.clientId}, ${request.accountId}, ${request.creditorAccount},
      ${request.creditorName}, ${request.reference}, ${request.currency}, ${request.amountMinor.toString()}::numeric,
      ${request.payerName}, ${request.payerEmail}, ${request.details}, ${request.dueOn}::date,
      ${request.documentIds}::uuid[], ${request.createdAt}, ${request.createdAt})
    on conflict (reference) do nothing
    returning ${columns}
  `.execute(sql);
  const [row] = rows;
  if (!row) return undefined;
  await query`
    insert into requests.request_event (request_id, version, event, status, at, actor)
    values (${row.id}, 1, 'CREATED', 'PENDING', ${request.createdAt}, ${actor})
  `.execute(sql);
  return toStored(row);
}

/** A request of a client; another client's does not exist. */
export async function findRequest(
  sql: Sql,
  key: { readonly clientId: string; readonly id: string },
): Promise<StoredRequest | undefined> {
  const { rows } = await query<Row>`
    select ${columns} from requests.request where id = ${key.id} and client_id = ${key.clientId}
  `.execute(sql);
  return rows[0] && toStored(rows[0]);
}

/** Reads a request and locks it: one step at a time is decided on what is true. */
export async function lockRequest(sql: Sql, id: string): Promise<StoredRequest | undefined> {
  const { rows } = await query<Row>`
    select ${columns} from requests.request where id = ${id} for no key update
  `.execute(sql);
  return rows[0] && toStored(rows[0]);
}

/** The client's request that one of these references is, if any; the oldest of several. */
export async function findQuoted(
  sql: Sql,
  key: { readonly clientId: string; readonly references: readonly string[] },
): Promise<string | undefined> {
  const { rows } = await query<{ id: string }>`
    select id from requests.request
    where reference = any(${key.references}::text[]) and client_id = ${key.clientId}
    order by id limit 1
  `.execute(sql);
  return rows[0]?.id;
}

/** Requests that are pending though their day is over, as ids in order. */
export async function listLate(sql: Sql, today: string, limit: number): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select id from requests.request
    where status = 'PENDING' and due_on is not null and due_on < ${today}::date
    order by id limit ${limit}
  `.execute(sql);
  return rows.map(({ id }) => id);
}

/** Those of a client's newest `limit` pending requests that are due between two days, both included. */
export async function listExpected(
  sql: Sql,
  key: { readonly clientId: string; readonly from: string; readonly to: string; readonly limit: number },
): Promise<StoredRequest[]> {
  const { rows } = await query<Row>`
    select ${columns} from (
      select * from requests.request where client_id = ${key.clientId} and status = 'PENDING' order by id desc limit ${key.limit}
    ) as request
    where due_on between ${key.from}::date and ${key.to}::date
  `.execute(sql);
  return rows.map(toStored);
}

/** Whether any pending request has a day to miss. */
export async function hasDue(sql: Sql): Promise<boolean> {
  const { rows } = await query`
    select from requests.request where status = 'PENDING' and due_on is not null limit 1
  `.execute(sql);
  return rows.length > 0;
}

/** A credit, as an event of a request shows it. */
export interface EventCredit {
  readonly paymentId: string;
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  /** The payer's account; undefined when the credit does not count. */
  readonly payerAccount?: string | undefined;
}

export interface NewEvent extends Outcome {
  readonly at: Date;
  readonly actor: string | null;
  readonly credit?: EventCredit | undefined;
}

/** Writes what happened to a locked request, and what it made of it. */
export async function recordEvent(sql: Sql, request: StoredRequest, event: NewEvent): Promise<void> {
  const { credit } = event;
  const version = request.version + 1;
  await query`
    insert into requests.request_event (request_id, version, event, status, at, actor, payment_id, amount_minor, currency)
    values (${request.id}, ${version}, ${event.event}, ${event.status}, ${event.at}, ${event.actor},
      ${credit?.paymentId ?? null}, ${credit?.amountMinor.toString() ?? null}::numeric, ${credit?.currency ?? null})
  `.execute(sql);
  await query`
    update requests.request set status = ${event.status}, version = ${version}, updated_at = ${event.at},
      received_minor = ${event.receivedMinor.toString()}::numeric,
      payer_account = coalesce(${credit?.payerAccount ?? null}, payer_account)
    where id = ${request.id}
  `.execute(sql);
}

export interface StoredEvent {
  readonly event: RequestEvent;
  readonly status: ReviewStatus;
  readonly at: Date;
  readonly actor: string | null;
  readonly paymentId: string | null;
  readonly amountMinor: bigint | null;
  readonly currency: CurrencyCode | null;
}

type EventRow = Omit<StoredEvent, 'amountMinor'> & { readonly amountMinor: string | null };

/** What made the request what it is, in order; not what has happened since it was read. */
export async function listEvents(
  sql: Sql,
  { id, version }: Pick<StoredRequest, 'id' | 'version'>,
): Promise<StoredEvent[]> {
  const { rows } = await query<EventRow>`
    select event, status, at, actor, payment_id as "paymentId", amount_minor as "amountMinor", currency
    from requests.request_event where request_id = ${id} and version <= ${version} order by version
  `.execute(sql);
  return rows.map((row) => ({
    ...row,
    amountMinor: row.amountMinor === null ? null : BigInt(row.amountMinor),
  }));
}

/** Whether a payment has been reviewed, with any outcome. */
export async function isKnown(sql: Sql, paymentId: string): Promise<boolean> {
  const { rows } = await query`select from requests.request_event where payment_id = ${paymentId}`.execute(
    sql,
  );
  return rows.length > 0;
}

type ListQuery = EndpointInput<typeof listMoneyRequests>['query'];

/** A page of a client's requests, newest first, and one further when there are more; of some statuses each is walked by itself. */
export async function listPage(
  sql: Sql,
  clientId: string,
  { limit, cursor, accountId, status, search }: ListQuery,
): Promise<StoredRequest[]> {
  const conditions: RawBuilder<unknown>[] = [query`client_id = ${clientId}`];
  if (cursor !== undefined) conditions.push(query`id < ${cursorId(cursor)}`);
  if (accountId !== undefined) conditions.push(query`account_id = ${accountId}`);
  if (search) conditions.push(searchCondition(search));
  const newest = (where: readonly RawBuilder<unknown>[]) => query`
    select * from requests.request where ${query.join([...where], query` and `)} order by id desc limit ${limit + 1}`;
  const found =
    status === undefined
      ? newest(conditions)
      : query`select each.* from unnest(${[...new Set(status.split(','))]}::text[]) as wanted (name)
          cross join lateral (${newest([...conditions, query`status = wanted.name`])}) as each`;
  const { rows } = await query<Row>`
    select ${columns} from (${found}) as request order by id desc limit ${limit + 1}
  `.execute(sql);
  return rows.map(toStored);
}

/** Payer or details contain the text, or the reference does, however it is grouped; or the amount is exactly it. */
function searchCondition(text: string): RawBuilder<unknown> {
  const reference = containing(text.replaceAll(/[\s-]/g, '').toUpperCase());
  const found = [matchesText(query`search`, text), query`reference like ${reference}`];
  const amount = matchesAmount(text);
  if (amount) found.push(amount);
  return query`(${query.join(found, query` or `)})`;
}
