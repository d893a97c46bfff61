/** The server's signing request, in its wire form. */
import { createHash } from 'node:crypto';
import { type CryptoAsset, cryptoAssets } from '@calmly/domain';
import { z } from 'zod';
import { SigningRefused } from './refusal.ts';

export interface SigningRequest {
  readonly withdrawalId: string;
  readonly asset: CryptoAsset;
  readonly address: string;
  readonly amountMinor: bigint;
  /** A PSBT in base64, or a transaction as JSON. */
  readonly unsigned: string;
  /** The previously signed transaction that must not be confirmed as well. */
  readonly replaces?: string | undefined;
  /** The address is the seed's own, at this path: nothing leaves the bank. */
  readonly own?: { readonly branch: number; readonly index: number } | undefined;
}

/** A parsed transaction that matches its request and can be signed. */
export interface ReadTransaction {
  /** The maximum network fee. */
  readonly feeMinor: bigint;
  /** The asset in which the network fee is paid. */
  readonly feeAsset: CryptoAsset;
  /** Coins, or account and nonce: of two transactions with the same, the network takes one. */
  readonly spends: readonly string[];
  /** Rates that a replacement must each raise by a tenth. */
  readonly rates: readonly bigint[];
  sign(): Signed;
}

export interface Signed {
  readonly txId: string;
  readonly raw: string;
}

const zRequest = z.strictObject({
  withdrawalId: z.string().regex(/^[\w-]{1,64}$/),
  asset: z.enum(cryptoAssets),
  address: z.string().min(1).max(128),
  amountMinor: z.string().regex(/^[1-9]\d{0,37}$/),
  unsigned: z.string().min(1).max(4_000_000),
  replaces: z.string().min(1).max(4_000_000).optional(),
  own: z.strictObject({ branch: z.int().min(0).max(1), index: z.int().min(0).max(0x7fff_ffff) }).optional(),
});

/** Throws SigningRefused `malformed`. */
export function readRequest(body: string): SigningRequest {
  const { data } = zRequest.safeParse(readJson(body));
  if (!data) throw new SigningRefused('malformed');
  return { ...data, amountMinor: BigInt(data.amountMinor) };
}

/** Equal for two requests only if they are for the same transaction, whatever it replaces. */
export function digestOf({ withdrawalId, asset, address, amountMinor, unsigned }: SigningRequest): string {
  const fields = [withdrawalId, asset, address, String(amountMinor), unsigned];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** Undefined for invalid JSON, so that the schema refuses it without a separate try. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
