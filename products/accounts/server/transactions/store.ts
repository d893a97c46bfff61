/** Reading transactions and their steps. SQL only; `record.ts` writes them. */
import { type PaymentReason, payoutRowsMax } from '@calmly/contract';
import type { CurrencyCode, PaymentStatus } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';
import { isShownTo, type Viewer } from './confidential/audience.ts';
import type { StoredReason } from './reasons.ts';
import type { Converted, Step, StoredTransaction } from './transaction.ts';

export type TransactionRow = Omit<StoredTransaction, 'amountMinor' | 'feeMinor' | 'converted'> & {
  readonly amountMinor: string;
  readonly feeMinor: string;
  readonly convertedCurrency: CurrencyCode | null;
  readonly convertedMinor: string;
  readonly conversionRate: string;
};

/** Null stands for the bank's own: `ownEndToEndId`. */
const endToEndId = sql`coalesce(end_to_end_id, upper(replace(id::text, '-', ''))) as "endToEndId"`;

/** The columns of a transaction under our names. */
export const transactionColumns = sql`
  id, number, client_id as "clientId", account_id as "accountId", direction, scheme, status, version, currency,
  amount_minor as "amountMinor", fee_minor as "feeMinor", reference, charge_bearer as "chargeBearer",
  ${endToEndId}, beneficiary_id as "beneficiaryId", initiator_id as "initiatorId", debtor_name as "debtorName",
  debtor_account as "debtorAccount", creditor_name as "creditorName", creditor_account as "creditorAccount",
  creditor_agent_bic as "creditorAgentBic", creditor_agent_name as "creditorAgentName",
  counterparty_country as "counterpartyCountry", account_name as "accountName",
  creditor_account_id as "creditorAccountId", rail_reference as "railReference",
  expected_on::text as "expectedOn", value_on::text as "valueOn", converted_currency as "convertedCurrency", converted_minor as "convertedMinor",
  conversion_rate as "conversionRate", payout_id as "payoutId", held_by as "heldBy", audience, created_at as "createdAt", updated_at as "updatedAt"
`;

export const toTransaction = (row: TransactionRow): StoredTransaction => withAmounts(row);

type StoredAmounts = Pick<
  TransactionRow,
  'amountMinor' | 'feeMinor' | 'convertedCurrency' | 'convertedMinor' | 'conversionRate'
>;

/** A row with its amounts as numbers. Copied as a whole, because `...rest` is slow. */
const withAmounts = <Row extends StoredAmounts>(row: Row) => ({
  ...row,
  amountMinor: BigInt(row.amountMinor),
  feeMinor: BigInt(row.feeMinor),
  converted: convertedIn(row),
});

const convertedIn = ({
  convertedCurrency: currency,
  convertedMinor,
  conversionRate: rate,
}: Omit<StoredAmounts, 'amountMinor' | 'feeMinor'>): Converted | null =>
  currency && { currency, amountMinor: BigInt(convertedMinor), rate };

/** Locks transactions in id order, so that each step is decided on the current row. Unknown ids are missing from the answer. */
export async function lockTransactions(
  db: Sql,
  ids: readonly string[],
): Promise<Map<string, StoredTransaction>> {
  const { rows } = await sql<TransactionRow>`
    select ${transactionColumns} from transactions.transaction where id = any(${ids}::uuid[]) order by id for no key update
  `.execute(db);
  return new Map(rows.map((row) => [row.id, toTransaction(row)]));
}

/** What the decision on a rail's report and its notice need. */
export type ReportedTransaction = Pick<
  StoredTransaction,
  | 'id'
  | 'clientId'
  | 'accountId'
  | 'direction'
  | 'scheme'
  | 'status'
  | 'version'
  | 'currency'
  | 'amountMinor'
  | 'feeMinor'
  | 'chargeBearer'
  | 'initiatorId'
  | 'debtorName'
  | 'creditorName'
  | 'payoutId'
  | 'heldBy'
  | 'converted'
>;
type ReportedRow = Omit<ReportedTransaction, 'amountMinor' | 'feeMinor' | 'converted'> & StoredAmounts;

/** As `lockTransactions`, but only the columns that reports need: reading all 38 costs more than the decision. */
export async function lockReported(
  db: Sql,
  ids: readonly string[],
): Promise<Map<string, ReportedTransaction>> {
  const { rows } = await sql<ReportedRow>`
    select id, client_id as "clientId", account_id as "accountId", direction, scheme, status, version, currency,
      amount_minor as "amountMinor", fee_minor as "feeMinor", charge_bearer as "chargeBearer", initiator_id as "initiatorId",
      debtor_name as "debtorName", creditor_name as "creditorName", payout_id as "payoutId", held_by as "heldBy",
      converted_currency as "convertedCurrency", converted_minor as "convertedMinor", conversion_rate as "conversionRate"
    from transactions.transaction where id = any(${ids}::uuid[]) order by id for no key update
  `.execute(db);
  return new Map(rows.map((row) => [row.id, withAmounts(row)]));
}

/** Transactions of any client, by id. */
export async function findTransactions(
  db: Sql,
  ids: readonly string[],
): Promise<Map<string, StoredTransaction>> {
  const { rows } = await sql<TransactionRow>`
    select ${transactionColumns} from transactions.transaction where id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, toTransaction(row)]));
}

/** The id of the transaction that comes last in the order of ids; undefined before the first. */
export async function findNewest(db: Sql): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from transactions.transaction order by id desc limit 1
  `.execute(db);
  return rows[0]?.id;
}

