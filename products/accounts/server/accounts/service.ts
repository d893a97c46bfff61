/**
 * Functions that other modules use too: open an account, list accounts with balances, require one. Opening creates the account here and in the ledger
 * in one transaction, under one id. Balances are read from the ledger for a whole page at once. For changes by a client, see `changes.ts`.
 * Errors: `not_found` for another client's account.
 */
import type { Account } from '@calmly/contract';
import { type CurrencyCode, formatDecimal, latinName } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { clientName, requireClientActor } from '../../../identity/server/index.ts';
import { balances, openAccounts as openLedgerAccounts } from '../../../ledger/server/index.ts';
import { accountNumberOf, type Bank, correspondentOf, ibanOf } from './bank.ts';
import * as store from './store.ts';

export interface Opening {
  readonly clientId: string;
  readonly currency: CurrencyCode;
  readonly name: string;
  /** Whether the account gets an IBAN in addition to its number. */
  readonly withIban: boolean;
}

/** Opens accounts, in the order given. */
export async function openAccounts(
  work: Pick<Work, 'sql' | 'now' | 'newId'>,
  bank: Bank,
  openings: readonly Opening[],
): Promise<store.AccountRecord[]> {
  const { sql, now } = work;
  const holders = new Map<string, string>();
  for (const { clientId } of openings)
    if (!holders.has(clientId)) holders.set(clientId, await clientName(sql, clientId));
  const serials = await store.nextSerials(sql, openings.length);
  const accounts = openings.map(({ clientId, currency, name, withIban }, index): store.AccountRecord => {
    const number = accountNumberOf(serials[index] ?? 0n);
    return {
      id: work.newId(),
      clientId,
      number,
      iban: withIban ? ibanOf(bank, number) : null,
      currency,
      name,
      holder: holders.get(clientId) ?? '',
      status: 'ACTIVE',
      createdAt: now,
    };
  });
  await openLedgerAccounts(
    sql,
    accounts.map(({ id, currency, clientId }) => ({
      id,
      kind: 'client',
      currency,
      clientId,
      allowNegative: false,
    })),
  );
  await store.insertAccounts(sql, accounts);
  return accounts;
}

/** A page of a client's accounts as the portal shows them: two statements, however many accounts. */
export const listAccounts = async (sql: Sql, bank: Bank, filter: store.PageFilter): Promise<Account[]> =>
  present(sql, bank, await store.listPage(sql, filter));

/** One account of the acting client. */
export async function readAccount(work: Work, bank: Bank, id: string): Promise<Account> {
  const { clientId } = requireClientActor(work);
  return presentOne(work.sql, bank, await requireAccount(work.sql, { clientId, id }));
}

/** An account with its balances and the details for payers. */
export async function presentOne(sql: Sql, bank: Bank, record: store.AccountRecord): Promise<Account> {
  const [account] = await present(sql, bank, [record]);
  if (!account) throw new Error('an account was read and not shown');
  return account;
}

/** The same for a list. */
async function present(sql: Sql, bank: Bank, accounts: readonly store.AccountRecord[]): Promise<Account[]> {
  const balanceOf = await balances(
    sql,
    accounts.map(({ id }) => id),
  );
  return accounts.map((account) => {
    const balance = balanceOf.get(account.id);
    if (!balance) throw new Error(`account ${account.id} is not in the ledger`);
    return toAccount(bank, account, balance);
  });
}

function toAccount(
  bank: Bank,
  account: store.AccountRecord,
  balance: { availableMinor: bigint; postedMinor: bigint; reservedMinor: bigint },
): Account {
  const amount = (minor: bigint) => formatDecimal(minor, account.currency);
  const correspondent = correspondentOf(account.currency);
  return {
    id: account.id,
    number: account.number,
    currency: account.currency,
    name: account.name,
    status: account.status,
    available: amount(balance.availableMinor),
    booked: amount(balance.postedMinor),
    reserved: amount(balance.reservedMinor),
    iban: account.iban,
    holder: account.holder,
    holderLatin: latinName(account.holder) ?? null,
    bic: bank.bic,
    bankName: bank.name,
    bankAddress: bank.address,
    correspondentBank: correspondent?.bank ?? null,
    correspondentBic: correspondent?.bic ?? null,
    createdAt: account.createdAt.toISOString(),
  };
}

/** The client's account with this id. */
export async function requireAccount(
  sql: Sql,
  key: { readonly clientId: string; readonly id: string },
): Promise<store.AccountRecord> {
  const account = (await store.findAccountsById(sql, [key.id])).get(key.id);
  if (account?.clientId !== key.clientId) throw new Problem('not_found');
  return account;
}
