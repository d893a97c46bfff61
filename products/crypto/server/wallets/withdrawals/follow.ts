/**
 * Follows a sent withdrawal on its network. With enough confirmations its money is settled: the amount goes to `custody`, the quoted fee to `fees`,
 * and `fees`
 * pays the network's fee, in the network's own asset. If it failed, the money is released and the bank bears the network's fee.
 */
import { nativeAsset } from '@calmly/domain';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { SignedTransaction, TransactionState } from '@calmly/providers/chain/chain.ts';
import {
  announce,
  appendSteps,
  lockTransactions,
  type Step,
} from '../../../../accounts/server/transactions/index.ts';
import { bankAccounts, lockAccounts, postAll, release, settle } from '../../../../ledger/server/index.ts';
import { tellEnded } from '../notices.ts';
import { countAttempt } from '../raising/attempt-store.ts';
import type { Whereabouts } from '../raising/whereabouts.ts';
import { stepOf } from '../rows.ts';
import { chainFeeCode, followSettled, place } from './settled.ts';
import { lockWithdrawal, moveWithdrawal, type StoredWithdrawal } from './withdrawal-store.ts';

/** Stores the news. Returns the signed transaction if the network has forgotten it and should have it. */
export async function follow(
  work: Work,
  { id }: Pick<StoredWithdrawal, 'id'>,
  { state, txId }: Whereabouts,
  /** Blocks up to this height are final. */
  finalHeight: number,
): Promise<SignedTransaction | undefined> {
  const locked = await lockWithdrawal(work.sql, id);
  if (!locked || locked.signed === null || locked.txId === null) return undefined;
  const isAnother = txId !== undefined && txId !== locked.txId;
  if (isAnother) await countAttempt(work.sql, id, txId);
  const withdrawal = isAnother ? { ...locked, txId } : locked;
  const isFinal = 'height' in state && state.height <= finalHeight;
  if (withdrawal.state === 'BROADCAST') {
    if (isFinal) await settleFinal(work, withdrawal, state);
    else if ('height' in state) await place(work, withdrawal, state.height);
  } else await followSettled(work, withdrawal, state, isFinal);
  // A failed one is not sent again: its money was given back.
  return state.state === 'unknown' && withdrawal.state !== 'FAILED'
    ? { txId: locked.txId, raw: locked.signed }
    : undefined;
}

type InBlock = Extract<TransactionState, { readonly height: number }>;

function settleFinal(work: Work, withdrawal: StoredWithdrawal, { state, height, feeMinor }: InBlock) {
  const isPaid = state === 'confirmed';
  const step = isPaid ? stepOf(work, 'EXECUTED') : stepOf(work, 'REJECTED', { reason: 'chain_failed' });
  return end(
    work,
    withdrawal,
    {
      state: isPaid ? 'CONFIRMED' : 'FAILED',
      height,
      chainFeeMinor: feeMinor,
      chainOutcome: isPaid ? 'PAID' : 'FAILED',
    },
    step,
  );
}

async function end(
  work: Work,
  withdrawal: StoredWithdrawal,
  to: Pick<StoredWithdrawal, 'state' | 'height' | 'chainOutcome'> & { readonly chainFeeMinor: bigint },
  step: Step,
): Promise<void> {
  const { sql, now } = work;
  const { id, clientId } = withdrawal;
  const row = (await lockTransactions(sql, [id])).get(id);
  if (!row) throw new Error(`withdrawal ${id} has no row`);
  await moveMoney(work, withdrawal, to.chainFeeMinor, to.state === 'CONFIRMED' ? 'settle' : 'free');
  await moveWithdrawal(sql, id, now, to);
  await appendSteps(sql, [{ transaction: row, steps: [step] }]);
  await announce(sql, [row]);
  await tellEnded(work, withdrawal, to.state === 'CONFIRMED' ? 'crypto_sent' : 'crypto_failed');
  await publish(sql, clientId, { topic: 'crypto' });
}

async function moveMoney(
  { sql, now, newId }: Work,
  { id, walletId, network, asset, amountMinor, feeMinor }: StoredWithdrawal,
  chainFeeMinor: bigint,
  money: 'settle' | 'free',
): Promise<void> {
  const native = nativeAsset[network];
  const ours = await bankAccounts(sql, [
    ['custody', asset],
    ['fees', asset],
    ['custody', native],
    ['fees', native],
  ]);
  const fees = { subjectId: id, code: chainFeeCode, at: now };
  await lockAccounts(sql, [
    walletId,
    ours('custody', asset),
    ours('fees', asset),
    ours('custody', native),
    ours('fees', native),
  ]);
  const toCustody = {
    id,
    debitAccountId: walletId,
    creditAccountId: ours('custody', asset),
    amountMinor,
    code: 'crypto_withdrawal',
    at: now,
  };
  const toFees = {
    ...fees,
    id: newId(),
    debitAccountId: walletId,
    creditAccountId: ours('fees', asset),
    amountMinor: feeMinor,
  };
  const transfers = feeMinor > 0n ? [toCustody, toFees] : [toCustody];
  const [verdict] =
    money === 'settle' ? await settle(sql, [{ reservationId: id, transfers }]) : await release(sql, [id]);
  if (!verdict?.ok) throw new Error(`the money of withdrawal ${id} is not held: ${verdict?.reason}`);
  if (chainFeeMinor > 0n)
    await postAll(sql, [
      {
        ...fees,
        id: newId(),
        debitAccountId: ours('fees', native),
        creditAccountId: ours('custody', native),
        amountMinor: chainFeeMinor,
      },
    ]);
}
