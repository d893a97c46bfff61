/**
 * Applies the oldest commands of an instrument in one transaction: their orders, trades, money, rows and candles, and the published
 * book. The transaction first locks the book's row and compares its `seq` with the memory's; a difference means that another process has
 * written, or that an earlier transaction was rolled back, and the memory is read again. So two writers at once are slow but harmless.
 */
import type { InstrumentCode } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { takeNumbers } from '../../../../accounts/server/transactions/index.ts';
import { findLocked, listLocked } from '../../wallets/index.ts';
import { insertTrades } from '../market/market-store.ts';
import { tellMarket } from '../market/news.ts';
import type { PlacedOrders } from '../orders/placed-orders.ts';
import { listOpen, updateOrders } from '../orders/store.ts';
import { carryOut, type Tools, type Touched } from './carry-out.ts';
import { deleteCommands, listCommands, lockBook, type StoredCommand, updateBook } from './commands.ts';
import { bucketsOf, type Memory, rebuild } from './memory.ts';
import { moveMoney, planMoney } from './money.ts';
import { planRows, writeRows } from './rows.ts';

export interface Matched {
  /** How many commands were applied. */
  readonly count: number;
  readonly memory: Memory;
}

/** An incident has locked a wallet since the group began. The group is rolled back; the retry cancels the orders of that wallet. */
export class WalletLockedMeanwhile extends Error {}

/** BEGIN travels with the lock of the book. */
const readsFirst = { beginsWithReads: true };

/** Applies at most `limit` commands. If it throws, the caller discards the memory. */
export async function matchGroup(
  database: Pick<Database, 'inTransaction'>,
  { code, memory, placed, limit, feesAccountId, now }: MatchOptions,
): Promise<Matched> {
  const { seq, done, ...matched } = await database.inTransaction(async (sql) => {
    const [row, commands, locked] = await Promise.all([
      lockBook(sql, code),
      listCommands(sql, code, limit, placed),
      listLocked(sql),
    ]);
    const current = memory?.seq === row.seq ? memory : rebuild(code, row, await listOpen(sql, code));
    const count = commands.length;
    if (count === 0) return { count, memory: current, seq: row.seq, done: [] };
    const seq = row.seq + 1n;
    // Ahead of the database until the commit: another attempt must not trust it.
    current.seq = undefined;
    await write(sql, current, { commands, seq, tools: { now: now ?? new Date(), feesAccountId, locked } });
    return { count, memory: current, seq, done: commands };
  }, readsFirst);
  matched.memory.seq = seq;
  placed?.forget(done.flatMap((command) => (command.kind === 'place' ? [command.order.id] : [])));
  return matched;
}

interface MatchOptions extends Pick<Tools, 'feesAccountId'> {
  readonly code: InstrumentCode;
  readonly memory: Memory | undefined;
  /** Orders that this process has placed; all others are read. */
  readonly placed?: PlacedOrders;
  readonly limit: number;
  /** Set for the demo's past; default: now. */
  readonly now?: Date;
}

interface Group {
  readonly commands: readonly StoredCommand[];
  /** Of the book after the group. */
  readonly seq: bigint;
  readonly tools: Tools;
}

async function write(sql: Sql, memory: Memory, { commands, seq, tools }: Group): Promise<void> {
  const { code } = memory.instrument;
  const outcome = carryOut(memory, commands, tools);
  const { book, trades } = memory;
  const moves = planMoney(outcome);
  const { touched } = outcome;
  const orders = touched.map(({ after }) => after);
  const rows = planRows(touched, tools.now);
  async function writeRowsAndMoney(): Promise<void> {
    const numbers = await takeNumbers(
      sql,
      rows.added.map(({ createdAt }) => createdAt),
    );
    await Promise.all([
      writeRows(sql, rows, numbers, tools.now),
      // Last, because from here on orders that are being placed wait for these wallets.
      moveMoney(sql, outcome, moves),
    ]);
    await requireUnlocked(sql, touched);
  }
  await Promise.all([
    writeRowsAndMoney(),
    updateOrders(sql, orders),
    insertTrades(sql, code, outcome.trades, tools.now),
    deleteCommands(
      sql,
      code,
      commands.map(({ id }) => id),
    ),
    updateBook(
      sql,
      code,
      { seq, event: book.sequence, lastPrice: book.lastPrice ?? 0, trades },
      bucketsOf(memory),
    ),
    tellMarket(sql, { instrument: code, seq, orders }),
  ]);
  // The memory has the orders as they were stored, with the money that they now hold.
  for (const { after } of touched) if (after.status === 'PLACED') memory.orders.set(after.number, after);
}

/** Checked once the ledger has locked the wallets: an incident locks them too, so it happens either before this check or after the commit. */
async function requireUnlocked(sql: Sql, touched: readonly Touched[]): Promise<void> {
  const paying = touched.filter(({ transfers }) => transfers.length > 0);
  if (paying.length === 0) return;
  const locked = await findLocked(sql, [...new Set(paying.map(({ before }) => before.payerAccountId))]);
  if (locked.size > 0) throw new WalletLockedMeanwhile('a wallet was locked while its orders were matched');
}
