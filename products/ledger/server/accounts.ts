/**
 * Ledger accounts and their balances, by list. An account holds one currency. A client owns accounts of the kinds `client`, `card` and `wallet`; the
 * bank's own (nostro, fees, suspense, fx, custody, receivable) exist once per kind and currency and are opened on demand. Amounts are minor units.
 */
import { type CurrencyCode, isCurrency } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { binaryUuids } from '@calmly/platform/postgres/values.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';

type OwnedAccountKind = 'client' | 'card' | 'wallet';
type BankAccountKind = 'nostro' | 'fees' | 'suspense' | 'fx' | 'custody' | 'receivable';

type NewAccount = {
  readonly id: string;
  readonly currency: CurrencyCode;
  /** Whether it may be overdrawn: never a client's account, except with a credit line. */
  readonly allowNegative: boolean;
} & (
  | { readonly kind: OwnedAccountKind; readonly clientId: string }
  | { readonly kind: BankAccountKind; readonly clientId: null }
);

/** The three figures of a balance. The bank's own accounts may be negative. */
interface Balance {
  readonly currency: CurrencyCode;
  /** Credits less debits. */
  readonly postedMinor: bigint;
  /** Held by open reservations. */
  readonly reservedMinor: bigint;
  /** Available to spend: posted less reserved. */
  readonly availableMinor: bigint;
}

/** Opens empty accounts. An existing id or bank account is an error of the caller. */
export async function openAccounts(sql: Sql, accounts: readonly NewAccount[]): Promise<void> {
  if (accounts.length === 0) return;
  await query`
    insert into ledger.accounts (id, kind, currency, client_id, allow_negative)
    select * from unnest(
      ${accounts.map((account) => account.id)}::uuid[],
      ${accounts.map((account) => account.kind)}::text[],
      ${accounts.map((account) => account.currency)}::text[],
      ${accounts.map((account) => account.clientId)}::uuid[],
      ${accounts.map((account) => account.allowNegative)}::boolean[])`.execute(sql);
}

/** A client's card accounts with their currencies. */
export async function cardAccountsOf(
  sql: Sql,
  clientId: string,
): Promise<Array<{ readonly id: string; readonly currency: CurrencyCode }>> {
  const { rows } = await query<{ id: string; currency: CurrencyCode }>`
    select id, currency from ledger.accounts where client_id = ${clientId} and kind = 'card'`.execute(sql);
  return rows;
}

/** Closes those of the accounts that are open and empty; returns their ids. Nothing can be posted to a closed account. */
export async function closeAccounts(
  sql: Sql,
  ids: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  // In id order like a posting, so that the two cannot deadlock.
  const { rows } = await query<{ id: string }>`
    with locked as (select id from ledger.accounts where id = any(${ids}::uuid[]) order by id for no key update)
    update ledger.accounts a set closed_at = ${at} from locked
    where a.id = locked.id and a.closed_at is null and a.credits = a.debits and a.reserved = 0
    returning a.id`.execute(sql);
  return new Set(rows.map((row) => row.id));
}

/** A kind and currency of which the bank has one account. */
export type BankAccount = readonly [kind: BankAccountKind, currency: CurrencyCode];

/** The ids of the bank's accounts by kind and currency; missing ones are opened. */
export async function bankAccounts(
  sql: Sql,
  wanted: readonly BankAccount[],
): Promise<(...of: BankAccount) => string> {
  const asked = new Map(wanted.map((of) => [keyOf(of), of]));
  const found = await findBankAccounts(sql, [...asked.values()]);
  const missing = [...asked.values()].filter((of) => !found.has(keyOf(of)));
  if (missing.length > 0) {
    await openBankAccounts(sql, missing);
    for (const [key, id] of await findBankAccounts(sql, missing)) found.set(key, id);
  }
  return (...of) => {
    const id = found.get(keyOf(of));
    if (id === undefined) throw new Error(`the bank's account ${keyOf(of)} was not asked for`);
    return id;
  };
}

/** The id of one bank account. */
export const bankAccount = async (sql: Sql, ...of: BankAccount): Promise<string> =>
  (await bankAccounts(sql, [of]))(...of);

const keyOf = ([kind, currency]: BankAccount) => `${kind} ${currency}`;

const bankAccountArrays = (wanted: readonly BankAccount[]) => query`
  ${wanted.map(([kind]) => kind)}::text[], ${wanted.map(([, currency]) => currency)}::text[]`;

