/** Decides about one request after the other: known, readable, within the limits, signed, written down. Only then is it answered. */
import { networkOf } from '@calmly/domain';
import { readBitcoin } from './bitcoin.ts';
import { readEvm } from './evm.ts';
import type { Journal } from './journal.ts';
import type { Keys } from './keys.ts';
import { overLimit, type Policy } from './policy.ts';
import { SigningRefused } from './refusal.ts';
import { digestOf, type ReadTransaction, type Signed, type SigningRequest } from './request.ts';

export interface SigningOptions {
  readonly keys: Keys;
  readonly policy: Policy;
  readonly journal: Journal;
  readonly clock: () => Date;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Answers the signed transaction. Throws SigningRefused; any other error means that the journal may not have the line. */
export function createSigning({ keys, policy, journal, clock }: SigningOptions) {
  let last: Promise<unknown> = Promise.resolve();

  async function sign(request: SigningRequest): Promise<Signed> {
    const digest = digestOf(request);
    const known = await journal.find(request.withdrawalId);
    if (known && known.request !== digest) throw new SigningRefused('other_transaction');
    if (known) return { txId: known.txId, raw: known.raw };

    const transaction = read(request, policy, keys);
    const { asset, address, amountMinor, withdrawalId } = request;
    const { feeAsset, feeMinor } = transaction;
    const at = new Date(Math.max(clock().getTime(), journal.newest().getTime()));
    const since = new Date(at.getTime() - dayMs);
    const refusal = overLimit(policy, { asset, amountMinor, feeAsset, feeMinor }, (spent) =>
      journal.spentSince(spent, since),
    );
    if (refusal) throw new SigningRefused(refusal);
    const signed = transaction.sign();
    await journal.append({
      at,
      withdrawalId,
      asset,
      address,
      amountMinor,
      feeAsset,
      feeMinor,
      request: digest,
      ...signed,
    });
    return signed;
  }

  return (request: SigningRequest): Promise<Signed> => {
    const turn = last.then(() => sign(request));
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** TON exists on the sandbox's chain only, which needs no signer. */
function read(request: SigningRequest, policy: Policy, keys: Keys): ReadTransaction {
  const network = networkOf(request.asset);
  if (network === 'bitcoin') return readBitcoin(request, policy, keys);
  if (network === 'evm') return readEvm(request, policy, keys);
  throw new SigningRefused('wrong_network');
}
