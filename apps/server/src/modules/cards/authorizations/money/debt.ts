/** What merchants collected beyond a card's balance: the bank paid it, and money that reaches the card, or is free again on it, pays it back. */
import { sql as query } from 'kysely';
import type { Sql, Work } from '../../../../platform/work.ts';
import { balances, bankAccount, postAll } from '../../../ledger/index.ts';

/** What is owed on a card's account, in minor units. */
export async function findDebts(
  sql: Sql,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await query<{ accountId: string; amount: string }>`
    select account_id as "accountId", amount_minor::text as amount from cards.debt
    where account_id = any(${accountIds}::uuid[]) and amount_minor > 0`.execute(sql);
  return new Map(rows.map(({ accountId, amount }) => [accountId, BigInt(amount)]));
}

/**
 * Pays back what is owed on a card's account from what is available there, as part of the transaction that brought the money
 * (`subjectId`, a row on this account). The caller holds the card's lock. Returns what was paid back.
 */
export async function repayDebt(
  { sql, now, newId }: Pick<Work, 'sql' | 'now' | 'newId'>,
  { accountId, subjectId }: { readonly accountId: string; readonly subjectId: string },
): Promise<bigint> {
  const owed = (await findDebts(sql, [accountId])).get(accountId) ?? 0n;
  if (owed === 0n) return 0n;
  const balance = (await balances(sql, [accountId])).get(accountId);
  if (!balance) throw new Error(`account ${accountId} is not in the ledger`);
  const available = balance.availableMinor > 0n ? balance.availableMinor : 0n;
  const amountMinor = owed < available ? owed : available;
  if (amountMinor === 0n) return 0n;
  await postAll(sql, [
    {
      id: newId(),
      subjectId,
      debitAccountId: accountId,
      creditAccountId: await bankAccount(sql, 'receivable', balance.currency),
      amountMinor,
      code: 'card_debt',
      at: now,
    },
  ]);
  await query`
    update cards.debt set amount_minor = amount_minor - ${amountMinor.toString()}::numeric where account_id = ${accountId}`.execute(
    sql,
  );
  return amountMinor;
}

/** Notes what the bank has paid for a card. The caller holds the card's lock. */
export async function addDebt(
  sql: Sql,
  { accountId, amountMinor }: { readonly accountId: string; readonly amountMinor: bigint },
): Promise<void> {
  await query`
    insert into cards.debt (account_id, amount_minor) values (${accountId}, ${amountMinor.toString()}::numeric)
    on conflict (account_id) do update set amount_minor = debt.amount_minor + excluded.amount_minor`.execute(
    sql,
  );
}
