/** SQL of accounts: holder, number, IBAN, name. No decisions, no balances. */
import { type CurrencyCode, normaliseIban } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';

export interface AccountRecord {
  /** The id that the ledger uses, too. */
  readonly id: string;
  readonly clientId: string;
  readonly number: string;
  readonly iban: string | null;
  readonly currency: CurrencyCode;
  /** The client's name for it. */
  readonly name: string;
  /** The holder's name shown to payers. */
  readonly holder: string;
  readonly status: 'ACTIVE' | 'CLOSED';
  readonly createdAt: Date;
}

const columns = query`
  a.id, a.client_id as "clientId", a.number, a.iban, a.currency, a.name, a.holder, a.status, a.created_at as "createdAt"`;

/** The stored and compared form of numbers and IBANs. */

/** Ascending. From a sequence, so numbers taken by a transaction that is rolled back are lost. */
export async function nextSerials(sql: Sql, count: number): Promise<bigint[]> {
  const { rows } = await query<{ serial: bigint }>`
    select nextval('accounts.account_serial') as serial from generate_series(1, ${count})
  `.execute(sql);
  return rows.map((row) => row.serial);
}

/** The ledger's accounts of the same ids must be opened in the same transaction. */
export async function insertAccounts(sql: Sql, list: readonly AccountRecord[]): Promise<void> {
  await query`
    insert into accounts.account (id, client_id, number, iban, currency, name, holder, status, created_at)
    select id, "clientId", number, iban, currency, name, holder, status, "createdAt"
    from json_to_recordset(${JSON.stringify(list)}::json) as a(id uuid, "clientId" uuid, number text, iban text,
      currency text, name text, holder text, status text, "createdAt" timestamptz)
  `.execute(sql);
}

export interface PageFilter {
  readonly clientId: string;
  readonly limit: number;
  /** Only ids after this one. */
  readonly after: string | undefined;
  readonly currency: string | undefined;
  readonly status?: AccountRecord['status'] | undefined;
  /** Restricts the result to these ids; undefined: all. */
  readonly among?: readonly string[] | undefined;
}

/** The client's accounts, oldest first, so that the main one stays on top. */
export async function listPage(sql: Sql, filter: PageFilter): Promise<AccountRecord[]> {
  const { clientId, limit, after, currency, status, among } = filter;
  const { rows } = await query<AccountRecord>`
    select ${columns} from accounts.account a
    where a.client_id = ${clientId}
      and ${after === undefined ? query`true` : query`a.id > ${after}`}
      and ${currency === undefined ? query`true` : query`a.currency = ${currency}`}
      and ${status === undefined ? query`true` : query`a.status = ${status}`}
      and ${among === undefined ? query`true` : query`a.id = any(${among}::uuid[])`}
    order by a.id limit ${limit}
  `.execute(sql);
  return rows;
}

/** Locks the client's accounts against opening and closing until the transaction ends. */
export async function lockAccountsOf(sql: Sql, clientId: string): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended(${`accounts:${clientId}`}, 0))`.execute(sql);
}

/** The number of a client's open accounts, in total and in a currency. */
export async function countOpen(
  sql: Sql,
  clientId: string,
  currency: CurrencyCode,
): Promise<{ all: number; inCurrency: number }> {
  const { rows } = await query<{ all: number; inCurrency: number }>`
    select count(*)::int as all, (count(*) filter (where currency = ${currency}))::int as "inCurrency"
    from accounts.account where client_id = ${clientId} and status = 'ACTIVE'
  `.execute(sql);
  return rows[0] ?? { all: 0, inCurrency: 0 };
}

export async function updateName(sql: Sql, id: string, name: string): Promise<void> {
  await query`update accounts.account set name = ${name} where id = ${id}`.execute(sql);
}

/** Overwrites an existing IBAN: the caller has locked the client's accounts and checked. */
export async function updateIban(sql: Sql, id: string, iban: string): Promise<void> {
  await query`update accounts.account set iban = ${iban} where id = ${id}`.execute(sql);
}

/** Only for the client's view: the ledger closes its account first, if it is empty. */
export async function markClosed(sql: Sql, id: string, at: Date): Promise<void> {
  await query`update accounts.account set status = 'CLOSED', closed_at = ${at} where id = ${id}`.execute(sql);
}

/** All accounts of a client, including closed ones, which are part of its history. */
export async function listOfClient(sql: Sql, clientId: string): Promise<AccountRecord[]> {
  const { rows } = await query<AccountRecord>`
    select ${columns} from accounts.account a where a.client_id = ${clientId} order by a.id
  `.execute(sql);
  return rows;
}

export interface AccountKey {
  readonly clientId: string;
  readonly numberOrIban: string;
}

/** Accounts by owner and number or IBAN, in the order asked; undefined if the client has no such account. */
export async function findAccounts(
  sql: Sql,
  keys: readonly AccountKey[],
): Promise<Array<AccountRecord | undefined>> {
  const found = await findAccountsByNumberOrIban(
    sql,
    keys.map((key) => key.numberOrIban),
  );
  return found.map((account, index) => (account?.clientId === keys[index]?.clientId ? account : undefined));
}

/** The ids of these accounts, as a query. */
export const idsByNumberOrIban = (numbersOrIbans: readonly string[]): RawBuilder<unknown> => {
  const wanted = numbersOrIbans.map(normaliseIban);
  return query`
    select id from accounts.account where number = any(${wanted}::text[])
    union all select id from accounts.account where iban = any(${wanted}::text[])`;
};

/** Accounts of any client by number or IBAN, in the order asked; undefined if this bank has no such account. */
export async function findAccountsByNumberOrIban(
  sql: Sql,
  numbersOrIbans: readonly string[],
): Promise<Array<AccountRecord | undefined>> {
  const wanted = numbersOrIbans.map(normaliseIban);
  const { rows } = await query<AccountRecord>`
    select ${columns} from accounts.account a where a.number = any(${wanted}::text[])
    union all
    select ${columns} from accounts.account a where a.iban = any(${wanted}::text[])
  `.execute(sql);
  const found = new Map<string, AccountRecord>();
  for (const account of rows) {
    found.set(account.number, account);
    if (account.iban !== null) found.set(account.iban, account);
  }
  return wanted.map((text) => found.get(text));
}

/** Accounts by id, of any client. */
export async function findAccountsById(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, AccountRecord>> {
  const { rows } = await query<AccountRecord>`
    select ${columns} from accounts.account a where a.id = any(${ids}::uuid[])
  `.execute(sql);
  return new Map(rows.map((account) => [account.id, account]));
}

/** In capitals without spaces, including those of closed accounts. */
export async function findOwnIbans(sql: Sql, clientId: string): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ iban: string }>`
    select iban from accounts.account where client_id = ${clientId} and iban is not null
  `.execute(sql);
  return new Set(rows.map((row) => row.iban));
}
