/** SQL of transfers between accounts and wallets. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface StoredMove {
  readonly id: string;
  readonly clientId: string;
  readonly walletId: string;
  readonly direction: 'CREDIT' | 'DEBIT';
  /** Number of the account. */
  readonly account: string;
  readonly amountMinor: bigint;
  readonly createdAt: Date;
}

/** The money is moved by the ledger; this only records it for the history. */
export async function insertMove(sql: Sql, move: StoredMove): Promise<void> {
  await query`
    insert into wallets.move (id, client_id, wallet_id, direction, account, amount_minor, created_at)
    values (${move.id}, ${move.clientId}, ${move.walletId}, ${move.direction}, ${move.account}, ${String(move.amountMinor)}::numeric,
      ${move.createdAt})`.execute(sql);
}
