import type { Product } from '../product.ts';

export const approvals: Product = {
  name: 'approvals',
  about: 'what more than one person decides',
  contract: { uses: ['payments', 'payouts'] },
  modules: {
    approvals: { about: 'decisions by more than one person', uses: ['identity'] },
  },
  features: {
    approvals: { uses: [] },
  },
  addresses: ['/inbox'],
  texts: {
    uses: [],
    shell: ['approvals'],
  },
};
