/**
 * The money of deposits. A confirmed one goes from `custody` to its wallet; below the minimum to `fees`; on the bank's own address to `fx`. Each is
 * posted under the
 * deposit's own id, so the ledger takes it once.
 * If the network undoes a deposit after that, the chain holds less than the books say. The bank bears it at once on `receivable`, an incident is
 * opened and the credited
 * wallet is locked (`incidents`). If the same transaction is in a block again, both are undone; otherwise staff decide.
 */
import { publish } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import { announce, appendSteps, lockTransactions } from '../../../../accounts/server/transactions/index.ts';
import { bankAccounts, postAll } from '../../../../ledger/server/index.ts';
import { noteUncollected } from '../collecting/collection-store.ts';
import { openIncident, returnIncident } from '../incidents/book.ts';
import { tellCredited } from '../notices.ts';
import { stepOf } from '../rows.ts';
import { leastMinor } from '../tools.ts';
import { type StoredDeposit, updateDeposit } from './deposit-store.ts';

/** A deposit with enough blocks. */
export async function credit(work: Work, deposit: StoredDeposit): Promise<void> {
  const { sql, now } = work;
  const { id, asset, amountMinor, walletId, clientId, transactionId } = deposit;
  const isSmall = walletId !== null && amountMinor < leastMinor[asset].deposit;
  const ours = await bankAccounts(sql, [
    ['custody', asset],
    ['fees', asset],
    ['fx', asset],
  ]);
  const creditAccountId = walletId === null ? ours('fx', asset) : isSmall ? ours('fees', asset) : walletId;
  await postAll(sql, [
    {
      id,
      ...(transactionId !== null && { subjectId: transactionId }),
      debitAccountId: ours('custody', asset),
      creditAccountId,
      amountMinor,
      code: isSmall ? 'crypto_small' : 'crypto_deposit',
      at: now,
    },
  ]);
  await updateDeposit(sql, { ...deposit, state: isSmall ? 'SMALL' : 'CREDITED' }, now);
  if (transactionId === null || clientId === null) return;
  // Bitcoin and TON withdrawals are paid from every address.
  if (deposit.network === 'evm') await noteUncollected(sql, deposit, now);
  const row = (await lockTransactions(sql, [transactionId])).get(transactionId);
  if (!row) throw new Error(`the deposit ${id} has no row`);
  const step = isSmall ? stepOf(work, 'REJECTED', { reason: 'deposit_too_small' }) : stepOf(work, 'EXECUTED');
  await appendSteps(sql, [{ transaction: row, steps: [step] }]);
  await announce(sql, [row]);
  if (!isSmall) await tellCredited(work, deposit);
  await publish(sql, clientId, { topic: 'crypto' });
}

/** A booked deposit that is gone. A small one is only the bank's loss, because its client got nothing of it. */
export async function openLost(work: Work, deposit: StoredDeposit): Promise<void> {
  await updateDeposit(
    work.sql,
    { ...deposit, state: deposit.state === 'SMALL' ? 'SMALL_LOST' : 'LOST' },
    work.now,
  );
  await openIncident(work, lossOf(deposit));
}

/** The deposit is in a block again. */
export async function returnLost(work: Work, deposit: StoredDeposit): Promise<void> {
  await returnIncident(work, lossOf(deposit));
  await updateDeposit(
    work.sql,
    { ...deposit, state: deposit.state === 'SMALL_LOST' ? 'SMALL' : 'CREDITED' },
    work.now,
  );
}

const lossOf = (deposit: StoredDeposit) => ({
  ...deposit,
  ...(deposit.state.startsWith('SMALL') && { walletId: null, clientId: null }),
  kind: 'DEPOSIT_LOST' as const,
});
