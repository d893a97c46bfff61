/** Amounts collected beyond a card's balance: the bank paid them, and money that reaches the card, or is released on it, repays them. */

import type { Sql, Work } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { balances, bankAccount, postAll } from '../../../../ledger/server/index.ts';

/** The debt of a card's account, in minor units. */
export async function findDebts(
  sql: Sql,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await query<{ accountId: string; amount: string }>`
    select account_id as "accountId", amount_minor::text as amount from cards.debt
    where account_id = any(${accountIds}::uuid[]) and amount_minor > 0`.execute(sql);
  return new Map(rows.map(({ accountId, amount }) => [accountId, BigInt(amount)]));
}

/** The part of a card's debt that one payment caused. */
interface DebtPart {
  readonly subjectId: string;
  readonly amountMinor: bigint;
}

/** Oldest first. */
async function lockParts(sql: Sql, accountId: string): Promise<DebtPart[]> {
  const { rows } = await query<{ subjectId: string; amount: string }>`
    select authorization_id as "subjectId", amount_minor::text as amount from cards.debt_part
    where account_id = ${accountId} order by authorization_id for update`.execute(sql);
  return rows.map(({ subjectId, amount }) => ({ subjectId, amountMinor: BigInt(amount) }));
}

async function lowerPart(sql: Sql, { subjectId, amountMinor }: DebtPart): Promise<void> {
  await query`
    with paid as (
      delete from cards.debt_part where authorization_id = ${subjectId} and amount_minor = ${String(amountMinor)}::numeric
    )
    update cards.debt_part set amount_minor = amount_minor - ${String(amountMinor)}::numeric
    where authorization_id = ${subjectId} and amount_minor > ${String(amountMinor)}::numeric`.execute(sql);
}

/** The repayment of each part, in order. Pure. */
function repaymentsOf(parts: readonly DebtPart[], amountMinor: bigint): DebtPart[] {
  let leftMinor = amountMinor;
  return parts.flatMap((part) => {
    const repaidMinor = part.amountMinor < leftMinor ? part.amountMinor : leftMinor;
    leftMinor -= repaidMinor;
    return repaidMinor > 0n ? [{ ...part, amountMinor: repaidMinor }] : [];
  });
}

/**
 * Repays the debt of a card's account from its available balance, each part under the payment that caused it. A debt without parts is repaid as part
 * of the transaction that brought the money (`subjectId`, a row on this account). The caller holds the card's lock. Returns the repaid amount.
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
  const parts = await lockParts(sql, accountId);
  const inParts = parts.reduce((sum, part) => sum + part.amountMinor, 0n);
  const [rest] = repaymentsOf([{ subjectId, amountMinor: owed - inParts }], amountMinor);
  const repayments = repaymentsOf(parts, amountMinor - (rest?.amountMinor ?? 0n));
  const creditAccountId = await bankAccount(sql, 'receivable', balance.currency);
  await postAll(
    sql,
    [...(rest ? [rest] : []), ...repayments].map((repayment) => ({
      ...repayment,
      id: newId(),
      debitAccountId: accountId,
      creditAccountId,
      code: 'card_debt',
      at: now,
    })),
  );
  for (const repayment of repayments) await lowerPart(sql, repayment);
  await query`
    update cards.debt set amount_minor = amount_minor - ${amountMinor.toString()}::numeric where account_id = ${accountId}`.execute(
    sql,
  );
  return amountMinor;
}

/** Records what the bank has paid for a card's payment. The caller holds the card's lock. */
export async function addDebt(
  sql: Sql,
  { accountId, subjectId, amountMinor }: DebtPart & { readonly accountId: string },
): Promise<void> {
  await query`
    insert into cards.debt (account_id, amount_minor) values (${accountId}, ${amountMinor.toString()}::numeric)
    on conflict (account_id) do update set amount_minor = debt.amount_minor + excluded.amount_minor`.execute(
    sql,
  );
  await query`
    insert into cards.debt_part (authorization_id, account_id, amount_minor)
    values (${subjectId}, ${accountId}, ${amountMinor.toString()}::numeric)
    on conflict (authorization_id) do update set amount_minor = debt_part.amount_minor + excluded.amount_minor`.execute(
    sql,
  );
}
