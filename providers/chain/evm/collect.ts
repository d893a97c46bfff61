/**
 * What lies on a deposit address, as an unsigned transaction to the bank's own account. Tokens cannot leave without ETH for the fee: if there is too little, the transaction
 * brings it there first. What other transactions will still take from either account is set aside.
 */
import { nativeAsset } from '@calmly/domain';
import type { Collecting, Collection, UnsignedTransaction } from '../chain.ts';
import type { OwnAddress } from '../own-keys.ts';
import { type Rpc, zQuantity } from './json-rpc.ts';
import { gasLimits, nextNonce, readUnsigned, setAsideBy, writeTransaction } from './outgoing.ts';
import type { GasPrice } from './raise.ts';
import { balanceOf, transferCall } from './tokens.ts';

export interface CollectOptions {
  readonly rpc: Rpc;
  readonly chainId: number;
  readonly bank: OwnAddress;
  /** The token's; undefined for ETH. */
  readonly contract: string | undefined;
}

export interface CollectQuery extends Pick<Collection, 'asset' | 'leastMinor' | 'worth'> {
  readonly from: OwnAddress;
  readonly price: GasPrice;
}

/** The fees take at most a tenth of what is collected. */
const mostFeeParts = 10n;

/** Throws PartnerUnavailable, RpcRefused or CircuitOpen. */
export async function collectFrom(
  { rpc, chainId, bank, contract }: CollectOptions,
  { asset, from, leastMinor, worth, price }: CollectQuery,
  unconfirmed: readonly UnsignedTransaction[],
): Promise<Collecting> {
  const others = unconfirmed.map(readUnsigned);
  const fees = {
    maxFeePerGas: 2n * price.baseFeePerGas + price.priorityFeePerGas,
    maxPriorityFeePerGas: price.priorityFeePerGas,
  };
  const nativeOf = async ({ address }: OwnAddress) =>
    (await rpc.one('eth_getBalance', [address, 'latest'], zQuantity)) -
    setAsideBy(others, address, contract).nativeMinor;
  const pay = async (payer: OwnAddress, call: { to: string; value: bigint; data: string }, gas: bigint) =>
    writeTransaction({
      chainId,
      payer,
      call,
      gas,
      fees,
      nonce: await nextNonce(rpc, payer.address, others),
    });
  const native = await nativeOf(from);

  if (!contract) {
    const fee = gasLimits.person * fees.maxFeePerGas;
    const amountMinor = native - fee;
    if (native < leastMinor) return { step: 'nothing' };
    if (amountMinor < leastMinor || fee * mostFeeParts > native) return { step: 'dear' };
    const unsigned = await pay(from, { to: bank.address, value: amountMinor, data: '0x' }, gasLimits.person);
    return { step: 'COLLECT', asset, amountMinor, unsigned };
  }
  const [held = 0n] = await rpc.all([balanceOf(contract, from.address, 'latest')]);
  const amountMinor = held - setAsideBy(others, from.address, contract).tokenMinor;
  if (amountMinor < leastMinor) return { step: 'nothing' };
  const fee = gasLimits.token * fees.maxFeePerGas;
  const allFees = native >= fee ? fee : fee + gasLimits.person * fees.maxFeePerGas;
  if (worth && allFees * mostFeeParts > worth(amountMinor)) return { step: 'dear' };
  if (native >= fee) {
    const data = transferCall(bank.address, amountMinor);
    const unsigned = await pay(from, { to: contract, value: 0n, data }, gasLimits.token);
    return { step: 'COLLECT', asset, amountMinor, unsigned };
  }
  // Fees may rise until it has arrived.
  const missing = 2n * fee - (native > 0n ? native : 0n);
  if ((await nativeOf(bank)) < missing + gasLimits.person * fees.maxFeePerGas) return { step: 'no_gas' };
  const unsigned = await pay(bank, { to: from.address, value: missing, data: '0x' }, gasLimits.person);
  return { step: 'GAS', asset: nativeAsset.evm, amountMinor: missing, unsigned };
}
