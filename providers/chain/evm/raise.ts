/**
 * A withdrawal that pays more for gas and replaces one that waits: the same nonce, so that the network confirms one of the two. Nodes take it only if both of its fees are
 * a tenth higher.
 */
import type { Raise, Raised, UnsignedTransaction } from '../chain.ts';
import { type Rpc, zQuantity } from './json-rpc.ts';
import { readUnsigned } from './outgoing.ts';

export interface GasPrice {
  readonly baseFeePerGas: bigint;
  readonly priorityFeePerGas: bigint;
}

/** Throws PartnerUnavailable, RpcRefused or CircuitOpen. */
export async function raiseTransaction(
  rpc: Rpc,
  unsigned: UnsignedTransaction,
  { first, mostTimes, isForced }: Raise,
  { baseFeePerGas, priorityFeePerGas }: GasPrice,
): Promise<Raised> {
  const before = readUnsigned(unsigned);
  const { maxFeePerGas, maxPriorityFeePerGas } = before;
  const isEnough =
    baseFeePerGas + priorityFeePerGas <= maxFeePerGas && priorityFeePerGas <= maxPriorityFeePerGas;
  if (isEnough && !isForced) return { cannot: 'enough' };
  const least = { fee: tenthMore(maxFeePerGas), priority: tenthMore(maxPriorityFeePerGas) };
  const most = readUnsigned(first).maxFeePerGas * BigInt(mostTimes);
  if (least.fee > most) return { cannot: 'limit' };
  const priority = larger(priorityFeePerGas, least.priority);
  const fee = smaller(larger(larger(2n * baseFeePerGas + priority, least.fee), priority), most);
  const feeMinor = before.gas * fee;
  const balance = await rpc.one('eth_getBalance', [before.from, 'latest'], zQuantity);
  if (balance < before.value + feeMinor) return { cannot: 'funds' };
  const raised = {
    ...(JSON.parse(unsigned) as object),
    maxPriorityFeePerGas: String(smaller(priority, fee)),
    maxFeePerGas: String(fee),
  };
  return { unsigned: JSON.stringify(raised), feeMinor };
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other);
const smaller = (one: bigint, other: bigint) => (one < other ? one : other);
/** Rounded up. */
const tenthMore = (price: bigint) => (price * 11n + 9n) / 10n;
