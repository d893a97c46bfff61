/** What a group of commands does to the ledger: pays the trades out of what the orders hold, and frees what is no longer needed. */
import { newId } from '../../../platform/ids.ts';
import type { Sql } from '../../../platform/work.ts';
import { draw, lockAccounts, release, reserveAll, settle, type Verdict } from '../../ledger/index.ts';
import { holdMinor } from '../orders/order.ts';
import type { Outcome, Touched } from './carry-out.ts';

/** The ledger refused what the book decided; the group is undone. */
export class SettlementRefused extends Error {}

type Settlements = Parameters<typeof settle>[1];

/** Calls of the ledger, in order. */
export interface Moves {
  /** Reservations that are put together into a new one, because an amendment added to an order's. */
  readonly merged: string[];
  readonly reserved: Array<Parameters<typeof reserveAll>[1][number]>;
  readonly drawn: Array<Parameters<typeof draw>[1][number]>;
  readonly settled: Array<Settlements[number]>;
  readonly released: string[];
}

/** Plans it and writes into the orders what they hold afterwards. Throws `SettlementRefused`. Pure but for that and new ids. */
export function planMoney({ touched, unused }: Outcome): Moves {
  const moves: Moves = { merged: [], reserved: [], drawn: [], settled: [], released: [] };
  for (const { reservationId } of unused) moves.released.push(reservationId);
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
  if (goneMinor === 0n) return;
  let source = reservationId;
  if (keptMinor > 0n) {
    source = newId();
    moves.drawn.push({ id: source, reservationId, amountMinor: goneMinor });
  }
  // What is drawn or ends without being paid out is free again.
  if (transfers.length > 0) moves.settled.push({ reservationId: source, transfers });
  else moves.released.push(source);
}

/** Writes it into the open transaction. Throws `SettlementRefused`. */
export async function moveMoney(
  sql: Sql,
  { touched }: Pick<Outcome, 'touched'>,
  { merged, reserved, drawn, settled, released }: Moves,
): Promise<void> {
  const accounts = new Set<string>();
  for (const { before } of touched) accounts.add(before.payerAccountId);
  for (const { transfers } of settled)
    for (const { creditAccountId } of transfers) accounts.add(creditAccountId);
  if (merged.length + drawn.length + settled.length + released.length === 0) return;
  const verdicts = await Promise.all([
    lockAccounts(sql, [...accounts]).then(() => []),
    merged.length > 0 ? release(sql, merged) : [],
    reserveAll(sql, reserved).then(() => []),
    drawn.length > 0 ? draw(sql, drawn) : [],
    settled.length > 0 ? settle(sql, settled) : [],
    released.length > 0 ? release(sql, released) : [],
  ]);
  requireAll(verdicts.flat());
}

function requireAll(verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts)
    if (!verdict.ok) throw new SettlementRefused(`the ledger refused a trade: ${verdict.reason}`);
}