/** What a statement shows of a transaction. */
export type StatedTransaction = Pick<
  StoredTransaction,
  | 'id'
  | 'number'
  | 'direction'
  | 'scheme'
  | 'reference'
  | 'endToEndId'
  | 'debtorName'
  | 'debtorAccount'
  | 'creditorName'
  | 'creditorAccount'
  | 'creditorAgentBic'
  | 'payoutId'
  | 'audience'
  | 'valueOn'
  | 'converted'
> & {
  /** Of a credit that brings a payment back: why another bank returned it. */
  readonly returnReason?: PaymentReason | null;
};

type StatedRow = Omit<StatedTransaction, 'converted'> &
  Pick<TransactionRow, 'convertedCurrency' | 'convertedMinor' | 'conversionRate'>;

/** The same look-up for statements, which read many rows and few columns. */
export async function findStated(
  db: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StatedTransaction>> {
  const { rows } = await sql<StatedRow>`
    select id, number, direction, scheme, reference, ${endToEndId}, debtor_name as "debtorName",
      debtor_account as "debtorAccount", creditor_name as "creditorName", creditor_account as "creditorAccount",
      creditor_agent_bic as "creditorAgentBic", payout_id as "payoutId", audience, value_on::text as "valueOn", converted_currency as "convertedCurrency",
      converted_minor as "convertedMinor", conversion_rate as "conversionRate",
      case when direction = 'CREDIT' then (select reason from transactions.returned where credit_id = id) end as "returnReason"
    from transactions.transaction where id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, { ...row, converted: convertedIn(row) }]));
}

/** A transaction that the viewer may see. */
export async function findTransaction(
  db: Sql,
  viewer: Viewer,
  id: string,
): Promise<StoredTransaction | undefined> {
  const { rows } = await sql<TransactionRow>`
    select ${transactionColumns} from transactions.transaction where id = ${id} and client_id = ${viewer.clientId} and ${isShownTo(viewer)}
  `.execute(db);
  return rows[0] && toTransaction(rows[0]);
}

/** The transactions among these that the viewer may see, by id. */
export async function findVisible(
  db: Sql,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, StoredTransaction>> {
  const { rows } = await sql<TransactionRow>`
    select ${transactionColumns} from transactions.transaction
    where id = any(${ids}::uuid[]) and client_id = ${viewer.clientId} and ${isShownTo(viewer)}
  `.execute(db);
  return new Map(rows.map((row) => [row.id, toTransaction(row)]));
}

/** The statuses of transactions by id. */
export async function findStatuses(db: Sql, ids: readonly string[]): Promise<Map<string, PaymentStatus>> {
  const { rows } = await sql<{ id: string; status: PaymentStatus }>`
    select id, status from transactions.transaction where id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/**
 * A query of the ids of a bulk payout's payments that have one of these statuses. No payout reaches the limit; it keeps PostgreSQL from expecting more
 * ids than it would hash.
 */
export const idsOfPayout = (payoutId: string, statuses: readonly PaymentStatus[]): RawBuilder<unknown> => sql`
  select id from transactions.transaction
  where payout_id = ${payoutId} and audience <> 'MASK' and status = any(${statuses}::text[]) limit ${sql.lit(payoutRowsMax)}`;

/** How many payments of bulk payouts have each status. */
export async function countByPayout(
  db: Sql,
  payoutIds: readonly string[],
): Promise<Array<{ readonly payoutId: string; readonly status: PaymentStatus; readonly count: number }>> {
  const { rows } = await sql<{ payoutId: string; status: PaymentStatus; count: number }>`
    select payout_id as "payoutId", status, count(*)::int as count from transactions.transaction
    where payout_id = any(${payoutIds}::uuid[]) and audience <> 'MASK' group by 1, 2
  `.execute(db);
  return rows;
}

/** How many payments of a bulk payout came back after they were executed. */
export async function countReturned(db: Sql, payoutId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transactions.transaction
    where payout_id = ${payoutId} and exists (select from transactions.returned where payment_id = transaction.id)
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** The reason of the last step of transactions, by id. */
export async function findReasons(
  db: Sql,
  ids: readonly string[],
): Promise<Map<string, StoredReason | null>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; reason: StoredReason | null }>`
    select distinct on (transaction_id) transaction_id as id, reasons[cardinality(reasons)] as reason
    from transactions.taken where transaction_id = any(${ids}::uuid[]) order by transaction_id, version desc
  `.execute(db);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

/** An executed credit of any client. */
export async function findExecutedCredit(db: Sql, id: string): Promise<StoredTransaction | undefined> {
  const { rows } = await sql<TransactionRow>`
    select ${transactionColumns} from transactions.transaction where id = ${id} and direction = 'CREDIT' and status = 'EXECUTED'
  `.execute(db);
  return rows[0] && toTransaction(rows[0]);
}

/** The steps of a transaction in order. */
export async function listSteps(db: Sql, id: string): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select step.status, at, case when place <= by_actor then actor end as actor, step.reason
    from transactions.taken
    cross join unnest(statuses, reasons) with ordinality as step (status, reason, place)
    where transaction_id = ${id} order by version, place
  `.execute(db);
  return rows;
}
