/**
 * A withdrawal as a PSBT that pays a higher fee and replaces one that waits (BIP-125): the same coins, so that the network confirms one of the two, the same payment, and
 * less change. No coin is added: an unconfirmed one would be refused, and the signer asks for exactly the same.
 */
import { p2wpkh, Transaction } from '@scure/btc-signer';
import type { Raise, Raised, UnsignedTransaction } from '../chain.ts';
import { dustMinor } from './outgoing.ts';

/** A witness of P2WPKH: how many parts, a signature, a public key. */
const witnessBytes = 1 + 1 + 72 + 1 + 33;
/** Version, lock time; marker and flag of the witnesses, which count a quarter. */
const frameWeight = 4 * 8 + 2;
/** Nodes relay a replacement that pays this much more for each of its own bytes (satoshi). */
const relayStep = 1n;

/** `rate`: what the network asks for now, in satoshi per virtual byte. `change`: the bank's own public key. */
export function raisePsbt(
  unsigned: UnsignedTransaction,
  { first, mostTimes, isForced }: Raise,
  { rate, change }: { readonly rate: bigint; readonly change: Uint8Array },
): Raised {
  const before = read(unsigned);
  const bytes = BigInt(virtualBytes(before));
  if (!isForced && rate * bytes <= before.fee) return { cannot: 'enough' };
  const least = larger(tenthMore(before.fee), before.fee + relayStep * bytes);
  const most = read(first).fee * BigInt(mostTimes);
  if (least > most) return { cannot: 'limit' };
  const wanted = larger(rate * bytes, least);
  const fee = wanted < most ? wanted : most;
  const { script } = p2wpkh(change);
  const place = Array.from({ length: before.outputsLength }, (_, index) => before.getOutput(index)).findIndex(
    (output) => output.bip32Derivation !== undefined && isSame(output.script, script),
  );
  const left = (before.getOutput(Math.max(place, 0)).amount ?? 0n) - (fee - before.fee);
  if (place < 0 || left < dustMinor) return { cannot: 'funds' };
  const psbt = read(unsigned);
  psbt.updateOutput(place, { amount: left });
  return { unsigned: Buffer.from(psbt.toPSBT()).toString('base64'), feeMinor: fee };
}

const read = (unsigned: UnsignedTransaction) => Transaction.fromPSBT(Buffer.from(unsigned, 'base64'));
const larger = (one: bigint, other: bigint) => (one > other ? one : other);
const isSame = (one: Uint8Array | undefined, other: Uint8Array) =>
  one !== undefined && Buffer.compare(one, other) === 0;

/** Rounded up: what the signer asks of every replacement. */
const tenthMore = (amount: bigint): bigint => (amount * 11n + 9n) / 10n;

/** As signed; at most one more than it will be. */
function virtualBytes(psbt: Transaction): number {
  const counts = 2 * (psbt.inputsLength > 252 ? 3 : 1);
  const outputs = Array.from({ length: psbt.outputsLength }, (_, place) => psbt.getOutput(place));
  const scripts = outputs.reduce((sum, { script }) => sum + 9 + (script?.length ?? 0), 0);
  const weight =
    frameWeight + 4 * (counts + psbt.inputsLength * 41 + scripts) + psbt.inputsLength * witnessBytes;
  return Math.ceil(weight / 4);
}
