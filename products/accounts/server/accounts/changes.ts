/**
 * Changes that a client makes to their own accounts: open, name, close. Opening and closing lock the client, so limits hold under
 * concurrent calls. The ledger decides whether an account is empty, under the lock that postings take. Money that arrives during a
 * closing either arrives first and keeps the account open, or finds it closed and goes to suspense.
 *
 * Errors in the order checked: `not_found`; opening: currency_unknown, account_limit; naming: account_closed, account_changed; closing: account_reserved,
 * account_not_empty, account_last, orders_unknown. Source: server page section 6.
 */
import type { Account } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { requireUnchanged } from '@calmly/platform/edits.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { requireCode } from '../../../identity/server/index.ts';
import { balances, closeAccounts } from '../../../ledger/server/index.ts';
import type { Bank } from './bank.ts';
import { type DependingOrders, stopDepending } from './depending-orders.ts';
import { countPending } from './iban-store.ts';
import { checkClosing, checkOpening, readCurrency } from './rules.ts';
import { openAccounts, presentOne, requireAccount } from './service.ts';
import * as store from './store.ts';

/** `POST /clientaccounts`. */
export async function openOwnAccount(
  work: Work,
  { clientId }: ClientActor,
  bank: Bank,
  input: { readonly currency: string; readonly name: string },
): Promise<Account> {
  const { sql } = work;
  const currency = readCurrency(input.currency);
  if (currency instanceof Problem) throw currency;
  await store.lockAccountsOf(sql, clientId);
  const open = await store.countOpen(sql, clientId, currency);
  const refusal = checkOpening(currency, open.inCurrency + (await countPending(sql, clientId, currency)));
  if (refusal) throw refusal;
  const opening = { clientId, currency, name: input.name, withIban: false };
  const [account] = await openAccounts(work, bank, [opening]);
  if (!account) throw new Error('an account was asked for and not opened');
  await audit(work, {
    action: 'account.opened',
    details: { accountId: account.id, name: account.name, currency },
  });
  await publish(sql, clientId, { topic: 'accounts' });
  return presentOne(sql, bank, account);
}

/** `PUT /clientaccounts/{id}`. */
export async function renameAccount(
  work: Work,
  { clientId }: ClientActor,
  bank: Bank,
  { id, name, before }: { readonly id: string; readonly name: string; readonly before?: string | undefined },
): Promise<Account> {
  const { sql } = work;
  await store.lockAccountsOf(sql, clientId);
  const account = await requireAccount(sql, { clientId, id });
  if (account.status === 'CLOSED') throw new Problem('account_closed');
  requireUnchanged(before, account.name, 'account_changed');
  if (account.name !== name) {
    await store.updateName(sql, id, name);
    await audit(work, { action: 'account.renamed', details: { accountId: id, before: account.name, name } });
    await publish(sql, clientId, { topic: 'accounts' });
  }
  return presentOne(sql, bank, { ...account, name });
}

/** `DELETE /clientaccounts/{id}`, together with the orders that pay from it; closing again changes nothing. */
export async function closeAccount(
  work: Work,
  actor: ClientActor,
  { bank, orders }: { readonly bank: Bank; readonly orders: DependingOrders },
  { id, known }: { readonly id: string; readonly known: string | undefined },
): Promise<Account> {
  const { sql, now } = work;
  const { clientId } = actor;
  const on = { clientId, accountId: id };
  await store.lockAccountsOf(sql, clientId);
  const locked = await orders.lock(sql, on);
  const account = await requireAccount(sql, { clientId, id });
  if (account.status === 'CLOSED') return presentOne(sql, bank, account);
  const refusal = await findClosingRefusal(work, account);
  if (refusal) throw refusal;
  await stopDepending(work, actor, orders, { on, locked, known });
  await requireCode(work, {
    summary: {
      en: `Close account ${account.name}, ${account.number}`,
      ru: `Закрыть счёт ${account.name}, ${account.number}`,
    },
    snapshot: '',
    money: 'stays',
  });
  const closed = await closeAccounts(sql, [id], now);
  // Money has arrived meanwhile, so the error states the current amount.
  if (!closed.has(id))
    throw (await findClosingRefusal(work, account)) ?? new Error(`account ${id} is empty and stays open`);
  await store.markClosed(sql, id, now);
  await audit(work, {
    action: 'account.closed',
    details: { accountId: id, name: account.name, currency: account.currency, number: account.number },
  });
  await publish(sql, clientId, { topic: 'accounts' });
  return presentOne(sql, bank, { ...account, status: 'CLOSED' });
}

async function findClosingRefusal({ sql }: Work, account: store.AccountRecord) {
  const balance = (await balances(sql, [account.id])).get(account.id);
  if (!balance) throw new Error(`account ${account.id} is not in the ledger`);
  const { all: openAccounts } = await store.countOpen(sql, account.clientId, account.currency);
  return checkClosing({ account, ...balance, openAccounts });
}
