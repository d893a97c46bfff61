/**
 * A client's payments to and from others, grouped by the other side, for insight. SQL only.
 *
 * Both functions walk the client's rows by `transaction_by_client`, between two moments and over at most `lookBack` rows, newest first. Their cost is bounded by
 * the period and never grows with the history. Payments of confidential payouts are never read; the lines that stand for them are, for everyone.
 */
import type { CurrencyCode } from '@calmly/domain';
import { firstIdAt, timeOfId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';
import { failedStatuses } from './record.ts';

/** Rows that one call reads at most. */
export const counterpartyLookBack = 50_000;

/** A payment is regular at most about weekly; more than that in 13 months is a stream. */
const regularAtMost = 60;

/** The other side of payments. */
export interface Counterparty {
  readonly beneficiaryId: string | null;
  readonly name: string;
  /** Empty for shops. */
  readonly account: string;
  readonly currency: CurrencyCode;
  /** The lines of confidential payouts, all of them together. */
  readonly isConfidential: boolean;
  /** The newest payment of the group. */
  readonly latestId: string;
}

/** What was spent on one counterparty in one period under one category. Card refunds are subtracted, and so is what other banks returned. */
export interface Spent extends Counterparty {
  /** Index of the period. */
  readonly period: number;
  /** As chosen by the client. */
  readonly category: string | null;
  readonly amountMinor: bigint;
  /** What the bank charged. */
  readonly feeMinor: bigint;
}

/** Payments of one direction to or from one counterparty, oldest first. */
export interface Series extends Counterparty {
  readonly direction: 'DEBIT' | 'CREDIT';
  /** Paid from a card's money rather than an account's. */
  readonly byCard: boolean;
  /** The bank's part is included: what left the account, or reached it. */
  readonly payments: ReadonlyArray<{ readonly at: Date; readonly amountMinor: bigint }>;
}

interface Bounds {
  readonly clientId: string;
  readonly from: Date;
  readonly to: Date;
}

/** Neither failed nor waiting for approval. */
const moves = sql`status <> all(${failedStatuses}::text[]) and status <> 'CREATED'`;
const rowsWithin = ({ clientId, from, to }: Bounds, lookBack: number): RawBuilder<unknown> => sql`(
  select * from transactions.transaction
  where client_id = ${clientId} and audience <> 'CONFIDENTIAL' and id >= ${firstIdAt(from)} and id < ${firstIdAt(to)}
  order by id desc limit ${lookBack}
) as looked`;

/** The columns that identify the other side; each confidential payout has a name of its own, so those are named together. */
const counterparty = sql`
  beneficiary_id as "beneficiaryId", currency, audience = 'MASK' as "isConfidential",
  case when audience = 'MASK' then '' when direction = 'DEBIT' then creditor_name else debtor_name end as name,
  case when audience = 'MASK' then '' when direction = 'DEBIT' then creditor_account when scheme = 'CARD' then '' else debtor_account end as account`;

/**
 * What left the accounts and cards for others between these instants: `n` instants bound `n - 1` periods. `category` is the chosen category of a
 * row as SQL (unqualified `id`). `countedFrom` is set when older rows of the period were not read.
 */
export async function sumSpent(
  db: Sql,
  clientId: string,
  { instants, category }: { readonly instants: readonly Date[]; readonly category: RawBuilder<unknown> },
): Promise<{ readonly spent: readonly Spent[]; readonly countedFrom: Date | undefined }> {
  const { statement, oldest } = spentStatement(clientId, { instants, category });
  const [{ rows }, { rows: reached }] = await Promise.all([statement.execute(db), oldest.execute(db)]);
  return {
    spent: rows.map((row) => ({
      ...row,
      amountMinor: BigInt(row.amountMinor),
      feeMinor: BigInt(row.feeMinor),
    })),
    countedFrom: reached[0] && timeOfId(reached[0].id),
  };
}

type SpentRow = Omit<Spent, 'amountMinor' | 'feeMinor'> & {
  readonly amountMinor: string;
  readonly feeMinor: string;
};

/** The statements of `sumSpent`; `oldest` finds the last row that is read, if there are older ones. */
export function spentStatement(
  clientId: string,
  { instants, category }: { readonly instants: readonly Date[]; readonly category: RawBuilder<unknown> },
): { readonly statement: RawBuilder<SpentRow>; readonly oldest: RawBuilder<{ readonly id: string }> } {
  const bounds = { clientId, from: instants[0] ?? new Date(0), to: instants.at(-1) ?? new Date(0) };
  const times = instants.map((instant) => instant.toISOString());
  const back = sql`coalesce((
    select credit.amount_minor from transactions.returned join transactions.transaction as credit on credit.id = credit_id
    where payment_id = looked.id and credit.currency = looked.currency), 0)`;
  const statement = sql<SpentRow>`
    select "beneficiaryId", name, account, currency, "isConfidential", period, category, max(id::text) as "latestId",
      sum(amount)::text as "amountMinor", sum(fee)::text as "feeMinor"
    from (
      select id, ${counterparty}, ${category} as category, width_bucket(created_at, ${times}::timestamptz[]) - 1 as period,
        case
          when direction = 'CREDIT' then -amount_minor
          when scheme in ('CARD_FEE', 'CARD_MOVE') then 0
          else greatest(amount_minor - case when charge_bearer = 'BEN' then fee_minor else 0 end - ${back}, 0)
        end as amount,
        case when scheme = 'CARD_FEE' then amount_minor else fee_minor end as fee
      from ${rowsWithin(bounds, counterpartyLookBack)}
      where ${moves} and (
        direction = 'DEBIT' and (scheme not in ('OWN', 'EXCHANGE', 'CARD_MOVE', 'CRYPTO', 'CRYPTO_MOVE', 'TRADE')
          or scheme = 'CARD_MOVE' and fee_minor > 0)
        or direction = 'CREDIT' and scheme = 'CARD')
    ) as spent
    group by "beneficiaryId", name, account, currency, "isConfidential", period, category
  `;
  const oldest = sql<{ id: string }>`
    select id from ${rowsWithin(bounds, counterpartyLookBack + 1)} order by id desc offset ${counterpartyLookBack - 1} limit 1
  `;
  return { statement, oldest };
}

/** Counterparties with three payments or more between two moments, by direction and currency: those that may be regular. */
export async function listSeries(db: Sql, bounds: Bounds): Promise<Series[]> {
  const { rows } = await sql<
    Omit<Series, 'payments'> & { readonly times: readonly string[]; readonly amounts: readonly string[] }
  >`
    select direction, "beneficiaryId", name, account, currency, "isConfidential", "byCard", max(id::text) as "latestId",
      array_agg(to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') order by id) as times,
      array_agg(amount::text order by id) as amounts
    from (
      select id, direction, created_at, ${counterparty}, scheme = 'CARD' as "byCard",
        case
          when direction = 'CREDIT' then amount_minor - fee_minor
          when charge_bearer = 'BEN' then amount_minor
          else amount_minor + fee_minor
        end as amount
      from ${rowsWithin(bounds, counterpartyLookBack)}
      where ${moves} and scheme not in ('OWN', 'EXCHANGE', 'CARD_FEE', 'CRYPTO', 'CRYPTO_MOVE', 'TRADE')
        and not (direction = 'CREDIT' and scheme in ('CARD', 'CARD_MOVE'))
        and not exists (select from transactions.returned where payment_id = looked.id or credit_id = looked.id)
    ) as payment
    group by direction, "beneficiaryId", name, account, currency, "isConfidential", "byCard"
    having count(*) between 3 and ${regularAtMost}
  `.execute(db);
  return rows.map(({ times, amounts, ...series }) => ({
    ...series,
    payments: times.map((at, index) => ({ at: new Date(at), amountMinor: BigInt(amounts[index] ?? '0') })),
  }));
}
