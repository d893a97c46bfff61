/** Ledger accounts for tests: opened, and funded from the bank's own account where wanted. */
import type { CurrencyCode } from '@calmly/domain';
import { bankAccount, openAccounts, post, type Transfer } from '../../src/modules/ledger/index.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Sql } from '../../src/platform/work.ts';

/** Opens `count` client accounts, each funded with `fundedMinor`; answers their ids. */
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

/** The element at `index`; a test that asks for one that is not there is wrong. */
export function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`the list has no element ${index}`);
  return item;
}
