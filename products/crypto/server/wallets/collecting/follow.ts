/**
 * Follows transfers between our own addresses on their network. The amount stays in custody on either address; `fees` pays the network's fee once it
 * is final, and gets
 * it back if blocks are replaced and it was not charged in the end.
 */
import { nativeAsset } from '@calmly/domain';
import type { Work } from '@calmly/platform/work.ts';
import type { SignedTransaction } from '@calmly/providers/chain/chain.ts';
import { countAttempt } from '../raising/attempt-store.ts';
import type { Whereabouts } from '../raising/whereabouts.ts';
import { moveChainFee } from '../withdrawals/settled.ts';
import { lockCollection, moveCollection, type StoredCollection } from './collection-store.ts';

/** Stores the news. Returns the signed transaction if the network has forgotten it and should have it. */
export async function followCollection(
  work: Work,
  { id }: Pick<StoredCollection, 'id'>,
  { state, txId }: Whereabouts,
  /** Blocks up to this height are final. */
  finalHeight: number,
): Promise<SignedTransaction | undefined> {
  const { sql, now } = work;
  const collection = await lockCollection(sql, id);
  if (!collection || collection.signed === null || collection.txId === null) return undefined;
  if (txId !== undefined && txId !== collection.txId) await countAttempt(sql, id, txId, 'collection');
  const height = 'height' in state ? state.height : null;
  const isDecided = (height !== null && height <= finalHeight) || state.state === 'unknown';
  const chainFeeMinor = isDecided ? ('feeMinor' in state ? state.feeMinor : 0n) : collection.chainFeeMinor;
  const moreMinor = chainFeeMinor - collection.chainFeeMinor;
  await moveChainFee(work, { id, asset: nativeAsset[collection.network], moreMinor });
  const outcome = state.state === 'failed' ? 'FAILED' : 'CONFIRMED';
  const next = height !== null && isDecided ? outcome : collection.state;
  if (next !== collection.state || height !== collection.height || moreMinor !== 0n)
    await moveCollection(sql, { id, state: next, height, chainFeeMinor }, now);
  return state.state === 'unknown' && next !== 'FAILED'
    ? { txId: collection.txId, raw: collection.signed }
    : undefined;
}
