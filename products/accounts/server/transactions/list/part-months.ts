/**
 * What moves in parts (card payments, orders of the exchange) in the export of a period: one row for each month with what was booked in that month, as on the
 * statement, and in the period of the order one with what is still open. So the files of all months together have each payment once. Amounts are minor
 * units.
 */
import type { ZonedDays } from '@calmly/platform/time/zoned-days.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sumsBetween } from '../../../../ledger/server/index.ts';
import type { MovedPart, Products } from '../products.ts';
import { failedStatuses } from '../record.ts';
import type { ListedTransaction } from '../transaction.ts';
import { type BookedRow, monthsOf, type Span } from './mask-months.ts';

type Sums = Awaited<ReturnType<typeof sumsBetween>>;
type Sum = NonNullable<ReturnType<Sums['get']>>;

/** An entry is dated like the account's newest where that is later: as late as another transaction began while this one ran. */
const slackMs = 60_000;
const everAfter = new Date('9999-01-01T00:00:00Z');

/** The rows of these transactions in a period, by transaction; one without any has none. */
export async function rowsOfParts(
  db: Sql,
  { partsOfTrades }: Pick<Products, 'partsOfTrades'>,
  transactions: readonly ListedTransaction[],
  period: Span,
  zone: ZonedDays,
): Promise<ReadonlyMap<string, readonly BookedRow[]>> {
  if (transactions.length === 0) return new Map();
  const wanted = transactions.map(wantedOf);
  const first = Math.min(...transactions.map(({ createdAt }) => createdAt.getTime())) - slackMs;
  const from = new Date(Math.min(first, period.from.getTime()));
  const [earlier, { ever, until }] = await Promise.all([
    sumsBetween(db, wanted, { from, to: period.from }),
    bookedEver(db, transactions, new Date(first)),
  ]);
  const before = new Map(transactions.map((row) => [row.id, movedOf(row, earlier.get(row.id))]));
  const rows = new Map<string, BookedRow[]>(transactions.map(({ id }) => [id, []]));
  // Oldest first, because a share of the whole follows those before it.
  for (const whole of monthsOf(period, zone).toReversed()) {
    const month = {
      from: new Date(Math.max(whole.from.getTime(), first)),
      to: whole.to < until ? whole.to : until,
    };
    if (month.from >= month.to) continue;
    const sums = await sumsBetween(db, wanted, { ...month, listed: true });
    const moved = transactions.filter(({ id }) => sums.has(id));
    const trades = await partsOfTrades(
      db,
      moved.map((row) => ({ ...row, transferIds: sums.get(row.id)?.transferIds ?? [] })),
    );
    moved.forEach((row, place) => {
      const sum = sums.get(row.id);
      if (!sum) return;
      const [start, size] = [before.get(row.id) ?? 0n, movedOf(row, sum)];
      before.set(row.id, start + size);
      const part = trades[place] ?? shareOf(row, start, size);
      const { bookedAt, valueAt, balanceMinor } = sum;
      rows.get(row.id)?.unshift([
        { ...row, status: 'EXECUTED', ...part },
        { bookedAt, valueAt, balanceMinor },
      ]);
    });
  }
  for (const row of transactions) {
    if (row.createdAt < period.from || row.createdAt >= period.to) continue;
    const booked = ever.get(row.id);
    const open = openOf(row, booked ?? 0n, booked !== undefined);
    if (open) rows.get(row.id)?.push([open, undefined]);
  }
  return rows;
}

const wantedOf = ({ id, accountId }: ListedTransaction) => ({ groupId: id, subjectId: id, accountId });

/**
 * What was booked of each until today; those of which nothing was are absent. Nothing of them was booked from `until` on. A row changes whenever something of it is booked, except when a
 * card repays what the bank has paid for it: later entries are read only where that is possible.
 */
async function bookedEver(
  db: Sql,
  transactions: readonly ListedTransaction[],
  from: Date,
): Promise<{ readonly ever: ReadonlyMap<string, bigint>; readonly until: Date }> {
  const to = new Date(Math.max(...transactions.map(({ updatedAt }) => updatedAt.getTime())) + slackMs);
  const sums = await sumsBetween(db, transactions.map(wantedOf), { from, to });
  const unpaid = transactions.filter((row) => mayBeRepaid(row, movedOf(row, sums.get(row.id))));
  const later = await sumsBetween(db, unpaid.map(wantedOf), { from: to, to: everAfter });
  const ever = transactions.flatMap((row) => {
    const [sum, repaid] = [sums.get(row.id), later.get(row.id)];
    return sum || repaid ? [[row.id, movedOf(row, sum) + movedOf(row, repaid)] as const] : [];
  });
  const newest = Math.max(...[...later.values()].map(({ bookedAt }) => bookedAt.getTime() + 1), to.getTime());
  return { ever: new Map(ever), until: new Date(newest) };
}

const mayBeRepaid = ({ scheme, status, amountMinor }: ListedTransaction, bookedMinor: bigint): boolean =>
  scheme === 'CARD' && !failedStatuses.includes(status) && bookedMinor < amountMinor;

/** What reached the account of a credit, or left that of a debit. */
const movedOf = ({ direction }: ListedTransaction, sum: Sum | undefined): bigint => {
  if (!sum) return 0n;
  const minor = sum.amountMinor + sum.feeMinor;
  return direction === 'DEBIT' ? -minor : minor;
};

/** A part of the whole that begins after `start`; those of all parts add up to the other side of the conversion. */
function shareOf(
  { amountMinor: whole, converted }: ListedTransaction,
  start: bigint,
  size: bigint,
): MovedPart {
  const until = (minor: bigint) => (converted && whole > 0n ? (converted.amountMinor * minor) / whole : 0n);
  return {
    amountMinor: size,
    feeMinor: 0n,
    converted: converted && { ...converted, amountMinor: until(start + size) - until(start) },
  };
}

/** What is not booked yet; of a payment of which nothing was booked all of it. */
function openOf(row: ListedTransaction, booked: bigint, isBooked: boolean): ListedTransaction | undefined {
  const left = row.amountMinor - booked;
  // What the bank has paid for a card is booked when the card pays it back.
  const isOwed = row.scheme === 'CARD' && row.direction === 'DEBIT' && row.status === 'EXECUTED';
  const status = isOwed && left > 0n ? 'PENDING_FINANCE_INSTITUTION' : row.status;
  if (!isBooked) return { ...row, status };
  // An order's row has what was filled: nothing of it is open.
  if (row.scheme !== 'CARD' || left <= 0n || (row.status === 'EXECUTED' && !isOwed)) return undefined;
  return { ...row, status, ...shareOf(row, booked, left) };
}
