/** Ledger calls of a group of commands: pays the trades from the money that the orders hold, and releases the rest. */
import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { lockAccounts, release, reserveAll, settleAll } from '../../../../ledger/server/index.ts';
import { holdMinor } from '../orders/order.ts';
import type { Outcome, Touched } from './carry-out.ts';

/** The ledger refused a decision of the book; the group is rolled back. */
class SettlementRefused extends Error {}

/** Calls of the ledger, in order. */
export interface Moves {
  /** Reservations merged into a new one, because an amendment added to an order's money. */
  readonly merged: string[];
  readonly reserved: Array<Parameters<typeof reserveAll>[1][number]>;
  readonly settled: Array<Parameters<typeof settleAll>[1][number]>;
}

/** Plans the calls and sets what the orders hold afterwards. Throws `SettlementRefused`. Pure except for that and new ids. */
export function planMoney({ touched, unused }: Outcome): Moves {
  const moves: Moves = { merged: [], reserved: [], settled: [] };
  for (const { reservationId } of unused) moves.settled.push({ reservationId, keptMinor: 0n, transfers: [] });
  for (const order of touched) planOne(order, moves);
  return moves;
}

function planOne(order: Touched, moves: Moves): void {
  const { before, extras, transfers, spentMinor } = order;
  let { reservationId, heldMinor } = before;
  if (extras.length > 0) {
    moves.merged.push(reservationId, ...extras.map((extra) => extra.reservationId));
    heldMinor = extras.reduce((sum, { minor }) => sum + minor, heldMinor);
    reservationId = newId();
    moves.reserved.push({ id: reservationId, accountId: before.payerAccountId, amountMinor: heldMinor });
  }
  const { after } = order;
  const keptMinor = after.status === 'PLACED' ? holdMinor(after, after.quantity - after.filled) : 0n;
  const goneMinor = heldMinor - keptMinor;
  if (spentMinor > goneMinor)
    throw new SettlementRefused(`order ${after.id} spends ${spentMinor} and may spend ${goneMinor}`);
  order.after = { ...after, reservationId, heldMinor: keptMinor };
  if (goneMinor > 0n) moves.settled.push({ reservationId, keptMinor, transfers });
}

/** Makes the calls in the open transaction. A refusal of the ledger ends it. */
export async function moveMoney(
  sql: Sql,
  { touched }: Pick<Outcome, 'touched'>,
  { merged, reserved, settled }: Moves,
): Promise<void> {
  if (merged.length === 0) return settleAll(sql, settled);
  // Both calls lock accounts, so all of them are locked first.
  const accounts = new Set(touched.map(({ before }) => before.payerAccountId));
  for (const { transfers } of settled)
    for (const { creditAccountId } of transfers) accounts.add(creditAccountId);
  const [, verdicts] = await Promise.all([
    lockAccounts(sql, [...accounts]),
    release(sql, merged),
    reserveAll(sql, reserved),
    settleAll(sql, settled),
  ]);
  for (const verdict of verdicts)
    if (!verdict.ok)
      throw new SettlementRefused(`the ledger refused to put reservations together: ${verdict.reason}`);
}
