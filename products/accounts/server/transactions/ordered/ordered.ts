/** What people ordered from a client's accounts, and from where; newest first, below an id. SQL only. */
import type { PaymentScheme } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';
import { newestShown, type Viewer } from '../confidential/audience.ts';

export interface OrderedTransaction {
  readonly id: string;
  readonly number: string;
  readonly at: Date;
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  readonly scheme: PaymentScheme;
  readonly creditorName: string;
  readonly creditorAccount: string;
  readonly reference: string;
  /** What the other account got, where it is in another currency. */
  readonly converted: { readonly amountMinor: bigint; readonly currency: CurrencyCode } | null;
  readonly personId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export interface OrderedQuery {
  readonly viewer: Viewer;
  readonly personId: string | undefined;
  /** Ids from here on, and below. */
  readonly fromId: string | undefined;
  readonly belowId: string | undefined;
  readonly limit: number;
}

/** Only rows that a person ordered. `amountMinor` is without the fee. */
export async function listOrdered(db: Sql, query: OrderedQuery): Promise<OrderedTransaction[]> {
  const conditions: RawBuilder<unknown>[] = [
    sql`client_id = ${query.viewer.clientId}`,
    sql`direction = 'DEBIT'`,
    query.personId === undefined ? sql`initiator_id is not null` : sql`initiator_id = ${query.personId}`,
  ];
  if (query.fromId !== undefined) conditions.push(sql`id >= ${query.fromId}`);
  if (query.belowId !== undefined) conditions.push(sql`id < ${query.belowId}`);
  const { rows } = await sql<
    Omit<OrderedTransaction, 'amountMinor' | 'converted'> & {
      amountMinor: string;
      convertedMinor: string | null;
      convertedCurrency: CurrencyCode | null;
    }
  >`
    select id, number, created_at as at, amount_minor as "amountMinor", currency, scheme, creditor_name as "creditorName",
      creditor_account as "creditorAccount", reference, converted_minor::text as "convertedMinor", converted_currency as "convertedCurrency",
      initiator_id as "personId", initiator_ip as ip, initiator_agent as "userAgent"
    from (${newestShown(query.viewer, { columns: sql`*`, within: sql.join(conditions, sql` and `), limit: query.limit })}) as newest order by id desc
  `.execute(db);
  return rows.map(({ convertedMinor, convertedCurrency, ...row }) => ({
    ...row,
    amountMinor: BigInt(row.amountMinor),
    converted:
      convertedMinor !== null && convertedCurrency !== null
        ? { amountMinor: BigInt(convertedMinor), currency: convertedCurrency }
        : null,
  }));
}
