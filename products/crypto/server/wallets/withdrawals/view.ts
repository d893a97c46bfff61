/** Withdrawals for the portal. */
import type { Withdrawal } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { readConfirmations } from '../reading/confirmations.ts';
import { findLabels } from './payee-store.ts';
import type { StoredWithdrawal } from './withdrawal-store.ts';

/** In the given order. `confirmations` are as far as the chains were read. */
export async function present(sql: Sql, withdrawals: readonly StoredWithdrawal[]): Promise<Withdrawal[]> {
  const labels = await findLabels(
    sql,
    withdrawals.flatMap(({ payeeId }) => payeeId ?? []),
  );
  const confirmationsOf = await readConfirmations(sql);
  return withdrawals.map(
    (it): Withdrawal => ({
      id: it.id,
      createdAt: it.createdAt.toISOString(),
      updatedAt: it.updatedAt.toISOString(),
      direction: 'DEBIT',
      asset: it.asset,
      amount: formatDecimal(it.amountMinor, it.asset),
      fee: formatDecimal(it.feeMinor, it.asset),
      status: it.state,
      network: it.network,
      address: it.address,
      account: null,
      txId: it.txId,
      ...confirmationsOf(it.network, it.height),
      payeeName: it.payeeId === null ? null : (labels.get(it.payeeId) ?? null),
      canCancel: ['APPROVAL', 'QUEUED', 'REVIEW'].includes(it.state),
    }),
  );
}

export async function presentOne(sql: Sql, withdrawal: StoredWithdrawal): Promise<Withdrawal> {
  const [shown] = await present(sql, [withdrawal]);
  if (!shown) throw new Error('a withdrawal was read and not shown');
  return shown;
}
