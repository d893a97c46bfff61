/**
 * The list: newest first, filtered, one page at a time below a cursor; and its sums.
 *
 * Every plan walks an index in id order. Status, amount and text are checked on each row, for at most `lookBack` rows a page, so that a
 * page costs the same whether ten thousand or ten million rows are stored. A page that stops there is short and says how far it looked;
 * the cursor continues from there.
 */
import type { PaymentsFilter } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import { timeOfId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';
import { newestShown } from '../confidential/audience.ts';
import { type TransactionRow, toTransaction, transactionColumns } from '../store.ts';
import type { ListedTransaction } from '../transaction.ts';
import { type Conditions, conditionsOf, type Whose } from './filter.ts';

export interface PageQuery extends PaymentsFilter {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface Page {
  readonly transactions: readonly ListedTransaction[];
  /** The last id looked at; undefined at the end of the list. */
  readonly cursor: string | undefined;
  /** The page stopped before it was full: older rows were not looked at. */
  readonly lookedBackTo: Date | undefined;
}

/** How many rows a page looks at. */
export const lookBack = 3_000;
/** How many rows sums look at: they are computed again after each change that the list shows. */
const sumsLookBack = 50_000;

type ListedRow = TransactionRow & Required<Pick<ListedTransaction, 'returnPart'>>;
type PageRow = (ListedRow | { readonly id: null }) & { readonly lookedTo?: string | null };

/** A row of the list. The part in a return is looked up for the rows of the page only. */
const listedColumns = sql`${transactionColumns}, case
  when status <> 'EXECUTED' then null
  when direction = 'DEBIT' then (select 'ORIGINAL' from transactions.returned where payment_id = id)
  else (select 'CREDIT' from transactions.returned where credit_id = id)
end as "returnPart"`;

/** A page, newest first. */
export async function listPage(db: Sql, whose: Whose, query: PageQuery): Promise<Page> {
  return readPage(db, conditionsOf(whose, query), query.limit);
}

/** The same of any conditions. */
export async function readPage(db: Sql, conditions: Conditions, limit: number): Promise<Page> {
  const { rows } = await statementOf(conditions, limit).execute(db);
  const found = rows.flatMap((row) =>
    row.id === null ? [] : [{ ...toTransaction(row), returnPart: row.returnPart }],
  );
  const transactions = found.slice(0, limit);
  if (found.length > limit) return { transactions, cursor: transactions.at(-1)?.id, lookedBackTo: undefined };
  const lookedTo = rows[0]?.lookedTo ?? undefined;
  return {
    transactions,
    cursor: lookedTo,
    lookedBackTo: lookedTo === undefined ? undefined : timeOfId(lookedTo),
  };
}

/** The statement of a page. One extra row shows that another page follows; on a short page each row names the last id looked at. */
export const pageStatement = (whose: Whose, query: PageQuery): RawBuilder<PageRow> =>
  statementOf(conditionsOf(whose, query), query.limit);

function statementOf(conditions: Conditions, limit: number): RawBuilder<PageRow> {
  const { fits } = conditions;
  const rows = limit + 1;
  if (fits === undefined)
    return sql<PageRow>`select ${listedColumns} from (${newest(conditions, rows)}) as looked order by id desc`;
  return sql<PageRow>`
    select page.*, case when count(page.id) over () < ${rows} then ${lastLookedAt(conditions, lookBack)} end as "lookedTo"
    from (values (1)) as always left join lateral (
      select ${listedColumns}
      from (${newest(conditions, lookBack)}) as looked
      where ${fits} order by id desc limit ${rows}
    ) as page on true
    order by page.id desc
  `;
}

/** Part of the range is who sees a row: a page counts and names only rows that it may show. */
const newest = (
  { viewer, within }: Conditions,
  limit: number,
  columns: RawBuilder<unknown> = sql`*`,
): RawBuilder<unknown> => newestShown(viewer, { columns, within, limit });

/** The last of `count` rows in the range, if there are that many and it is the client's. */
const lastLookedAt = (conditions: Conditions, count: number): RawBuilder<string | null> => sql`(
  select id from (
    select id, client_id from (${newest(conditions, count, sql`id, client_id`)}) as looked order by id desc offset ${count - 1} limit 1
  ) as last where ${conditions.owner}
)`;

/** Whether money has moved or will move, never will, or needs an approval. */
export type Fate = 'moves' | 'failed' | 'awaiting';

export interface Sums {
  readonly currency: CurrencyCode;
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly fate: Fate;
  /** Between accounts of the same client, exchanges included. */
  readonly own: boolean;
  readonly count: number;
  readonly amountMinor: bigint;
  readonly feesMinor: bigint;
}

/**
 * What moved is summed without the bank's fees, and those are summed apart: a fee that the payee bears is part of the amount that was ordered, and the
 * fee of a card is a row of its own. So the sums together are what the accounts gained or lost.
 *
 * Over the newest `sumsLookBack` rows of the range; `countedFrom` is set when there are more.
 */
export async function sumPayments(
  db: Sql,
  whose: Whose,
  query: PaymentsFilter,
  failedStatuses: readonly string[],
): Promise<{ readonly sums: readonly Sums[]; readonly countedFrom: Date | undefined }> {
  const conditions = conditionsOf(whose, query);
  const { fits } = conditions;
  const [{ rows }, { rows: reached }] = await Promise.all([
    sql<Omit<Sums, 'amountMinor' | 'feesMinor'> & { amountMinor: string; feesMinor: string }>`
      select currency, direction, fate, own, count(*)::integer as count,
        sum(case
          when fate <> 'moves' then amount_minor
          when scheme = 'CARD_FEE' then 0
          when direction = 'DEBIT' and charge_bearer = 'BEN' then amount_minor - fee_minor
          else amount_minor
        end)::text as "amountMinor",
        sum(case when scheme = 'CARD_FEE' then amount_minor else fee_minor end)::text as "feesMinor"
      from (
        select *, scheme in ('OWN', 'EXCHANGE', 'CARD_MOVE', 'CRYPTO_MOVE', 'TRADE') as own, case
            when status = any(${failedStatuses}::text[]) then 'failed'
            when status = 'CREATED' then 'awaiting'
            else 'moves'
          end as fate
        from (${newest(conditions, sumsLookBack)}) as newest
      ) as looked
      ${fits === undefined ? sql`` : sql`where ${fits}`}
      group by currency, direction, fate, own order by currency
    `.execute(db),
    sql<{ id: string | null }>`select ${lastLookedAt(conditions, sumsLookBack)} as id`.execute(db),
  ]);
  const last = reached[0]?.id ?? undefined;
  return {
    sums: rows.map((row) => ({
      ...row,
      amountMinor: BigInt(row.amountMinor),
      feesMinor: BigInt(row.feesMinor),
    })),
    countedFrom: last === undefined ? undefined : timeOfId(last),
  };
}
