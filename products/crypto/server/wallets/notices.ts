/** The notifications about deposits and withdrawals. */
import { formatDecimal, shortAddress } from '@calmly/domain';
import { notify } from '@calmly/platform/notify/notices.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { StoredDeposit } from './deposits/deposit-store.ts';
import { networkName } from './rows.ts';
import { findLabels } from './withdrawals/payee-store.ts';
import type { StoredWithdrawal } from './withdrawals/withdrawal-store.ts';

/** A deposit was credited to its wallet. */
export async function tellCredited(
  work: Work,
  { clientId, transactionId, asset, amountMinor, network }: StoredDeposit,
): Promise<void> {
  if (clientId === null || transactionId === null) return;
  const params = {
    amount: formatDecimal(amountMinor, asset),
    currency: asset,
    counterparty: networkName[network],
  };
  await notify(work, [{ kind: 'crypto_received', clientId, subjectId: transactionId, params }]);
}

/** The network has confirmed a withdrawal, or refused it. */
export async function tellEnded(
  work: Work,
  { id, clientId, asset, amountMinor, address, payeeId }: StoredWithdrawal,
  kind: 'crypto_sent' | 'crypto_failed',
): Promise<void> {
  const label = payeeId === null ? undefined : (await findLabels(work.sql, [payeeId])).get(payeeId);
  const params = {
    amount: formatDecimal(amountMinor, asset),
    currency: asset,
    counterparty: label ?? shortAddress(address),
  };
  await notify(work, [{ kind, clientId, subjectId: id, params }]);
}
