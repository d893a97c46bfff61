/** What wallets are worth in EPI, at the last prices of the exchange. Exact down to the minor unit of EPI; no price, no worth. */
import type { InstrumentView, Wallet } from '@calmly/contract';
import { instruments, notionalMinor, parseDecimal } from '@calmly/domain';

/** Undefined where nothing has been traded yet, or where the exchange does not trade it. */
export function worthMinor(
  { asset, booked }: Pick<Wallet, 'asset' | 'booked'>,
  market: readonly Pick<InstrumentView, 'code' | 'last'>[],
): bigint | undefined {
  const minor = parseDecimal(booked, asset) ?? 0n;
  if (asset === 'EPI' || minor === 0n) return minor;
  const traded = market.find(({ code, last }) => instruments[code].base === asset && last !== null);
  if (!traded?.last) return undefined;
  return notionalMinor(instruments[traded.code], parseDecimal(traded.last, 'EPI') ?? 0n, minor);
}

export interface TotalWorth {
  readonly minor: bigint;
  /** Some asset has no price and is not in it. */
  readonly isPartial: boolean;
}

/** In minor units of EPI. */
export function totalWorth(
  wallets: readonly Pick<Wallet, 'asset' | 'booked'>[],
  market: readonly Pick<InstrumentView, 'code' | 'last'>[],
): TotalWorth {
  const worths = wallets.map((wallet) => worthMinor(wallet, market));
  return {
    minor: worths.reduce<bigint>((sum, worth) => sum + (worth ?? 0n), 0n),
    isPartial: worths.includes(undefined),
  };
}
