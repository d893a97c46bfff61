/**
 * TON addresses. Ed25519 keys have no public derivation, so every index is another wallet contract (v4r2) of the bank's single key, distinguished by
 * its subwallet
 * id: the address is the hash of the contract's initial state. Written in the user-friendly form (TEP-2), non-bounceable, because a new wallet is not
 * deployed.
 * Only two cells are ever built, so no library is needed; the tests compare with addresses of @ton/ton. Pure.
 */
import { createHash } from 'node:crypto';
import type { AddressFault } from '@calmly/contract';

/** Hash and depth of the code cell of wallet v4r2 (github.com/ton-blockchain/wallet-contract, v4r2-stable). */
const codeHash = Buffer.from('feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0', 'hex');
const codeDepth = 7;
/** Subwallet id of the first wallet in the main workchain. */
const firstSubwallet = 698_983_191;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The wallet contract of this index, by the bank's public key (32 bytes). */
export function tonAddress(publicKey: Uint8Array, index: number): string {
  // 321 bits: sequence number, subwallet id, key, no plugins; then the bit that ends a cell of uneven length.
  const data = Buffer.alloc(41);
  data.writeUInt32BE(firstSubwallet + index, 4);
  Buffer.from(publicKey).copy(data, 8);
  data[40] = 0b0100_0000;
  // Descriptors: no references; 40 full bytes and a part of one.
  const dataHash = sha256(Buffer.concat([Buffer.from([0, 81]), data]));
  // A state has five bits, of which code and data are set, and two references with their depths.
  const state = Buffer.concat([
    Buffer.from([2, 1, 0b0011_0100]),
    Buffer.from([0, codeDepth, 0, 0]),
    codeHash,
    dataHash,
  ]);
  return friendly(sha256(state));
}

const plainTag = 0x51;
const bounceableTag = 0x11;
const testFlag = 0x80;

function friendly(hash: Uint8Array): string {
  const bytes = Buffer.concat([Buffer.from([plainTag, 0]), hash]);
  return Buffer.concat([bytes, crc16(bytes)]).toString('base64url');
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): Buffer {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return Buffer.from([crc >> 8, crc & 0xff]);
}

/** The address in the only form that we store, or its fault. Raw addresses have no checksum and are refused. */
export function readTonAddress(text: string): { readonly address: string } | AddressFault {
  if (!/^[A-Za-z0-9+/_-]{48}$/.test(text)) return 'address_invalid';
  const bytes = Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_'), 'base64url');
  const [tag = 0, workchain] = bytes;
  const kind = tag & ~testFlag;
  if (kind !== plainTag && kind !== bounceableTag) return 'address_invalid';
  if (!crc16(bytes.subarray(0, 34)).equals(bytes.subarray(34))) return 'address_checksum';
  if (tag & testFlag) return 'address_testnet';
  if (workchain !== 0 && workchain !== 0xff) return 'address_invalid';
  // Base64url as given: whether it bounces is the payee's choice.
  return { address: bytes.toString('base64url') };
}

/** The same contract in its non-bounceable form: two forms of one address are one address. */
export function tonAccountOf(address: string): string {
  const bytes = Buffer.from(address, 'base64url');
  const plain = Buffer.from(bytes.subarray(0, 34));
  plain[0] = plainTag;
  return Buffer.concat([plain, crc16(plain)]).toString('base64url');
}
