/** SQL of a payout's rows. Rows are written in lists, and locked by position after their payout. */
import type { PayoutField } from '@calmly/contract';
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import { matchesText } from '@calmly/platform/postgres/search.ts';
import { binaryTexts } from '@calmly/platform/postgres/values.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';
import type { CheckedRow, PlacedRow, Remark, RowRefusal } from './row.ts';

export interface StoredRow extends PlacedRow {
  readonly version: number;
  readonly faults: readonly Remark[];
  readonly warnings: readonly Remark[];
  readonly endToEndId: string | null;
  readonly paymentKey: bigint | null;
  /** The first row with the same end-to-end id, and the first that pays the same. */
  readonly sameIdAs: number | null;
  readonly samePaymentAs: number | null;
  readonly payeeId: string | null;
  readonly currency: CurrencyCode | null;
  /** Decimal text. */
  readonly amount: string | null;
  readonly fee: string | null;
  readonly paymentId: string | null;
  /** Why no payment was made. */
  readonly refusal: RowRefusal | null;
}

type Row = Omit<StoredRow, 'amount' | 'fee' | 'readFaults' | 'readWarnings'> & {
  readonly amountMinor: string | null;
  readonly feeMinor: string | null;
  readonly readFaults: PlacedRow['readFaults'] | null;
  readonly readWarnings: PlacedRow['readWarnings'] | null;
};

const columns = query`
  row.position, line, version, cells, read_faults as "readFaults", read_warnings as "readWarnings", amount_is_number as "amountIsNumber", faults, warnings,
  end_to_end_id as "endToEndId", payment_key as "paymentKey", same_id_as as "sameIdAs", same_payment_as as "samePaymentAs",
  payee_id as "payeeId", currency, amount_minor as "amountMinor", fee_minor as "feeMinor", payment_id as "paymentId", refusal, original`;

function toStored({ amountMinor, feeMinor, readFaults, readWarnings, ...row }: Row): StoredRow {
  const decimal = (minor: string | null) =>
    minor === null || row.currency === null ? null : formatDecimal(BigInt(minor), row.currency);
  return {
    ...row,
    readFaults: readFaults ?? {},
    readWarnings: readWarnings ?? undefined,
    amount: decimal(amountMinor),
    fee: decimal(feeMinor),
  };
}

/** Rows with their outcomes, which only rows of a confirmed payout have. */
export const rowsWithOutcome = query`
  payouts.row left join payouts.outcome on outcome.payout_id = row.payout_id and outcome.position = row.position`;

/** Rows as parameters of one statement. */
const listed = (rows: readonly CheckedRow[]): RawBuilder<unknown> => query`
  unnest(
    ${rows.map(({ position }) => position)}::int[], ${rows.map(({ line }) => line)}::int[],
    ${binaryTexts(rows.map(({ cells }) => JSON.stringify(cells)))}::text[],
    ${rows.map(({ readFaults }) => (Object.keys(readFaults).length > 0 ? JSON.stringify(readFaults) : null))}::text[],
    ${rows.map(({ amountIsNumber }) => amountIsNumber)}::boolean[],
    ${binaryTexts(rows.map(({ faults }) => JSON.stringify(faults)))}::text[],
    ${binaryTexts(rows.map(({ warnings }) => JSON.stringify(warnings)))}::text[],
    ${rows.map(({ endToEndId }) => endToEndId)}::text[], ${rows.map(({ paymentKey }) => paymentKey?.toString() ?? null)}::bigint[],
    ${rows.map(({ payeeId }) => payeeId)}::uuid[], ${rows.map(({ newPayee }) => newPayee)}::text[],
    ${rows.map(({ nameCheckOf }) => nameCheckOf)}::text[], ${rows.map(({ account }) => account)}::text[],
    ${rows.map(({ amountMinor }) => amountMinor?.toString() ?? null)}::numeric[],
    ${rows.map(({ currency }) => currency)}::text[], ${rows.map(({ feeMinor }) => feeMinor?.toString() ?? null)}::numeric[],
    ${rows.map(({ scheme }) => scheme)}::text[], ${rows.map(({ debtorAccountId }) => debtorAccountId)}::uuid[],
    ${rows.map(({ dueOn }) => dueOn)}::date[], ${binaryTexts(rows.map(searchOf))}::text[],
    ${rows.map(({ original }) => (original ? JSON.stringify(original) : null))}::text[],
    ${rows.map(({ readWarnings }) => (readWarnings ? JSON.stringify(readWarnings) : null))}::text[]
  ) as new (position, line, cells, read_faults, amount_is_number, faults, warnings, end_to_end_id, payment_key, payee_id,
    new_payee, name_check_of, account, amount_minor, currency, fee_minor, scheme, debtor_account_id, due_on, search, original, read_warnings)`;

