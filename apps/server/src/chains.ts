/** The chains and signers of the configuration: real ones, and the sandbox's own for the rest. Part of the composition root. */
import { cryptoAssets, type Network, nativeAsset, networkOf, networks } from '@calmly/domain';
import { type Config, testKeys } from '@calmly/platform/config/config.ts';
import type { Database } from '@calmly/platform/database.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Sql } from '@calmly/platform/work.ts';
import {
  clientAddresses,
  ourAddresses,
  scheduleReading,
  type WalletNetwork,
  type WalletsOptions,
} from '@calmly/products/crypto/server/wallets/index.ts';
import { sandboxAddressScreening } from '@calmly/providers/address-screening/sandbox.ts';
import { publicKeysOf } from '@calmly/providers/chain/own-keys.ts';
import { createRealChains } from '@calmly/providers/chain/real-chains.ts';
import { createSandboxChain } from '@calmly/providers/chain/sandbox.ts';
import { sandboxSigner } from '@calmly/providers/chain/sandbox-signer.ts';
import { createSandboxWorld, type SandboxWorld } from '@calmly/providers/chain/sandbox-world.ts';

export interface Chains {
  readonly wallets: WalletsOptions;
  /** Undefined if no chain is the sandbox's. */
  readonly world: SandboxWorld | undefined;
}

/** The bank's own funds on the sandbox's chains, in minor units: for network fees, and the euro tokens that clients withdraw. */
const treasuries = {
  bitcoin: [['BTC', 1_000_000_000n]],
  evm: [
    ['ETH', 50_000_000_000_000_000_000n],
    ['EPI', 1_000_000_000_000_000n],
    ['PFE', 1_000_000_000_000_000n],
  ],
  ton: [['TON', 10_000_000_000_000n]],
} as const;

const assetsOn = (network: Network) => cryptoAssets.filter((asset) => networkOf(asset) === network);

const noChains: Config['chains'] = {
  bitcoin: undefined,
  evm: undefined,
  signerSocket: undefined,
  pollMs: 0,
};
const prefixes = { mainnet: 'bc', testnet: 'tb', regtest: 'bcrt' } as const;

/** Without a sandbox only real chains are offered. Throws Refusal for a real chain with a publicly known key. */
export function createChains(
  {
    crypto,
    sandbox,
    chains = noChains,
  }: Pick<Config, 'crypto' | 'sandbox'> & Partial<Pick<Config, 'chains'>>,
  database: Pick<Database, 'sql' | 'inTransaction'>,
): Chains {
  for (const network of ['bitcoin', 'evm'] as const) requireOwnKey(network, chains[network]?.xpub);
  const real = createRealChains(chains, (network) => clientAddresses(database.sql, network));
  const found = new Map<Network, WalletNetwork>();
  for (const network of networks) {
    const chain = real.chains[network];
    const confirmations = crypto.confirmations[network];
    const assets = assetsOn(network).filter(
      (asset) => asset === nativeAsset[network] || chains.evm?.tokens.some((token) => token.asset === asset),
    );
    if (chain) found.set(network, { chain, assets, confirmations, pollMs: chains.pollMs, isReal: true });
  }
  const simulated = sandbox.enabled ? networks.filter((network) => !found.has(network)) : [];
  const world =
    simulated.length === 0
      ? undefined
      : createSandboxWorld({
          networks: simulated,
          blockMs: crypto.sandboxBlockMs,
          onBlock: scheduleReading,
        });
  if (world)
    for (const network of simulated) {
      const chain = createSandboxChain({
        network,
        database,
        ours: (of) => ourAddresses(database.sql, of),
        onWaiting: world.scheduleBlocks,
      });
      const confirmations = crypto.confirmations[network];
      found.set(network, { chain, assets: assetsOn(network), confirmations, pollMs: 0, isReal: false });
    }
  return {
    wallets: {
      database,
      networks: found,
      keys: {
        ...crypto.keys,
        ...(chains.bitcoin && { bitcoin: chains.bitcoin.xpub }),
        ...(chains.evm && { evm: chains.evm.xpub }),
        bitcoinPrefix: prefixes[chains.bitcoin?.bitcoin ?? 'mainnet'],
      },
      screening: sandboxAddressScreening,
      raise: crypto.raise,
      collectAfterMs: crypto.collectAfterMs,
      signerOf: (network) => (real.chains[network] ? real.signer : undefined) ?? sandboxSigner,
      onTreasury: async (sql: Sql, network, address) => {
        if (!world || !simulated.includes(network)) return;
        for (const [asset, amountMinor] of treasuries[network])
          await world.deposit({ sql }, { id: `treasury ${asset}`, asset, address, amountMinor });
      },
    },
    world,
  };
}

/** Anyone can spend money on an address of a test key, in whatever form the key is written. */
function requireOwnKey(network: 'bitcoin' | 'evm', xpub: string | undefined): void {
  if (xpub === undefined) return;
  const place = { branch: 0, index: 0 } as const;
  const isTestKey = Object.values(testKeys).some((key) =>
    Buffer.from(publicKeysOf(key)(place)).equals(publicKeysOf(xpub)(place)),
  );
  if (isTestKey)
    throw new Refusal(
      `CRYPTO_${network.toUpperCase()}_KEY is a public test key. A real chain needs the key of your signer.`,
    );
}