async function findBankAccounts(sql: Sql, wanted: readonly BankAccount[]): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await query<{ key: string; id: string }>`
    select kind || ' ' || currency as key, id from ledger.accounts
    join unnest(${bankAccountArrays(wanted)}) as wanted (kind, currency) using (kind, currency)
    where client_id is null`.execute(sql);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

async function openBankAccounts(sql: Sql, missing: readonly BankAccount[]): Promise<void> {
  await query`
    insert into ledger.accounts (id, kind, currency, client_id, allow_negative)
    select id, kind, currency, null, true
    from unnest(${missing.map(() => newId())}::uuid[], ${bankAccountArrays(missing)}) as missing (id, kind, currency)
    order by kind, currency
    on conflict (kind, currency) where client_id is null do nothing`.execute(sql);
}

/** The balances of the bank's own accounts of a kind, by currency. */
export async function bankBalances(sql: Sql, kind: BankAccountKind): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await query<{ currency: string; posted: string }>`
    select currency, (credits - debits)::text as posted from ledger.accounts where kind = ${kind} and client_id is null`.execute(
    sql,
  );
  return new Map(rows.map(({ currency, posted }) => [currency, BigInt(posted)]));
}

/**
 * Locks accounts until the open transaction ends. For callers of several ledger functions in one transaction: each function locks its own accounts in
 * id order, but two functions in sequence make two orders, which may deadlock.
 */
export async function lockAccounts(sql: Sql, ids: readonly string[]): Promise<void> {
  await query`select ledger.lock_accounts(${ids}::uuid[])`.execute(sql);
}

/**
 * Locks reservations until the open transaction ends. For callers that draw on them after locking accounts for something else, because `draw` locks
 * before accounts everywhere.
 */
export async function lockReservations(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await query`
    select from ledger.reservations where id = any(${binaryUuids([...ids])}::uuid[]) order by id for no key update`.execute(
    sql,
  );
}

/** Balances by account id; an unknown id is absent. Takes no lock, so decide on funds only with `post` or `reserve`. */
export const balances = (sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Balance>> =>
  balancesOf(sql, query`${binaryUuids(ids)}::uuid[]`);

/** The same for the accounts returned by a query of ids. */
export const balancesIn = (sql: Sql, ids: RawBuilder<unknown>): Promise<ReadonlyMap<string, Balance>> =>
  balancesOf(sql, query`array(${ids})`);

async function balancesOf(sql: Sql, ids: RawBuilder<unknown>): Promise<ReadonlyMap<string, Balance>> {
  const { rows } = await query<{ id: string; currency: string; posted: string; reserved: string }>`
    select id, currency, (credits - debits)::text as posted, reserved::text as reserved
    from ledger.accounts where id = any(${ids})`.execute(sql);
  return new Map(rows.map((row) => [row.id, toBalance(row)]));
}

function toBalance(row: { currency: string; posted: string; reserved: string }): Balance {
  if (!isCurrency(row.currency)) throw new Error(`unknown currency ${row.currency} in the ledger`);
  const postedMinor = BigInt(row.posted);
  const reservedMinor = BigInt(row.reserved);
  return { currency: row.currency, postedMinor, reservedMinor, availableMinor: postedMinor - reservedMinor };
}

/** An account's newest entry, its totals, and its available balance. */
export interface Position {
  /** Number of the newest entry; 0 before the first. */
  readonly seq: bigint;
  readonly availableMinor: bigint;
  /** The totals of all credits and debits. */
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  /** Whether it accepts no more entries. */
  readonly isClosed: boolean;
}

/** Positions by account id; an unknown id is absent. Takes no lock. */
export async function positions(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Position>> {
  const { rows } = await query<{
    id: string;
    seq: string;
    available: string;
    credits: string;
    debits: string;
    isClosed: boolean;
  }>`
    select id, last_seq::text as seq, (credits - debits - reserved)::text as available, credits::text as credits,
      debits::text as debits, closed_at is not null as "isClosed"
    from ledger.accounts where id = any(${ids}::uuid[])`.execute(sql);
  return new Map(
    rows.map(({ id, seq, available, credits, debits, isClosed }) => [
      id,
      {
        seq: BigInt(seq),
        availableMinor: BigInt(available),
        inMinor: BigInt(credits),
        outMinor: BigInt(debits),
        isClosed,
      },
    ]),
  );
}

/** The amounts these reservations still hold, by id; one that is not open is absent. */
export async function openReservations(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await query<{ id: string; held: string }>`
    select id, (amount - drawn)::text as held from ledger.reservations
    where id = any(${ids}::uuid[]) and status = 'open'`.execute(sql);
  return new Map(rows.map(({ id, held }) => [id, BigInt(held)]));
}
