/** The built-in screening of addresses: a list of addresses that a tester can withdraw to on purpose (products/sandbox/README.md). */
import type { Network } from '@calmly/domain';
import type { AddressScreening } from './address-screening.ts';

export const watchedAddresses: Readonly<Record<Network, string>> = {
  bitcoin: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
  evm: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  ton: 'EQClS-SswUj__0tb9rpZd7zHWBDX_zsvrj1d9396ghjDe9_A',
};

export const sandboxAddressScreening: AddressScreening = {
  screen: ({ network, address }) =>
    Promise.resolve(
      address.toLowerCase() === watchedAddresses[network].toLowerCase()
        ? { outcome: 'hold', found: 'Sandbox Mixing Service (sandbox)' }
        : { outcome: 'clear' },
    ),
};