/**
 * Finds the row at a position. A join by position may read all rows of the payout for each entry of the list, because the planner cannot know the
 * numbers yet; this takes one look-up each. Nothing moves while the payout is locked.
 */
export const placeOf = (payoutId: string, position: RawBuilder<unknown>): RawBuilder<unknown> =>
  query`(select ctid from payouts.row as there where there.payout_id = ${payoutId} and there.position = ${position})`;

/** Like `platform.search_text`; most texts are plain ASCII, for which calling the function costs more than its work. */
const folded = (text: RawBuilder<unknown>): RawBuilder<unknown> => query`
  case when octet_length(${text}) = char_length(${text}) then lower(${text}) else platform.search_text(${text}) end`;

/** One line per cell, so that no search matches across two of them; the account also without spaces. */
const searchOf = ({ cells, account }: CheckedRow): string =>
  [...Object.values(cells), ...(account !== null && account !== cells.account ? [account] : [])].join('\n');

/** A position that is already taken is an error. Repeats (`same_id_as`, `same_payment_as`) are updated by `refreshRepeats` afterwards. */
export async function insertRows(sql: Sql, payoutId: string, rows: readonly CheckedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await query`
    insert into payouts.row (payout_id, position, line, cells, read_faults, amount_is_number, faults, warnings, end_to_end_id,
      payment_key, payee_id, new_payee, name_check_of, account, amount_minor, currency, fee_minor, scheme, debtor_account_id, due_on,
      search, original, read_warnings)
    select ${payoutId}, position, line, cells::jsonb, read_faults::jsonb, amount_is_number, faults::jsonb, warnings::jsonb,
      end_to_end_id, payment_key, payee_id, new_payee, name_check_of, account, amount_minor, currency, fee_minor, scheme,
      debtor_account_id, due_on, ${folded(query`search`)}, original::jsonb, read_warnings::jsonb
    from ${listed(rows)}
  `.execute(sql);
}

/** Writes rows that were checked again. Their cells have changed if `rises`; relations to other rows are updated afterwards. */
export async function updateRows(
  sql: Sql,
  payoutId: string,
  rows: readonly CheckedRow[],
  { rises }: { readonly rises: boolean },
): Promise<void> {
  if (rows.length === 0) return;
  await query`
    update payouts.row as old set version = version + ${rises ? 1 : 0}::int, cells = new.cells::jsonb,
      read_faults = new.read_faults::jsonb, amount_is_number = new.amount_is_number, faults = new.faults::jsonb,
      warnings = new.warnings::jsonb, end_to_end_id = new.end_to_end_id, payment_key = new.payment_key,
      same_id_as = case when old.end_to_end_id = new.end_to_end_id then old.same_id_as end,
      same_payment_as = case when old.payment_key = new.payment_key then old.same_payment_as end,
      payee_id = new.payee_id, new_payee = new.new_payee, name_check_of = new.name_check_of, account = new.account, amount_minor = new.amount_minor, currency = new.currency,
      fee_minor = new.fee_minor, scheme = new.scheme, debtor_account_id = new.debtor_account_id, due_on = new.due_on,
      search = ${folded(query`new.search`)}
    from (select new.*, ${placeOf(payoutId, query`new.position`)} as place from ${listed(rows)}) as new
    where old.ctid = new.place
  `.execute(sql);
}

/** Rows from a position on. */
export async function readRows(
  sql: Sql,
  payoutId: string,
  {
    from,
    limit,
    isLocked = false,
  }: { readonly from: number; readonly limit: number; readonly isLocked?: boolean },
): Promise<StoredRow[]> {
  const { rows } = await query<Row>`
    select ${columns} from ${rowsWithOutcome} where row.payout_id = ${payoutId} and row.position >= ${from}
    order by row.position limit ${limit} ${isLocked ? query`for no key update of row` : query``}
  `.execute(sql);
  return rows.map(toStored);
}

/** Rows by their positions, in order, locked. */
export async function lockRows(
  sql: Sql,
  payoutId: string,
  positions: readonly number[],
): Promise<StoredRow[]> {
  const { rows } = await query<Row>`
    select ${columns} from ${rowsWithOutcome} where row.payout_id = ${payoutId} and row.position = any(${positions}::int[])
    order by row.position for update of row
  `.execute(sql);
  return rows.map(toStored);
}

export interface NamedRow {
  readonly position: number;
  readonly version: number;
  readonly account: string;
  readonly name: string;
}

