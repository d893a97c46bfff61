/**
 * Holds against their payments: each open reservation belongs to one payment, payout, card payment, withdrawal or order that has not ended, on the
 * same account and over the same amount; and the money of each of these is held.
 */
import { chargesOf, isOrder } from '@calmly/domain';
import { inSnapshot } from '@calmly/platform/postgres/report.ts';
import type { Sql } from '@calmly/platform/work.ts';
import {
  findOpenRows,
  findOpenRowsHeldBy,
  findPayoutsHeldBy,
  type OpenRow,
  walkOpenRows,
} from '@calmly/products/accounts/server/transactions/index.ts';
import { findCardHolds } from '@calmly/products/cards/server/index.ts';
import { findOrderHolds } from '@calmly/products/crypto/server/trading/index.ts';
import { findWithdrawalHolds } from '@calmly/products/crypto/server/wallets/index.ts';
import {
  findOpenReservations,
  type OpenReservation,
  openReservations,
  walkOpenReservations,
} from '@calmly/products/ledger/server/index.ts';
import { findPayoutHolds } from '@calmly/products/payouts/server/index.ts';
import { sql as query } from 'kysely';

/** A product's holds, by reservation. Minor units. */
type Holds = ReadonlyMap<string, { readonly accountId: string; readonly minor: bigint }>;

const mostFaults = 100;
const partsAtOnce = 500;
/** This many suspicious reservations are checked again: while payouts are paid, some of them are correct. */
const mostSuspects = 1_000;

/** At most 100 faults, in English; empty if all is right. */
export async function verifyHolds(sql: Sql): Promise<string[]> {
  const faults: string[] = [];
  // Later reservations may belong to rows that the first pass has already passed.
  const { rows: times } = await query<{ now: Date }>`select now()`.execute(sql);
  const until = times[0]?.now ?? new Date();
  // For parts of payouts: the payout of each reservation that several payments share.
  const shared = new Map<string, string>();
  await walkOpenRows(sql, async (snapshot, rows) => {
    for (const { heldBy, payoutId } of rows) if (heldBy && payoutId) shared.set(heldBy, payoutId);
    if (faults.length < mostFaults) faults.push(...(await unheld(snapshot, rows)));
  });
  const parts = [...shared];
  for (let from = 0; from < parts.length && faults.length < mostFaults; from += partsAtOnce) {
    const some = new Map(parts.slice(from, from + partsAtOnce));
    faults.push(...(await inSnapshot(sql, (snapshot) => sharedFaults(snapshot, some))));
  }
  const suspects: string[] = [];
  await walkOpenReservations(sql, until, async (snapshot, reservations) => {
    if (suspects.length >= mostSuspects) return;
    const others = reservations.filter(({ id }) => !shared.has(id));
    suspects.push(...(await unowned(snapshot, others)).map(({ id }) => id));
  });
  if (suspects.length > 0)
    faults.push(
      ...(await inSnapshot(sql, (snapshot) => judgeAgain(snapshot, suspects.slice(0, mostSuspects)))),
    );
  return faults.slice(0, mostFaults);
}

/** A reservation without a matching row, and its rows, in one snapshot: the rows may be newer than the first pass. */
async function judgeAgain(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const reservations = await findOpenReservations(sql, ids);
  const parts = await findPayoutsHeldBy(sql, reservations);
  const alone = await unowned(
    sql,
    reservations.filter(({ id }) => !parts.has(id)),
  );
  return [...(await sharedFaults(sql, parts)), ...alone.map(({ fault }) => fault)];
}

const isHeldAlone = ({ direction, scheme, heldBy }: OpenRow) =>
  direction === 'DEBIT' && heldBy === null && (isOrder(scheme) || scheme === 'CRYPTO');

/** Open payments and withdrawals whose money is not held in full. */
async function unheld(sql: Sql, rows: readonly OpenRow[]): Promise<string[]> {
  const alone = rows.filter(isHeldAlone);
  const byCard = await findCardHolds(
    sql,
    rows.filter(({ scheme }) => scheme === 'CARD').map(({ id }) => id),
    'payments',
  );
  const wanted = new Map([
    ...alone.map((row) => [row.id, chargesOf(row).debitedMinor] as const),
    ...[...byCard].map(([id, { minor }]) => [id, minor] as const),
  ]);
  const held = await openReservations(sql, [...wanted.keys()]);
  return [...wanted].flatMap(([id, minor]) =>
    held.get(id) === minor
      ? []
      : [`reservation ${id} holds ${held.get(id) ?? 'nothing'}, its payment takes ${minor}`],
  );
}

/** A part of a payout holds the total of its open payments. */
async function sharedFaults(sql: Sql, parts: ReadonlyMap<string, string>): Promise<string[]> {
  const rows = await findOpenRowsHeldBy(sql, parts);
  const held = await openReservations(sql, [...parts.keys()]);
  const taken = new Map<string, bigint>();
  for (const row of rows)
    taken.set(row.heldBy ?? '', (taken.get(row.heldBy ?? '') ?? 0n) + chargesOf(row).debitedMinor);
  return [...parts.keys()].flatMap((id) =>
    (held.get(id) ?? 0n) === (taken.get(id) ?? 0n)
      ? []
      : [
          `reservation ${id} holds ${held.get(id) ?? 'nothing'}, its payments of payout ${parts.get(id)} take ${taken.get(id) ?? 'nothing'}`,
        ],
  );
}

/** Reservations that belong to nothing open, or hold another amount. */
async function unowned(
  sql: Sql,
  reservations: readonly OpenReservation[],
): Promise<Array<{ readonly id: string; readonly fault: string }>> {
  const ids = reservations.map(({ id }) => id);
  const payments: Holds = new Map(
    (await findOpenRows(sql, ids))
      .filter((row) => isHeldAlone(row) && isOrder(row.scheme))
      .map((row) => [row.id, { accountId: row.accountId, minor: chargesOf(row).debitedMinor }]),
  );
  const payouts = await findPayoutHolds(sql, ids);
  const products: readonly Holds[] = [
    payments,
    await findCardHolds(sql, ids, 'reservations'),
    await findWithdrawalHolds(sql, ids),
    await findOrderHolds(sql, ids),
  ];
  return reservations.flatMap(({ id, accountId, amountMinor, heldMinor }) => {
    // A payout's hold grows smaller with each part that is paid.
    const payout = payouts.get(id);
    const owners = [
      ...(payout ? [payout.accountId === accountId && payout.minor === amountMinor] : []),
      ...products.flatMap((holds) => {
        const hold = holds.get(id);
        return hold ? [hold.accountId === accountId && hold.minor === heldMinor] : [];
      }),
    ];
    if (owners.length === 0)
      return [
        {
          id,
          fault: `reservation ${id} of account ${accountId} holds ${heldMinor} for nothing that is open`,
        },
      ];
    return owners.includes(true)
      ? []
      : [
          {
            id,
            fault: `reservation ${id} of account ${accountId} holds ${heldMinor}, what it is for takes another amount`,
          },
        ];
  });
}
