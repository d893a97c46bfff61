/** A client's deposits, withdrawals and transfers from and to accounts, newest first. */
import {
  type CryptoMovement,
  type CryptoRequestType,
  type CryptoStatus,
  type cryptoPeriods,
  movementReasons,
} from '@calmly/contract';
import { type CryptoAsset, formatDecimal, type Network } from '@calmly/domain';
import { addDays, daysIn, monthsBefore } from '@calmly/platform/time/zoned-days.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { findReasons } from '../../../../accounts/server/transactions/index.ts';
import { readConfirmations } from './confirmations.ts';

type Period = (typeof cryptoPeriods)[number];

/** Start of a period in the reader's time zone; undefined: everything. */
export function beginningOf(period: Period, timeZone: string, now: Date): Date | undefined {
  if (period === 'ALL') return undefined;
  const days = daysIn(timeZone);
  const today = days.dayOf(now);
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const first = {
    TODAY: today,
    SINCE_MONDAY: addDays(today, -weekday),
    LAST_MONTH: monthsBefore(today, 1),
    LAST_THREE_MONTHS: monthsBefore(today, 3),
  }[period];
  return days.startOf(first);
}

interface Row {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly asset: CryptoAsset;
  readonly amount: string;
  readonly fee: string;
  readonly status: CryptoStatus;
  readonly network: Network | null;
  readonly address: string | null;
  readonly account: string | null;
  readonly txId: string | null;
  readonly height: number | null;
}

export interface HistoryQuery {
  readonly clientId: string;
  readonly id: string | undefined;
  readonly type: CryptoRequestType;
  readonly status: CryptoStatus | undefined;
  readonly asset: CryptoAsset | undefined;
  readonly from: Date | undefined;
  readonly before: string | undefined;
  readonly limit: number;
}

/**
 * By id, newest first. Deposits to the bank's own address are left out. `before` is
 * an id, `from` is inclusive.
 */
export async function listHistory(sql: Sql, by: HistoryQuery): Promise<CryptoMovement[]> {
  const confirmationsOf = await readConfirmations(sql);
  const { rows } = await query<Row>`
    select * from (${by.type === 'Deposit' ? deposits(by) : withdrawals(by)} union all ${moves(by)}) as movement
    where ${by.status === undefined ? query`true` : query`status = ${by.status}`}
      and ${by.asset === undefined ? query`true` : query`asset = ${by.asset}`}
      and ${by.from === undefined ? query`true` : query`"createdAt" >= ${by.from}`}
      and ${by.id === undefined ? query`true` : query`id = ${by.id}`}
      and ${by.before === undefined ? query`true` : query`id < ${by.before}`}
    order by id desc limit ${by.limit}`.execute(sql);
  const reasons = await findReasons(
    sql,
    rows.flatMap(({ id, status }) => (ended.has(status) ? id : [])),
  );
  return rows.map(({ height, amount, fee, ...row }): CryptoMovement => {
    const { id, asset, network } = row;
    return {
      ...row,
      reason: movementReasons.find((reason) => reason === reasons.get(id)) ?? null,
      direction: by.type === 'Deposit' ? 'CREDIT' : 'DEBIT',
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      amount: formatDecimal(BigInt(amount), asset),
      fee: formatDecimal(BigInt(fee), asset),
      ...(network === null ? { confirmations: 0, confirmationsNeeded: 0 } : confirmationsOf(network, height)),
    };
  });
}

/** Undone: the payment's last step gives the reason. */
const ended: ReadonlySet<CryptoStatus> = new Set(['REJECTED', 'CANCELED', 'FAILED']);

/** A lost deposit is under review until staff have decided; one that the bank bears stays credited for the client. A small one is refused. */
const deposits = ({ clientId }: HistoryQuery) => query`
  select transaction_id as id, created_at as "createdAt", updated_at as "updatedAt", asset, amount_minor::text as amount, '0' as fee,
    case when state = 'LOST' then case when exists (select from wallets.incident i where i.id = deposit.id and i.closed_at is null)
      then 'REVIEW' else 'CREDITED' end when state in ('SMALL', 'SMALL_LOST') then 'REJECTED' else state end as status,
    network, address, null as account, tx_id as "txId", height::float8 as height
  from wallets.deposit where client_id = ${clientId}`;

const withdrawals = ({ clientId }: HistoryQuery) => query`
  select id, created_at as "createdAt", updated_at as "updatedAt", asset, amount_minor::text as amount, fee_minor::text as fee,
    state as status, network, address, null as account, tx_id as "txId", height::float8 as height
  from wallets.withdrawal where client_id = ${clientId}`;

const moves = ({ clientId, type }: HistoryQuery) => query`
  select id, created_at, created_at, 'EPI', amount_minor::text, '0', 'EXECUTED', null, null, account, null, null
  from wallets.move where client_id = ${clientId} and direction = ${type === 'Deposit' ? 'CREDIT' : 'DEBIT'}`;
