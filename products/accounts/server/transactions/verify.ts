/**
 * Verification of the rows: each entry of a client's account belongs to a transaction of that account, and the entries of a transaction come to what it says. Also
 * which rows are open, for the checks that compare them with what is held. Reads parts, each in a short snapshot, beside a bank that works.
 */
import { type CurrencyCode, formatDecimal, isFinal, paymentStatuses } from '@calmly/domain';
import { walkIdPages } from '@calmly/platform/postgres/id-pages.ts';
import { inSnapshot } from '@calmly/platform/postgres/report.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import {
  balances,
  type EntryPart,
  type SubjectSum,
  sumsBySubject,
  walkEntries,
} from '../../../ledger/server/index.ts';
import { type StoredTransaction, totalMinor } from './transaction.ts';

/** What was booked for payments with cards, whose rows also say what is still held. Signed minor units: a refund is positive. */
export interface CardBookings {
  /** By the rows' ids. */
  collectedOf(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** What of it the bank paid, by the rows' ids. Slow: asked of few. */
  lentFor(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** The code of the entries that pay it back, in the name of any transaction of the account: only the sum of the account counts them. */
  readonly repaymentCode: string;
  /** The sum of each account. */
  sumsOf(sql: Sql, accountIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
}

/** The row of a payment that is not at its end, as far as what is held for it depends on it. */
export type OpenRow = Pick<
  StoredTransaction,
  | 'id'
  | 'accountId'
  | 'direction'
  | 'scheme'
  | 'status'
  | 'currency'
  | 'amountMinor'
  | 'feeMinor'
  | 'chargeBearer'
> & { readonly heldBy: string | null; readonly payoutId: string | null };

const mostFaults = 100;
const rowsAtOnce = 20_000;
const openStatuses = paymentStatuses.filter((status) => !isFinal(status));

const columns = query`
  id, account_id as "accountId", direction, scheme, status, currency, amount_minor as "amountMinor", fee_minor as "feeMinor",
  charge_bearer as "chargeBearer", held_by as "heldBy", payout_id as "payoutId"`;

type Row = Omit<OpenRow, 'amountMinor' | 'feeMinor'> & Record<'amountMinor' | 'feeMinor', string>;
const toRow = (row: Row): OpenRow => ({
  ...row,
  amountMinor: BigInt(row.amountMinor),
  feeMinor: BigInt(row.feeMinor),
});

/** Money moves when a payment is executed; an order of the exchange moves it with each trade. */
const isBooked = query`(status = 'EXECUTED' or status = 'IN_PROCESS' and scheme = 'TRADE')`;
/** Lines that stand for other rows move none. */
const isMoved = query`audience <> 'MASK' and ${isBooked}`;

/** At most 100 faults, in English; empty if all is right. `entriesAtOnce`: how many are read in one snapshot. */
export async function verifyTransactions(
  sql: Sql,
  cards: CardBookings,
  entriesAtOnce?: number,
): Promise<string[]> {
  const faults: string[] = [];
  // Of the account that is read in parts: what differs so far, because the rest of its entries is in another part.
  let parted: SubjectSum[] = [];
  for await (const parts of walkEntries(sql, 'clients', entriesAtOnce)) {
    const whole = new Set(parts.flatMap((part) => (part.isFirst && part.isLast ? [part.accountId] : [])));
    const differing = await inSnapshot(sql, async (snapshot) => {
      faults.push(...(await accountFaults(snapshot, parts, cards)));
      return compare(snapshot, await sumsBySubject(snapshot, parts, cards.repaymentCode), cards);
    });
    faults.push(...differing.filter(({ accountId }) => whole.has(accountId)).map(textOf));
    parted = addUp([...parted, ...differing.filter(({ accountId }) => !whole.has(accountId))]);
    for (const { accountId, isFirst, isLast } of parts)
      if (isLast && !isFirst) {
        faults.push(...(await judgeParted(sql, accountId, parted, cards)));
        parted = parted.filter((sum) => sum.accountId !== accountId);
      }
    if (faults.length >= mostFaults) break;
  }
  return faults.slice(0, mostFaults);
}

const addUp = (sums: readonly SubjectSum[]): SubjectSum[] =>
  [...Map.groupBy(sums, ({ accountId, subjectId }) => `${accountId} ${subjectId}`).values()].flatMap(
    ([first, ...rest]) =>
      first ? [{ ...first, minor: rest.reduce((sum, { minor }) => sum + minor, first.minor) }] : [],
  );

/** What still differs at the end of an account is read again, in one snapshot: its payments may have moved between two parts. */
async function judgeParted(
  sql: Sql,
  accountId: string,
  parted: readonly SubjectSum[],
  cards: CardBookings,
): Promise<string[]> {
  const ofAccount = parted.filter((sum) => sum.accountId === accountId);
  const differing = await inSnapshot(sql, (snapshot) => compare(snapshot, ofAccount, cards));
  if (differing.length === 0) return [];
  const whole = { accountId, first: 1n, last: 1n, isFirst: true, isLast: true };
  const ids = differing.slice(0, mostFaults).map(({ subjectId }) => subjectId);
  return inSnapshot(sql, async (snapshot) =>
    (await compare(snapshot, await sumsBySubject(snapshot, [whole], cards.repaymentCode, ids), cards)).map(
      textOf,
    ),
  );
}

type Differing = SubjectSum & { readonly currency: CurrencyCode | undefined; readonly expected: bigint };

const textOf = ({ accountId, subjectId, minor, currency, expected }: Differing): string =>
  currency === undefined
    ? `account ${accountId} has entries of ${subjectId}, which is no transaction of it`
    : `transaction ${subjectId} of account ${accountId}: its entries come to ${amount(minor, currency)}, it says ${amount(expected, currency)}`;

/** The sums that are not what the row of their transaction says. */
async function compare(sql: Sql, sums: readonly SubjectSum[], cards: CardBookings): Promise<Differing[]> {
  const ids = sums.map(({ subjectId }) => subjectId);
  const { rows } = await query<Row & { isMoved: boolean }>`
    select ${columns}, ${isMoved} as "isMoved" from transactions.transaction where id = any(${ids}::uuid[])`.execute(
    sql,
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const byCard = await cards.collectedOf(
    sql,
    rows.filter(({ scheme }) => scheme === 'CARD').map(({ id }) => id),
  );
  const lent = await cards.lentFor(
    sql,
    sums.flatMap(({ subjectId, minor }) => ((byCard.get(subjectId) ?? minor) === minor ? [] : [subjectId])),
  );
  return sums.flatMap((sum): Differing[] => {
    const row = rowOf.get(sum.subjectId);
    if (row?.accountId !== sum.accountId) return [{ ...sum, currency: undefined, expected: 0n }];
    const collected = byCard.get(row.id);
    const booked = collected === undefined ? undefined : collected + (lent.get(row.id) ?? 0n);
    const expected = row.scheme === 'CARD' ? booked : row.isMoved ? signed(toRow(row)) : 0n;
    return expected === sum.minor ? [] : [{ ...sum, currency: row.currency, expected: expected ?? 0n }];
  });
}

const signed = (row: OpenRow): bigint => (row.direction === 'DEBIT' ? -totalMinor(row) : totalMinor(row));

/** What the transactions of accounts say was moved, without payments with cards. Signed minor units; an account without any is absent. */
export async function movedByAccount(
  sql: Sql,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  // Open and confidential rows have an index each, and a condition that spans both uses neither.
  const moved = (audience: string) => query`
    select account_id, case when direction = 'CREDIT' then amount_minor - fee_minor
      when charge_bearer = 'BEN' then -amount_minor else -amount_minor - fee_minor end as minor
    from transactions.transaction
    where account_id = any(${accountIds}::uuid[]) and audience = ${query.lit(audience)} and scheme <> 'CARD' and ${isBooked}`;
  const { rows } = await query<{ id: string; minor: string }>`
    select account_id as id, sum(minor)::text as minor from (${moved('ALL')} union all ${moved('CONFIDENTIAL')}) as moved
    group by account_id`.execute(sql);
  return new Map(rows.map(({ id, minor }) => [id, BigInt(minor)]));
}

/** Accounts that end in these parts: all their entries come to what all their transactions say, so that no transaction lacks its entries. */
async function accountFaults(sql: Sql, parts: readonly EntryPart[], cards: CardBookings): Promise<string[]> {
  const ids = parts.filter(({ isLast }) => isLast).map(({ accountId }) => accountId);
  const said = await movedByAccount(sql, ids);
  const byCard = await cards.sumsOf(sql, ids);
  return [...(await balances(sql, ids))].flatMap(([id, { postedMinor, currency }]) => {
    const expected = (said.get(id) ?? 0n) + (byCard.get(id) ?? 0n);
    return expected === postedMinor
      ? []
      : [
          `account ${id}: its entries come to ${amount(postedMinor, currency)}, its transactions to ${amount(expected, currency)}`,
        ];
  });
}

const amount = (minor: bigint, currency: CurrencyCode) => `${formatDecimal(minor, currency)} ${currency}`;

/** Reads all rows that are not at their end, page by page; `read` gets each page with the snapshot that it comes from. */
export async function walkOpenRows(
  sql: Sql,
  read: (snapshot: Sql, rows: readonly OpenRow[]) => Promise<void>,
): Promise<void> {
  await walkIdPages(sql, query`transactions.transaction`, rowsAtOnce, async (snapshot, isOfPage) => {
    const { rows } = await query<Row>`
      select ${columns} from transactions.transaction
      where ${isOfPage} and audience <> 'MASK' and status = any(${openStatuses}::text[])`.execute(snapshot);
    await read(snapshot, rows.map(toRow));
  });
}

/** The rows among these that are not at their end. */
export async function findOpenRows(sql: Sql, ids: readonly string[]): Promise<OpenRow[]> {
  const { rows } = await query<Row>`
    select ${columns} from transactions.transaction
    where id = any(${ids}::uuid[]) and audience <> 'MASK' and status = any(${openStatuses}::text[])`.execute(
    sql,
  );
  return rows.map(toRow);
}

/** The open rows of payouts whose money these reservations hold together. */
export async function findOpenRowsHeldBy(
  sql: Sql,
  reservations: ReadonlyMap<string, string>,
): Promise<OpenRow[]> {
  const { rows } = await query<Row>`
    select ${columns} from transactions.transaction
    where payout_id = any(${[...new Set(reservations.values())]}::uuid[]) and held_by = any(${[...reservations.keys()]}::uuid[])
      and audience <> 'MASK' and status = any(${openStatuses}::text[])`.execute(sql);
  return rows.map(toRow);
}

/** The payouts whose open rows these reservations of accounts hold, by reservation. Reads all rows of the accounts. */
export async function findPayoutsHeldBy(
  sql: Sql,
  reservations: ReadonlyArray<{ readonly id: string; readonly accountId: string }>,
): Promise<Map<string, string>> {
  const { rows } = await query<{ heldBy: string; payoutId: string }>`
    select distinct held_by as "heldBy", payout_id as "payoutId" from transactions.transaction
    where account_id = any(${reservations.map(({ accountId }) => accountId)}::uuid[])
      and held_by = any(${reservations.map(({ id }) => id)}::uuid[]) and payout_id is not null
      and audience <> 'MASK' and status = any(${openStatuses}::text[])`.execute(sql);
  return new Map(rows.map(({ heldBy, payoutId }) => [heldBy, payoutId]));
}
