/**
 * A withdrawal as an unsigned transaction of type 2 (EIP-1559). The bank's own account pays if it has enough, otherwise the first client's
 * deposit address that does; what other withdrawals will still take from an account is set aside.
 */
import type { CryptoAsset } from '@calmly/domain';
import { z } from 'zod';
import { partsOf } from '../../ask.ts';
import type { OutgoingTransfer, UnsignedTransaction } from '../chain.ts';
import type { OwnAddress } from '../own-keys.ts';
import { type Rpc, zHeight, zQuantity } from './json-rpc.ts';
import { balanceOf, transferCall } from './tokens.ts';

export interface OutgoingOptions {
  readonly rpc: Rpc;
  readonly chainId: number;
  readonly contractOf: (asset: CryptoAsset) => string | undefined;
  /** The bank's own first. */
  readonly payers: () => Promise<readonly OwnAddress[]>;
}

const payersAtOnce = 25;
/** A plain payment to a person, one to a contract, a token's `transfer`. What is not used is not charged. */
export const gasLimits = { person: 21_000n, contract: 100_000n, token: 120_000n };

const zMinor = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const zUnsigned = z.object({
  from: z.string(),
  to: z.string(),
  nonce: zMinor,
  value: zMinor,
  gas: zMinor,
  maxFeePerGas: zMinor,
  maxPriorityFeePerGas: zMinor,
  data: z.string(),
});
type Unsigned = z.output<typeof zUnsigned>;

/** Throws for text that `writeTransaction` did not write. Amounts and fees are in wei. */
export const readUnsigned = (text: UnsignedTransaction): Unsigned => zUnsigned.parse(JSON.parse(text));

/** Throws if no account can pay, PartnerUnavailable, RpcRefused or CircuitOpen. */
export async function prepareTransaction(
  { rpc, chainId, contractOf, payers }: OutgoingOptions,
  transfer: OutgoingTransfer,
  unconfirmed: readonly UnsignedTransaction[],
): Promise<UnsignedTransaction> {
  const { maxFeePerGas, maxPriorityFeePerGas } = readRate(transfer.rate);
  const others = unconfirmed.map(readUnsigned);
  const contract = contractOf(transfer.asset);
  const payee = transfer.address.toLowerCase();
  const call = contract
    ? { to: contract, value: 0n, data: transferCall(payee, transfer.amountMinor) }
    : { to: payee, value: transfer.amountMinor, data: '0x' };
  const gas = contract ? gasLimits.token : await gasFor(rpc, payee);
  const needed = {
    nativeMinor: call.value + gas * maxFeePerGas,
    tokenMinor: contract ? transfer.amountMinor : 0n,
  };
  const payer = await findPayer(rpc, { payers: await payers(), needed, contract, others });
  const nonce = await nextNonce(rpc, payer.address, others);
  return writeTransaction({ chainId, payer, call, gas, nonce, fees: { maxFeePerGas, maxPriorityFeePerGas } });
}

export interface NewTransaction {
  readonly chainId: number;
  readonly payer: OwnAddress;
  readonly call: { readonly to: string; readonly value: bigint; readonly data: string };
  readonly gas: bigint;
  readonly nonce: bigint;
  readonly fees: { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };
}

/**
 * The JSON that the signer reads; it finds the payer's key by `branch` and `index`. Amounts and fees are
 * decimal text in wei.
 */
export const writeTransaction = ({
  chainId,
  payer,
  call,
  gas,
  nonce,
  fees,
}: NewTransaction): UnsignedTransaction =>
  JSON.stringify({
    type: 'eip1559',
    chainId: String(chainId),
    nonce: String(nonce),
    maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas),
    maxFeePerGas: String(fees.maxFeePerGas),
    gas: String(gas),
    from: payer.address,
    branch: payer.branch,
    index: payer.index,
    ...call,
    value: String(call.value),
  });

/** What transactions will take from an account. */
export function setAsideBy(others: readonly Unsigned[], address: string, contract: string | undefined) {
  const own = others.filter(({ from }) => from === address);
  return {
    nativeMinor: own.reduce((sum, { value, gas, maxFeePerGas }) => sum + value + gas * maxFeePerGas, 0n),
    tokenMinor: own
      .filter(({ to }) => to === contract)
      .reduce((sum, { data }) => sum + BigInt(`0x${data.slice(-64)}`), 0n),
  };
}

/**
 * The rate of a fee quote as it is kept until the transaction is prepared: `maxFee/priorityFee`, wei per unit
 * of gas.
 */
export const writeRate = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) =>
  `${maxFeePerGas}/${maxPriorityFeePerGas}`;

function readRate(rate: string) {
  const [, maxFee, priority] = /^(\d{1,30})\/(\d{1,30})$/.exec(rate) ?? [];
  if (maxFee === undefined || priority === undefined) throw new Error('this is no rate of the EVM network');
  return { maxFeePerGas: BigInt(maxFee), maxPriorityFeePerGas: BigInt(priority) };
}

async function gasFor(rpc: Rpc, payee: string): Promise<bigint> {
  const code = await rpc.one('eth_getCode', [payee, 'latest'], z.string());
  return code === '0x' ? gasLimits.person : gasLimits.contract;
}

interface PayerQuery {
  readonly payers: readonly OwnAddress[];
  readonly needed: { readonly nativeMinor: bigint; readonly tokenMinor: bigint };
  readonly contract: string | undefined;
  readonly others: readonly Unsigned[];
}

async function findPayer(rpc: Rpc, { payers, needed, contract, others }: PayerQuery): Promise<OwnAddress> {
  for (const part of partsOf(payers, payersAtOnce)) {
    const native = await rpc.all(
      part.map(({ address }) => ({
        method: 'eth_getBalance',
        params: [address, 'latest'],
        schema: zQuantity,
      })),
    );
    const token = contract
      ? await rpc.all(part.map(({ address }) => balanceOf(contract, address, 'latest')))
      : part.map(() => 0n);
    const payer = part.find(({ address }, place) => {
      const setAside = setAsideBy(others, address, contract);
      return (
        (native[place] ?? 0n) - setAside.nativeMinor >= needed.nativeMinor &&
        (token[place] ?? 0n) - setAside.tokenMinor >= needed.tokenMinor
      );
    });
    if (payer) return payer;
  }
  throw new Error('no account of the bank on the EVM network has enough for this withdrawal');
}

/** The least number that neither the chain, nor the node's pool, nor another withdrawal has. */
export async function nextNonce(rpc: Rpc, address: string, others: readonly Unsigned[]): Promise<bigint> {
  const [confirmed = 0, pooled = 0] = await rpc.all(
    ['latest', 'pending'].map((block) => ({
      method: 'eth_getTransactionCount',
      params: [address, block],
      schema: zHeight,
    })),
  );
  const taken = new Set(others.filter(({ from }) => from === address).map(({ nonce }) => nonce));
  let next = BigInt(Math.max(confirmed, pooled));
  for (let nonce = BigInt(confirmed); nonce < next; nonce += 1n) taken.add(nonce);
  while (taken.has(next)) next += 1n;
  return next;
}
