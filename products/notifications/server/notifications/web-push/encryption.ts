/**
 * Encrypts a message so that only one browser can read it, not the push service that carries it: RFC 8291 (keys) and RFC 8188
 * (`aes128gcm`), by the package of the RFCs' author, in one record.
 */
import { createECDH } from 'node:crypto';
import { encrypt } from 'http_ece';

/** The keys of a browser's subscription. */
export interface BrowserKeys {
  /** P-256, uncompressed, 65 bytes. */
  readonly publicKey: Buffer;
  /** 16 bytes. */
  readonly secret: Buffer;
}

/** Generated for every message. */
interface Fresh {
  /** P-256, 32 bytes. */
  readonly privateKey: Buffer;
  /** 16 bytes. */
  readonly salt: Buffer;
}

const curve = 'prime256v1';
/** What push services take at least: 4,096 bytes, less header, delimiter and tag. The package would begin a second record, which browsers refuse. */
const mostPlainBytes = 4_096 - 86 - 1 - 16;

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
  plain: Buffer,
  paddedTo: number,
  fresh?: Fresh,
): Buffer {
  if (plain.byteLength > mostPlainBytes) throw new Error('a push message is too long');
  const own = createECDH(curve);
  if (fresh) own.setPrivateKey(fresh.privateKey);
  else own.generateKeys();
  return encrypt(plain, {
    dh: publicKey,
    authSecret: secret,
    privateKey: own,
    salt: fresh?.salt,
    pad: Math.max(0, Math.min(paddedTo, mostPlainBytes) - plain.byteLength),
  });
}
