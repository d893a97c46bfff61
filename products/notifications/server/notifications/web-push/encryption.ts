/**
 * Encrypts a message so that only one browser can read it, not the push service that carries it: RFC 8291 (keys) and RFC 8188
 * (`aes128gcm`), in one record. The primitives are node:crypto's.
 */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription. */
export interface BrowserKeys {
  /** P-256, uncompressed, 65 bytes. */
  readonly publicKey: Uint8Array;
  /** 16 bytes. */
  readonly secret: Uint8Array;
}

/** Generated for every message. */
interface Fresh {
  /** P-256, 32 bytes. */
  readonly privateKey: Uint8Array;
  /** 16 bytes. */
  readonly salt: Uint8Array;
}

const curve = 'prime256v1';
const recordSize = 4_096;
const tagBytes = 16;
/** Marks the last record. */
const delimiter = 2;
/** The minimum size that push services accept, less header, delimiter and tag. */
export const mostPlainBytes = recordSize - 86 - 1 - tagBytes;

/** Whether browsers could have generated this key: a point of the curve. */
export function isCurvePoint(publicKey: Uint8Array): boolean {
  const own = createECDH(curve);
  own.generateKeys();
  try {
    own.computeSecret(publicKey);
    return true;
  } catch {
    return false;
  }
}

/**
 * The body of the request to the push service. The text is padded to `paddedTo` bytes, so that its length does not reveal the amount. Only tests pass
 * `fresh`.
 */
export function encryptFor(
  { publicKey, secret }: BrowserKeys,
  plain: Uint8Array,
  paddedTo: number,
  fresh: Fresh = newlyMade(),
): Buffer {
  if (plain.byteLength > mostPlainBytes) throw new Error('a push message is too long');
  const own = createECDH(curve);
  own.setPrivateKey(fresh.privateKey);
  const ownPublic = own.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ownPublic]);
  const key = Buffer.from(hkdfSync('sha256', own.computeSecret(publicKey), secret, info, 32));
  const derive = (label: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, fresh.salt, `Content-Encoding: ${label}\0`, bytes));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const padding = Buffer.alloc(Math.max(0, Math.min(paddedTo, mostPlainBytes) - plain.byteLength));
  const record = Buffer.concat([plain, Buffer.of(delimiter), padding]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head.writeUInt8(ownPublic.length, 4);
  return Buffer.concat([
    fresh.salt,
    head,
    ownPublic,
    cipher.update(record),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function newlyMade(): Fresh {
  const own = createECDH(curve);
  own.generateKeys();
  return { privateKey: own.getPrivateKey(), salt: randomBytes(16) };
}
