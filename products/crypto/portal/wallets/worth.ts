/** Worth of wallets in EPI, at the prices of the profit table beside them. Exact to the minor unit of EPI; without a price there is no worth. */
import type { Wallet, WalletPosition } from '@calmly/contract';
import { divideHalfEven, exponentOf, parseDecimal } from '@calmly/domain';

/** Deposits that the network has undone do not count until the bank has decided on them. */
type Held = Pick<Wallet, 'asset' | 'booked' | 'inReview'>;

export type PriceOf = Pick<WalletPosition, 'asset' | 'price'>;

/** Undefined if the asset has no price yet, or the exchange does not trade it. */
export function worthMinor(
  { asset, booked, inReview }: Held,
  prices: readonly PriceOf[],
): bigint | undefined {
  const minor = (parseDecimal(booked, asset) ?? 0n) - (parseDecimal(inReview, asset) ?? 0n);
  if (asset === 'EPI' || minor === 0n) return minor;
  const price = prices.find((each) => each.asset === asset)?.price ?? null;
  if (price === null) return undefined;
  return divideHalfEven((parseDecimal(price, 'EPI') ?? 0n) * minor, 10n ** BigInt(exponentOf(asset)));
}

export interface TotalWorth {
  readonly minor: bigint;
  /** Some assets have no price and are left out. */
  readonly isPartial: boolean;
}

/** In minor units of EPI. */
export function totalWorth(wallets: readonly Held[], prices: readonly PriceOf[]): TotalWorth {
  const worths = wallets.map((wallet) => worthMinor(wallet, prices));
  return {
    minor: worths.reduce<bigint>((sum, worth) => sum + (worth ?? 0n), 0n),
    isPartial: worths.includes(undefined),
  };
}
