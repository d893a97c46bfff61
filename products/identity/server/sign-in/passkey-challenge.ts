/**
 * The challenge that a passkey signs at sign-in: a nonce, its expiry, and a MAC that binds both to the browser and, if it named an
 * account, to its person. Nothing is stored before it is used, so no one can fill a table with requests. Pure except for the nonce.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { passkeySignInSeconds } from '../rules.ts';
import { sha256 } from '../sessions/secrets.ts';

const nonceBytes = 16;
/** Nonce, end in seconds, whether an account was named. */
const headBytes = nonceBytes + 6 + 1;

interface Binding {
  /** Hash of the asking browser's cookie. */
  readonly mark: Buffer;
  readonly now: Date;
}

/** A new challenge, base64url; `subject` is the named account, if any. */
export function issueSignInChallenge(
  key: Buffer,
  { mark, now, subject }: Binding & { readonly subject: string | undefined },
): string {
  const end = Buffer.alloc(6);
  end.writeUIntBE(Math.floor(now.getTime() / 1000) + passkeySignInSeconds, 0, 6);
  const head = Buffer.concat([randomBytes(nonceBytes), end, Buffer.of(subject === undefined ? 0 : 1)]);
  return Buffer.concat([head, macOf(key, head, mark, subject)]).toString('base64url');
}

/** The challenge's expiry, and the value that marks it as used; undefined if this browser was not issued such a challenge for this person. */
export function readSignInChallenge(
  key: Buffer,
  challenge: string,
  { mark, now, personId }: Binding & { readonly personId: string },
): { readonly hash: Buffer; readonly expiresAt: Date } | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== headBytes + 32) return undefined;
  const head = bytes.subarray(0, headBytes);
  const subject = head[headBytes - 1] === 0 ? undefined : personId;
  if (!timingSafeEqual(bytes.subarray(headBytes), macOf(key, head, mark, subject))) return undefined;
  const expiresAt = new Date(head.readUIntBE(nonceBytes, 6) * 1000);
  return expiresAt > now ? { hash: sha256(bytes.toString('base64url')), expiresAt } : undefined;
}

const macOf = (key: Buffer, head: Buffer, mark: Buffer, subject: string | undefined) =>
  createHmac('sha256', key)
    .update('passkey-sign-in')
    .update(head)
    .update(mark)
    .update(subject ?? '')
    .digest();

const decoyLengths = [16, 20, 32, 64] as const;
const decoyTransports = [['internal'], ['hybrid', 'internal'], ['usb']] as const;

/**
 * Invented passkeys for an account without any: always the same ones for the same name, whatever name the account is addressed by. Half of the names
 * have one, a quarter two, and so on, so the number of passkeys does not distinguish an account from an unknown name.
 */
export function decoyPasskeys(
  key: Buffer,
  name: string,
): ReadonlyArray<{ readonly credentialId: Buffer; readonly transports: readonly string[] }> {
  const draw = createHmac('sha256', key).update(`decoy-count:${name}`).digest().readUInt8(0);
  const count = 1 + Math.clz32(draw) - Math.clz32(0xff);
  return Array.from({ length: count }, (_, place) => decoyPasskey(key, `${name}:${place}`));
}

function decoyPasskey(key: Buffer, subject: string) {
  const digest = createHmac('sha512', key).update(`decoy-passkey:${subject}`).digest();
  const choice = createHmac('sha256', key).update(`decoy-kind:${subject}`).digest();
  const length = decoyLengths[choice.readUInt8(0) % decoyLengths.length] ?? 16;
  const transports = decoyTransports[choice.readUInt8(1) % decoyTransports.length] ?? ['internal'];
  return { credentialId: digest.subarray(0, length), transports };
}
