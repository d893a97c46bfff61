import type { Product } from '../product.ts';

export const sandbox: Product = {
  name: 'sandbox',
  about: 'the test bank: incoming payments, card purchases, a market',
  contract: { uses: ['cards', 'payments'] },
  modules: {
    sandbox: {
      about:
        'the sandbox desk, where a tester plays the other banks and merchants, and a market of its own trades on the exchange',
      uses: ['identity', 'transactions', 'cards', 'wallets', 'trading'],
    },
  },
  features: {
    'sandbox-desk': { uses: [] },
  },
  texts: {
    uses: ['cards'],
    shell: ['sandboxDesk'],
    parts: { desk: 'desk' },
  },
};
