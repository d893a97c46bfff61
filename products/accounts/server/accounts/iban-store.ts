/** SQL of IBAN requests: one open at a time per client and currency. No decisions. */
import type { IbanRequest } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface IbanRequestRecord extends Omit<IbanRequest, 'currency' | 'createdAt' | 'decidedAt'> {
  readonly clientId: string;
  readonly currency: CurrencyCode;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

export interface IbanRequestKey {
  readonly clientId: string;
  readonly id: string;
}

const selection = query`
  select r.id, r.client_id as "clientId", r.currency, r.status, r.account_id as "accountId",
    case when r.status = 'ISSUED' then a.iban end as iban, r.reason, r.created_at as "createdAt", r.decided_at as "decidedAt"
  from accounts.iban_request r left join accounts.account a on a.id = r.account_id`;

/** Fails on a second open request in the currency (unique index): lock the client's accounts and check `isPending` first. */
export async function insertIbanRequest(
  sql: Sql,
  request: IbanRequestKey & { currency: CurrencyCode; accountId: string | null; createdAt: Date },
): Promise<void> {
  await query`
    insert into accounts.iban_request (client_id, id, currency, account_id, created_at)
    values (${request.clientId}, ${request.id}, ${request.currency}, ${request.accountId}, ${request.createdAt})
  `.execute(sql);
}

/** Whether a request in the currency is in progress. */
export async function isPending(sql: Sql, clientId: string, currency: CurrencyCode): Promise<boolean> {
  const { rows } = await query`
    select from accounts.iban_request
    where client_id = ${clientId} and currency = ${currency} and status = 'REQUESTED'
  `.execute(sql);
  return rows.length > 0;
}

/** Accounts in the currency that will be opened when their IBAN is issued. */
export async function countPending(sql: Sql, clientId: string, currency: CurrencyCode): Promise<number> {
  const { rows } = await query`
    select from accounts.iban_request
    where client_id = ${clientId} and currency = ${currency} and status = 'REQUESTED' and account_id is null
  `.execute(sql);
  return rows.length;
}

/** Locked until the transaction ends. Undefined for another client's request. */
export async function lockIbanRequest(
  sql: Sql,
  { clientId, id }: IbanRequestKey,
): Promise<IbanRequestRecord | undefined> {
  const { rows } = await query<IbanRequestRecord>`
    ${selection} where r.client_id = ${clientId} and r.id = ${id} for update of r
  `.execute(sql);
  return rows[0];
}

/** Does not check the status: lock the request first. The account's own IBAN is written separately. */
export async function decideIbanRequest(
  sql: Sql,
  { clientId, id }: IbanRequestKey,
  decision: {
    status: 'ISSUED' | 'REFUSED';
    accountId: string | null;
    reason: IbanRequest['reason'];
    at: Date;
  },
): Promise<void> {
  await query`
    update accounts.iban_request
    set status = ${decision.status}, account_id = ${decision.accountId}, reason = ${decision.reason}, decided_at = ${decision.at}
    where client_id = ${clientId} and id = ${id}
  `.execute(sql);
}

/** Newest first. */
export async function listIbanRequests(
  sql: Sql,
  page: { clientId: string; limit: number; before: string | undefined },
): Promise<IbanRequestRecord[]> {
  const { rows } = await query<IbanRequestRecord>`
    ${selection}
    where r.client_id = ${page.clientId} and ${page.before === undefined ? query`true` : query`r.id < ${page.before}`}
    order by r.id desc limit ${page.limit}
  `.execute(sql);
  return rows;
}
