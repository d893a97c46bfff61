/**
 * The signer's own limits, from `policy.json` in its directory. They apply to every request: an asset without limits is not
 * signed, and a token must have the contract named here. The file is read at start.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CryptoAsset, cryptoAssets, parseDecimal } from '@calmly/domain';
import { z } from 'zod';
import type { RefusalCode } from './refusal.ts';
import { readJson } from './request.ts';
import { CannotStart } from './seed.ts';

interface Limits {
  readonly perTransaction: bigint;
  /** Amounts and fees signed in the last 24 hours. */
  readonly perDay: bigint;
}

export interface Policy {
  readonly bitcoin: 'mainnet' | 'testnet' | 'regtest';
  readonly chainId: bigint;
  /** Contract by token, lower case. */
  readonly tokens: Readonly<Partial<Record<CryptoAsset, string>>>;
  readonly limits: Readonly<Partial<Record<CryptoAsset, Limits>>>;
  /** The maximum network fee of a transaction, by the asset in which it is paid. */
  readonly fees: Readonly<Partial<Record<CryptoAsset, bigint>>>;
}

/** The cost of a withdrawal to the bank. */
export interface Outlay {
  readonly asset: CryptoAsset;
  readonly amountMinor: bigint;
  readonly feeAsset: CryptoAsset;
  readonly feeMinor: bigint;
}

const zAsset = z.enum(cryptoAssets);
const zFile = z.strictObject({
  bitcoin: z.strictObject({ network: z.enum(['mainnet', 'testnet', 'regtest']) }),
  evm: z.strictObject({
    chainId: z.int().positive(),
    tokens: z.partialRecord(zAsset, z.string().regex(/^0x[0-9a-fA-F]{40}$/)),
  }),
  limits: z.partialRecord(
    zAsset,
    z.strictObject({ perTransaction: z.string(), perDay: z.string(), fee: z.string().optional() }),
  ),
});

const firstPolicy = {
  bitcoin: { network: 'mainnet' },
  evm: { chainId: 1, tokens: {} },
  limits: {
    BTC: { perTransaction: '0.1', perDay: '0.5', fee: '0.0005' },
    ETH: { perTransaction: '2', perDay: '10', fee: '0.02' },
    EPI: { perTransaction: '5000', perDay: '25000' },
    PFE: { perTransaction: '5000', perDay: '25000' },
  },
} satisfies z.input<typeof zFile>;

const fileOf = (directory: string) => join(directory, 'policy.json');

/** Writes cautious limits for an operator to edit; keeps an existing file. */
export async function createPolicy(directory: string): Promise<void> {
  const text = `${JSON.stringify(firstPolicy, null, 2)}\n`;
  await writeFile(fileOf(directory), text, { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
}

/** Throws CannotStart with the first fault of the file. */
export async function readPolicy(directory: string): Promise<Policy> {
  const path = fileOf(directory);
  const text = await readFile(path, 'utf8').catch(() => '');
  const { data, error } = zFile.safeParse(readJson(text));
  if (!data) {
    const [issue] = error.issues;
    throw new CannotStart(`${path} is wrong: ${issue?.path.join('.') || 'the file'} ${issue?.message}`);
  }
  const amount = (asset: CryptoAsset, decimal: string) => {
    const minor = parseDecimal(decimal, asset);
    if (minor === undefined || minor < 0n)
      throw new CannotStart(`${path} is wrong: ${decimal} is no amount of ${asset}.`);
    return minor;
  };
  const given = Object.entries(data.limits) as Array<
    [CryptoAsset, NonNullable<(typeof data.limits)[CryptoAsset]>]
  >;
  return {
    bitcoin: data.bitcoin.network,
    chainId: BigInt(data.evm.chainId),
    tokens: Object.fromEntries(
      Object.entries(data.evm.tokens).map(([asset, contract]) => [asset, contract.toLowerCase()]),
    ),
    limits: Object.fromEntries(
      given.map(([asset, limits]) => [
        asset,
        { perTransaction: amount(asset, limits.perTransaction), perDay: amount(asset, limits.perDay) },
      ]),
    ),
    fees: Object.fromEntries(
      given.flatMap(([asset, { fee }]) => (fee === undefined ? [] : [[asset, amount(asset, fee)]])),
    ),
  };
}

/** Judges the cost of a withdrawal; `spentMinor` is the amount signed in the last 24 hours. Undefined: within all limits. */
export function overLimit(
  { limits, fees }: Policy,
  { asset, amountMinor, feeAsset, feeMinor }: Outlay,
  spentMinor: (asset: CryptoAsset) => bigint,
): RefusalCode | undefined {
  const own = limits[asset];
  const forFees = limits[feeAsset];
  const mostFee = fees[feeAsset];
  if (!own || !forFees || mostFee === undefined) return 'no_limits';
  if (feeMinor > mostFee) return 'fee_limit';
  if (amountMinor > own.perTransaction) return 'transaction_limit';
  const taken = amountMinor + (feeAsset === asset ? feeMinor : 0n);
  if (spentMinor(asset) + taken > own.perDay) return 'day_limit';
  if (feeAsset !== asset && spentMinor(feeAsset) + feeMinor > forFees.perDay) return 'day_limit';
  return undefined;
}
