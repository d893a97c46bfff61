/**
 * The unique end-to-end transaction reference of a SWIFT payment: a version 4 UUID (ISO 20022 UUIDv4Identifier) by which every bank on
 * the way identifies it. It is derived from the payment's id, so that the message and the portal show the same value without a column.
 * SHA-256 hides the id.
 */
import { createHash } from 'node:crypto';

/** Lower case with hyphens; the same payment always has the same. */
export function uetrOf(paymentId: string): string {
  const bytes = createHash('sha256').update(`uetr:${paymentId}`).digest().subarray(0, 16);
  // Version and variant of RFC 9562, section 5.4.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
