/** The problem for a movement that the ledger refused. */
import { type CurrencyCode, displayAmount } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { balances, type Verdict } from '../../../ledger/server/index.ts';

/** Closed, or short of money, with the needed and available amounts. Anything else is a defect. */
export async function refusalOf(
  sql: Sql,
  reason: Extract<Verdict, { ok: false }>['reason'],
  account: { readonly id: string; readonly currency: CurrencyCode },
  neededMinor: bigint,
): Promise<Problem> {
  if (reason === 'account_closed') return new Problem('account_closed');
  if (reason !== 'insufficient_funds')
    return new Problem('internal', { cause: new Error(`the ledger refused a movement: ${reason}`) });
  const available = (await balances(sql, [account.id])).get(account.id)?.availableMinor ?? 0n;
  const text = (minor: bigint) => displayAmount(minor, account.currency).text;
  return new Problem('insufficient_balance', {
    params: { needed: text(neededMinor), available: text(available) },
  });
}

/**
 * Refuses a movement that the account cannot cover now, before a code is requested; the ledger decides when the money moves. Errors:
 * `insufficient_balance`.
 */
export async function requireFunds(
  sql: Sql,
  account: { readonly id: string; readonly currency: CurrencyCode },
  neededMinor: bigint,
): Promise<void> {
  const available = (await balances(sql, [account.id])).get(account.id)?.availableMinor ?? 0n;
  if (available < neededMinor) throw await refusalOf(sql, 'insufficient_funds', account, neededMinor);
}
