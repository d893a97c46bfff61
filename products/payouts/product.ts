import type { Product } from '../product.ts';

export const payouts: Product = {
  name: 'payouts',
  about: 'many payments from one file',
  contract: { uses: [] },
  modules: {
    payouts: {
      about: 'many payments from one file: read, checked, corrected, paid',
      uses: ['identity', 'ledger', 'accounts', 'transactions', 'beneficiaries', 'approvals', 'payments'],
    },
  },
  features: {
    payouts: { uses: ['approvals'] },
  },
  texts: {
    uses: [],
    parts: { payouts: 'paying-out' },
  },
};
