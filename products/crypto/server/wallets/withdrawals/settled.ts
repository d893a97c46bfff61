/**
 * Settled withdrawals whose blocks are replaced. The chain's outcome in the books (`chainOutcome`, `chainFeeMinor`) follows it, and if that differs
 * from the outcome that the
 * client was notified of, an incident is opened: the payee was paid after the money was given back, or was not paid although it left the wallet.
 */
import { type CryptoAsset, nativeAsset } from '@calmly/domain';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { TransactionState } from '@calmly/providers/chain/chain.ts';
import { bankAccounts, postAll } from '../../../../ledger/server/index.ts';
import { openIncident, returnIncident } from '../incidents/book.ts';
import { type ChainOutcome, moveWithdrawal, type StoredWithdrawal } from './withdrawal-store.ts';

export const chainFeeCode = 'crypto_fee';

const outcomes = { confirmed: 'PAID', failed: 'FAILED', unknown: 'GONE' } as const;

/** Stores the outcome of a settled withdrawal. */
export async function followSettled(
  work: Work,
  withdrawal: StoredWithdrawal,
  state: TransactionState,
  isFinal: boolean,
): Promise<void> {
  const height = 'height' in state ? state.height : null;
  // Waiting for a block again, or not deep enough: the outcome is asked for again.
  if (state.state === 'pending' || (height !== null && !isFinal)) return place(work, withdrawal, height);
  const outcome = outcomes[state.state];
  const chainFeeMinor = 'feeMinor' in state ? state.feeMinor : 0n;
  if (outcome === withdrawal.chainOutcome && chainFeeMinor === (withdrawal.chainFeeMinor ?? 0n))
    return place(work, withdrawal, height);
  const { id, network } = withdrawal;
  const moreMinor = chainFeeMinor - (withdrawal.chainFeeMinor ?? 0n);
  await moveChainFee(work, { id, asset: nativeAsset[network], moreMinor });
  await moveAmount(work, withdrawal, outcome);
  await moveWithdrawal(work.sql, withdrawal.id, work.now, {
    state: withdrawal.state,
    height,
    chainFeeMinor,
    chainOutcome: outcome,
  });
  await publish(work.sql, withdrawal.clientId, { topic: 'crypto' });
}

/** In another block, or in none. */
export async function place(
  { sql, now }: Work,
  withdrawal: StoredWithdrawal,
  height: number | null,
): Promise<void> {
  if (withdrawal.height === height) return;
  const { id, state, chainFeeMinor, chainOutcome, clientId } = withdrawal;
  await moveWithdrawal(sql, id, now, { state, height, chainFeeMinor, chainOutcome });
  await publish(sql, clientId, { topic: 'crypto' });
}

async function moveAmount(work: Work, withdrawal: StoredWithdrawal, now: ChainOutcome): Promise<void> {
  const { state, chainOutcome: before, txId } = withdrawal;
  if ((before === 'PAID') === (now === 'PAID')) return;
  const kind = state === 'CONFIRMED' ? 'WITHDRAWAL_GONE' : 'WITHDRAWAL_PAID';
  const isAsSettled = (state === 'CONFIRMED') === (now === 'PAID');
  const incident = { ...withdrawal, kind, txId: txId ?? '' } as const;
  await (isAsSettled ? returnIncident(work, incident) : openIncident(work, incident));
}

/** `fees` pays the network's fee, and gets back any part that was not charged in the end. */
export async function moveChainFee(
  { sql, now, newId }: Work,
  { id, asset, moreMinor }: { readonly id: string; readonly asset: CryptoAsset; readonly moreMinor: bigint },
): Promise<void> {
  if (moreMinor === 0n) return;
  const ours = await bankAccounts(sql, [
    ['custody', asset],
    ['fees', asset],
  ]);
  const [fees, custody] = [ours('fees', asset), ours('custody', asset)];
  const [debitAccountId, creditAccountId, amountMinor] =
    moreMinor > 0n ? [fees, custody, moreMinor] : [custody, fees, -moreMinor];
  const transfer = { id: newId(), subjectId: id, debitAccountId, creditAccountId, amountMinor };
  await postAll(sql, [{ ...transfer, code: chainFeeCode, at: now }]);
}