/** Rows whose names have not been compared yet, from the first on. */
export async function readNamed(sql: Sql, payoutId: string, limit: number): Promise<NamedRow[]> {
  const { rows } = await query<NamedRow>`
    select position, version, name_check_of as account, cells ->> 'name' as name from payouts.row
    where payout_id = ${payoutId} and name_check_of is not null order by position limit ${limit}
  `.execute(sql);
  return rows;
}

/**
 * Writes only the warnings of rows; `isAnswered`: their names need no further comparison. Rows keep their versions, so that this never conflicts with
 * typing.
 */
export async function setWarnings(
  sql: Sql,
  payoutId: string,
  rows: ReadonlyArray<{ readonly position: number; readonly warnings: readonly Remark[] }>,
  { isAnswered = false } = {},
): Promise<void> {
  await query`
    update payouts.row set warnings = given.warnings::jsonb, name_check_of = case when ${isAnswered} then null else name_check_of end
    from unnest(
      ${rows.map(({ position }) => position)}::int[],
      ${binaryTexts(rows.map(({ warnings }) => JSON.stringify(warnings)))}::text[]
    ) as given (position, warnings)
    where row.ctid = ${placeOf(payoutId, query`given.position`)}
  `.execute(sql);
}

/** 0 if the payout has no rows. */
export async function lastPosition(sql: Sql, payoutId: string): Promise<number> {
  const { rows } = await query<{ position: number }>`
    select position from payouts.row where payout_id = ${payoutId} order by position desc limit 1
  `.execute(sql);
  return rows[0]?.position ?? 0;
}

/** Positions without a row are ignored. The positions of other rows stay. */
export async function deleteRows(
  sql: Sql,
  payoutId: string,
  positions: readonly number[] | 'all',
): Promise<void> {
  await query`
    delete from payouts.row where payout_id = ${payoutId}
      and ${positions === 'all' ? query`true` : query`position = any(${positions}::int[])`}
  `.execute(sql);
}

export interface RowFilter {
  readonly only: 'all' | 'faulty' | 'warned';
  readonly field?: PayoutField | undefined;
  readonly code?: string | undefined;
  readonly search?: string | undefined;
  readonly isLeftOut?: boolean | undefined;
  /** A condition on `payouts.outcome`. */
  readonly outcome?: RawBuilder<unknown> | undefined;
}

/** Positions of the rows that match the filter, as runs of consecutive ones: `[first, last]`. */
export async function findRuns(
  sql: Sql,
  payoutId: string,
  { outcome, ...filter }: RowFilter,
): Promise<Array<[number, number]>> {
  const ofRows = conditionsOf(filter);
  const ofOutcomes = ofRows.length > 0 ? rowsWithOutcome : query`payouts.outcome as row`;
  const conditions = [query`row.payout_id = ${payoutId}`, ...ofRows, ...(outcome ? [outcome] : [])];
  const { rows } = await query<{ positions: readonly number[] }>`
    select coalesce(json_agg(row.position order by row.position), '[]') as positions
    from ${outcome ? ofOutcomes : query`payouts.row`} where ${query.join(conditions, query` and `)}
  `.execute(sql);
  return runsOf(rows[0]?.positions ?? []);
}

function runsOf(positions: readonly number[]): Array<[number, number]> {
  const runs: Array<[number, number]> = [];
  for (const position of positions) {
    const run = runs.at(-1);
    if (run && run[1] === position - 1) run[1] = position;
    else runs.push([position, position]);
  }
  return runs;
}

function conditionsOf({ only, field, code, search, isLeftOut }: RowFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (only === 'faulty' || isLeftOut) conditions.push(query`has_fault`);
  if (only === 'warned') conditions.push(query`has_warning`);
  if (field !== undefined || code !== undefined) {
    const remark = JSON.stringify([{ field, code }]);
    const found = [query`faults @> ${remark}::jsonb`, query`warnings @> ${remark}::jsonb`];
    const isAny = (wantedField: PayoutField, wantedCode: string) =>
      (field ?? wantedField) === wantedField && (code ?? wantedCode) === wantedCode;
    if (isAny('endToEndId', 'end_to_end_id_repeated')) found.push(query`same_id_as is not null`);
    if (isAny('amount', 'duplicate_in_file')) found.push(query`same_payment_as is not null`);
    conditions.push(query`(${query.join(found, query` or `)})`);
  }
  if (search) {
    const compact = /\d/.test(search) ? search.replaceAll(/[\s-]/g, '') : search;
    const texts = [...new Set([search, compact])].map((text) => matchesText(query`search`, text));
    conditions.push(query`(${query.join(texts, query` or `)})`);
  }
  return conditions;
}
