/**
 * The EVM network: reads a transaction of type 2 (EIP-1559) as JSON, checks that it is a plain payment or an ERC-20 `transfer` of the
 * request and signs it. The encoding is RLP (Ethereum yellow paper, appendix B).
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { z } from 'zod';
import { evmAddressOf, type Keys } from './keys.ts';
import type { Policy } from './policy.ts';
import { SigningRefused } from './refusal.ts';
import { type ReadTransaction, readJson, type SigningRequest } from './request.ts';

const zAmount = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/)
  .transform(BigInt);
const zAddress = z.string().regex(/^0x[0-9a-f]{40}$/);
const zIndex = z.int().min(0).max(0x7fff_ffff);

const zTransaction = z.strictObject({
  type: z.literal('eip1559'),
  chainId: zAmount,
  nonce: zAmount,
  maxPriorityFeePerGas: zAmount,
  maxFeePerGas: zAmount,
  gas: zAmount,
  from: zAddress,
  branch: zIndex.max(1),
  index: zIndex,
  to: zAddress,
  value: zAmount,
  data: z.string().regex(/^0x([0-9a-f]{2}){0,68}$/),
});
type Transaction = z.output<typeof zTransaction>;

/** `transfer(address,uint256)` of ERC-20. */
const transferSelector = '0xa9059cbb';
const type2 = Buffer.from([2]);

/** Throws SigningRefused. */
export function readEvm(request: SigningRequest, policy: Policy, keys: Keys): ReadTransaction {
  const { data: transaction } = zTransaction.safeParse(readJson(request.unsigned));
  if (!transaction) throw new SigningRefused('malformed');
  if (transaction.chainId !== policy.chainId) throw new SigningRefused('wrong_network');
  checkPayment(request, transaction, policy);
  const { publicKey, privateKey } = keys.evm(transaction);
  if (evmAddressOf(publicKey) !== transaction.from) throw new SigningRefused('foreign_input');
  return {
    feeMinor: transaction.gas * transaction.maxFeePerGas,
    feeAsset: 'ETH',
    spends: [`${transaction.from} ${transaction.nonce}`],
    rates: [transaction.maxFeePerGas, transaction.maxPriorityFeePerGas],
    sign: () => sign(transaction, privateKey),
  };
}

function checkPayment(request: SigningRequest, transaction: Transaction, { tokens }: Policy): void {
  const payee = request.address.toLowerCase();
  if (!zAddress.safeParse(payee).success) throw new SigningRefused('wrong_network');
  if (request.asset === 'ETH') {
    if (transaction.to !== payee || transaction.value !== request.amountMinor || transaction.data !== '0x')
      throw new SigningRefused('payment_differs');
    return;
  }
  if (tokens[request.asset] === undefined || transaction.to !== tokens[request.asset])
    throw new SigningRefused('wrong_network');
  const call = transferSelector + wordOf(payee.slice(2)) + wordOf(request.amountMinor.toString(16));
  if (transaction.value !== 0n || transaction.data !== call) throw new SigningRefused('payment_differs');
}

function sign(transaction: Transaction, privateKey: Uint8Array) {
  const fields = [
    quantity(transaction.chainId),
    quantity(transaction.nonce),
    quantity(transaction.maxPriorityFeePerGas),
    quantity(transaction.maxFeePerGas),
    quantity(transaction.gas),
    bytesOf(transaction.to),
    quantity(transaction.value),
    bytesOf(transaction.data),
    [],
  ];
  const digest = keccak_256(Buffer.concat([type2, encode(fields)]));
  const signature = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' });
  const [recovery = 0] = signature;
  const signed = [
    ...fields,
    quantity(BigInt(recovery)),
    quantity(numberOf(signature.subarray(1, 33))),
    quantity(numberOf(signature.subarray(33))),
  ];
  const raw = Buffer.concat([type2, encode(signed)]);
  return {
    txId: `0x${Buffer.from(keccak_256(raw)).toString('hex')}`,
    raw: `0x${raw.toString('hex')}`,
  };
}

type Item = Uint8Array | readonly Item[];

function encode(item: Item): Buffer {
  if (item instanceof Uint8Array) {
    const [first = 0] = item;
    return item.length === 1 && first < 0x80
      ? Buffer.from(item)
      : Buffer.concat([lengthOf(item.length, 0x80), item]);
  }
  const content = Buffer.concat(item.map(encode));
  return Buffer.concat([lengthOf(content.length, 0xc0), content]);
}

function lengthOf(length: number, offset: number): Buffer {
  if (length < 56) return Buffer.from([offset + length]);
  const bytes = quantity(BigInt(length));
  return Buffer.concat([Buffer.from([offset + 55 + bytes.length]), bytes]);
}

/** Big-endian without leading zeros; nothing for zero. */
function quantity(value: bigint): Buffer {
  if (value === 0n) return Buffer.alloc(0);
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex');
const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const wordOf = (hex: string) => hex.padStart(64, '0');
