/**
 * The real chains that the configuration names; the others are the sandbox's. Their code and libraries are loaded only when they are
 * needed: a server without real chains starts as fast as before.
 */
import type { Network } from '@calmly/domain';
import type { Config } from '@calmly/platform/config/config.ts';
import type { Chain, Signer } from './chain.ts';
import type { ClientAddress } from './own-keys.ts';
import { createSignerClient } from './signer-client.ts';

export type AddressesOf = (network: Network) => Promise<readonly ClientAddress[]>;

/** Whole blocks are read: up to four megabytes each on Bitcoin. */
const stepBlocks = { bitcoin: 20, evm: 100 } as const;
type RealNetwork = keyof typeof stepBlocks;

export interface RealChains {
  readonly chains: Partial<Record<Network, Chain>>;
  /** Signs for them; undefined when no chain is real. */
  readonly signer: Signer | undefined;
}

/** `addressesOf`: the deposit addresses that were given to clients, with their number in the extended key. */
export function createRealChains(
  { bitcoin, evm, signerSocket }: Config['chains'],
  addressesOf: AddressesOf,
): RealChains {
  return {
    chains: {
      ...(bitcoin && {
        bitcoin: lazily('bitcoin', async () => {
          const { createEsplora } = await import('./esplora/esplora.ts');
          return createEsplora({ ...bitcoin, clientAddresses: () => addressesOf('bitcoin') });
        }),
      }),
      ...(evm && {
        evm: withCollecting('evm', async () => {
          const { createEvm } = await import('./evm/evm.ts');
          return createEvm({ ...evm, clientAddresses: () => addressesOf('evm') });
        }),
      }),
    },
    signer: signerSocket === undefined ? undefined : createSignerClient({ socket: signerSocket }),
  };
}

function withCollecting(network: RealNetwork, load: () => Promise<Chain>): Chain {
  const chain = once(load);
  return {
    ...lazily(network, chain),
    async accountOf(unsigned) {
      const { accountOf } = await chain();
      if (!accountOf) throw new Error(`${network} has no accounts`);
      return accountOf(unsigned);
    },
    async collect(...collection) {
      const { collect } = await chain();
      return collect ? collect(...collection) : { step: 'nothing' };
    },
  };
}

function once(load: () => Promise<Chain>): () => Promise<Chain> {
  let loading: Promise<Chain> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}

/** A chain whose code is loaded with its first call. */
function lazily(network: RealNetwork, load: () => Promise<Chain>): Chain {
  const chain = once(load);
  return {
    network,
    stepBlocks: stepBlocks[network],
    tip: async () => (await chain()).tip(),
    blockHash: async (height) => (await chain()).blockHash(height),
    incoming: async (...query) => (await chain()).incoming(...query),
    feeQuote: async (asset) => (await chain()).feeQuote(asset),
    prepare: async (...transfer) => (await chain()).prepare(...transfer),
    raise: async (...raise) => (await chain()).raise(...raise),
    broadcast: async (signed) => (await chain()).broadcast(signed),
    transaction: async (txId) => (await chain()).transaction(txId),
    holdings: async (...query) => (await chain()).holdings(...query),
  };
}
