/** Ledger accounts for tests: opened, and optionally funded from the bank's own account. */
import type { CurrencyCode } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { bankAccount, openAccounts, post, type Transfer } from '@calmly/products/ledger/server/index.ts';
import { sql as query } from 'kysely';

/** Opens `count` client accounts, each funded with `fundedMinor`; returns their ids. */
export async function openClientAccounts(
  sql: Sql,
  count: number,
  fundedMinor: bigint,
  currency: CurrencyCode = 'EUR',
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await openAccounts(
    sql,
    ids.map((id) => ({ id, kind: 'client', currency, clientId: newId(), allowNegative: false })),
  );
  if (fundedMinor === 0n) return ids;
  const nostro = await bankAccount(sql, 'nostro', currency);
  const verdicts = await post(
    sql,
    ids.map((id) => transferOf(nostro, id, fundedMinor)),
  );
  if (verdicts.some((verdict) => !verdict.ok)) throw new Error('funding was refused');
  return ids;
}

/** Entries on clients' accounts without a transaction of the account; transfers that a test posted itself are left out. */
export async function entriesWithoutTransaction(sql: Sql): Promise<unknown[]> {
  const { rows } = await query`
    select e.account_id, e.seq, t.code, t.id
    from ledger.entries e
    join ledger.transfers t on t.id = e.transfer_id
    join ledger.accounts a on a.id = e.account_id and a.client_id is not null
    left join transactions.transaction x on x.account_id = e.account_id
      and x.id = case when e.amount > 0 then coalesce(t.credit_subject_id, t.subject_id) else t.subject_id end
    where x.id is null and t.code <> 'test'
  `.execute(sql);
  return rows;
}

/** A transfer with a new id, now. */
export const transferOf = (
  debitAccountId: string,
  creditAccountId: string,
  amountMinor: bigint,
  more: Partial<Transfer> = {},
): Transfer => ({
  id: newId(),
  debitAccountId,
  creditAccountId,
  amountMinor,
  code: 'test',
  at: new Date(),
  ...more,
});

/** The element at `index`; throws if it does not exist. */
export function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`the list has no element ${index}`);
  return item;
}
