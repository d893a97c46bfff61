import type { Product } from '../product.ts';

export const support: Product = {
  name: 'support',
  about: 'conversations with the bank',
  contract: { uses: ['accounts'] },
  modules: {
    support: {
      about: 'conversations of clients with the bank',
      uses: [
        'identity',
        'accounts',
        'transactions',
        'beneficiaries',
        'cards',
        'payouts',
        'requests',
        'documents',
      ],
    },
  },
  features: {
    help: { uses: [] },
    support: { uses: [] },
  },
  addresses: ['/support'],
  texts: {
    uses: [],
    parts: { help: 'help', support: 'support' },
  },
};
