/**
 * Codes of the authenticator app (RFC 6238): SHA-1, six digits, steps of 30 seconds, which every app supports. One step early or late is accepted,
 * for clocks that differ. Pure, apart from the random secret.
 */
import { Secret, TOTP } from 'otpauth';

const issuer = 'Calmly';
const stepSeconds = 30;
const window = 1;
/** 160 bits, RFC 4226's recommendation. */
const secretBytes = 20;

const totpOf = (secret: Secret, label = '') =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: stepSeconds });

/** A new secret, or one to be shown again: its bytes, its text for typing, and the `otpauth` address for a QR code. */
export function newTotpSecret(email: string, bytes?: Buffer): { bytes: Buffer; text: string; uri: string } {
  const secret = bytes
    ? new Secret({ buffer: new Uint8Array(bytes).buffer })
    : new Secret({ size: secretBytes });
  return {
    bytes: Buffer.from(secret.bytes),
    text: secret.base32,
    uri: totpOf(secret, email).toString(),
  };
}

/** The step of this code around the given time; undefined for any other text. */
export function totpStep(secret: Buffer, code: string, nowSeconds: number): number | undefined {
  const totp = totpOf(new Secret({ buffer: new Uint8Array(secret).buffer }));
  const timestamp = nowSeconds * 1000;
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** The code of a step, for a sandbox that shows it. */
export const totpCode = (secret: Buffer, step: number): string =>
  totpOf(new Secret({ buffer: new Uint8Array(secret).buffer })).generate({
    timestamp: step * stepSeconds * 1000,
  });

/** The step of a time. */
export const stepAt = (nowSeconds: number): number => Math.floor(nowSeconds / stepSeconds);
