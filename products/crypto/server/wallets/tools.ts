/** Tools of the wallets' endpoints and jobs. */
import { type CryptoAsset, type Network, networkOf } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { AddressScreening } from '@calmly/providers/address-screening/address-screening.ts';
import type { Chain, Signer } from '@calmly/providers/chain/chain.ts';
import type { PublicKeys } from './addresses/derive.ts';

export interface WalletNetwork {
  readonly chain: Chain;
  /** Assets of the network; a token needs a contract. */
  readonly assets: readonly CryptoAsset[];
  /** Blocks that a deposit or a withdrawal needs, including its own. */
  readonly confirmations: number;
  /** How often the chain is polled; 0: it reports each block. */
  readonly pollMs: number;
  /** Not the sandbox's: deposits to addresses of another key would be lost. */
  readonly isReal: boolean;
}

export interface WalletTools {
  readonly database: Pick<Database, 'sql' | 'inTransaction'>;
  /** Empty: the bank offers no crypto. */
  readonly networks: ReadonlyMap<Network, WalletNetwork>;
  readonly keys: PublicKeys;
  readonly signerOf: (network: Network) => Signer;
  readonly screening: AddressScreening;
  /** Price of one whole unit in minor units of EPI; undefined without a market or a price. */
  readonly priceOf?: (sql: Sql, asset: CryptoAsset) => Promise<bigint | undefined>;
  /** How long a deposit stays on its address before it is collected. */
  readonly collectAfterMs: number;
  /** When the fee of a waiting withdrawal is raised, and its limit as a multiple of the first fee. */
  readonly raise: { readonly afterMs: number; readonly mostTimes: number };
}

/** The network of an asset; refuses (`crypto_not_offered`) assets that are not configured. */
export function requireNetwork({ networks }: WalletTools, asset: CryptoAsset): WalletNetwork {
  const found = networks.get(networkOf(asset));
  if (!found?.assets.includes(asset)) throw new Problem('crypto_not_offered');
  return found;
}

/** Minimum withdrawal and deposit, in minor units. */
export const leastMinor: Readonly<
  Record<CryptoAsset, { readonly deposit: bigint; readonly withdrawal: bigint }>
> = {
  BTC: { deposit: 1_000n, withdrawal: 10_000n },
  ETH: { deposit: 100_000_000_000_000n, withdrawal: 1_000_000_000_000_000n },
  TON: { deposit: 10_000_000n, withdrawal: 100_000_000n },
  EPI: { deposit: 1_000_000n, withdrawal: 100_000_000n },
  PFE: { deposit: 1_000_000n, withdrawal: 100_000_000n },
};
