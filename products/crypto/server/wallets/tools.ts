/** What the calls and jobs of wallets work with. */
import { type CryptoAsset, type Network, networkOf } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { AddressScreening } from '@calmly/providers/address-screening/address-screening.ts';
import type { Chain, Signer } from '@calmly/providers/chain/chain.ts';
import type { PublicKeys } from './addresses/derive.ts';

export interface WalletNetwork {
  readonly chain: Chain;
  /** What it carries; a token needs a contract. */
  readonly assets: readonly CryptoAsset[];
  /** Blocks that a deposit or a withdrawal needs, its own included. */
  readonly confirmations: number;
  /** How often the chain is read; 0: it tells when there is a block. */
  readonly pollMs: number;
  /** Not the sandbox's: addresses of another key would lose what clients send there. */
  readonly isReal: boolean;
}

export interface WalletTools {
  readonly database: Pick<Database, 'sql' | 'inTransaction'>;
  /** Empty: the bank offers no crypto. */
  readonly networks: ReadonlyMap<Network, WalletNetwork>;
  readonly keys: PublicKeys;
  readonly signerOf: (network: Network) => Signer;
  readonly screening: AddressScreening;
  /** What one whole unit of an asset costs in minor units of EPI; undefined without a market, or while it has no price. */
  readonly priceOf?: (sql: Sql, asset: CryptoAsset) => Promise<bigint | undefined>;
  /** How long a deposit lies on its address before it is collected. */
  readonly collectAfterMs: number;
  /** When the fee of a withdrawal that waits for a block is raised, and to how many times the first one at most. */
  readonly raise: { readonly afterMs: number; readonly mostTimes: number };
}

/** The network of an asset; refuses (`crypto_not_offered`) what the configuration leaves out. */
export function requireNetwork({ networks }: WalletTools, asset: CryptoAsset): WalletNetwork {
  const found = networks.get(networkOf(asset));
  if (!found?.assets.includes(asset)) throw new Problem('crypto_not_offered');
  return found;
}

/** The least that is withdrawn or credited, in minor units. */
export const leastMinor: Readonly<
  Record<CryptoAsset, { readonly deposit: bigint; readonly withdrawal: bigint }>
> = {
  BTC: { deposit: 1_000n, withdrawal: 10_000n },
  ETH: { deposit: 100_000_000_000_000n, withdrawal: 1_000_000_000_000_000n },
  TON: { deposit: 10_000_000n, withdrawal: 100_000_000n },
  EPI: { deposit: 1_000_000n, withdrawal: 100_000_000n },
  PFE: { deposit: 1_000_000n, withdrawal: 100_000_000n },
};
