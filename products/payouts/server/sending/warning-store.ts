/** SQL of the warnings of rows to be paid. No decisions here. */
import type { CurrencyCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { Remark } from '../row.ts';

export interface WarnableRow {
  readonly position: number;
  readonly name: string;
  readonly account: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly payeeId: string | null;
  /** The account that is to become a payee. */
  readonly newPayee: string | null;
  readonly warnings: readonly Remark[];
  /** The first row that pays the same. */
  readonly samePaymentAs: number | null;
  readonly paymentKey: bigint | null;
  /** Its name has not been compared with its account yet. */
  readonly isUncompared: boolean;
}

/** Serialises confirmations of a client until the transaction ends, so that each sees the files and payments confirmed before. */
export async function lockConfirmations(sql: Sql, clientId: string): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended(${`payouts:${clientId}`}, 0))`.execute(sql);
}

/** Rows without a fault from a position on. */
export async function listWarnable(
  sql: Sql,
  payoutId: string,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<WarnableRow[]> {
  const { rows } = await query<
    Omit<WarnableRow, 'amountMinor' | 'paymentKey'> & { amountMinor: string; paymentKey: string | null }
  >`
    select position, coalesce(cells ->> 'name', '') as name, account, currency, amount_minor::text as "amountMinor", payee_id as "payeeId",
      new_payee as "newPayee", warnings, same_payment_as as "samePaymentAs",
      payment_key::text as "paymentKey", name_check_of is not null as "isUncompared"
    from payouts.row where payout_id = ${payoutId} and position >= ${from} and not has_fault order by position limit ${limit}
  `.execute(sql);
  return rows.map((row) => ({
    ...row,
    amountMinor: BigInt(row.amountMinor),
    paymentKey: row.paymentKey === null ? null : BigInt(row.paymentKey),
  }));
}
