import type { Product } from '../product.ts';

export const payees: Product = {
  name: 'payees',
  about: 'who is paid',
  contract: { uses: ['accounts'] },
  modules: {
    beneficiaries: { about: 'payees', uses: ['identity', 'accounts', 'approvals', 'documents'] },
  },
  features: {
    beneficiaries: { uses: ['orders'] },
  },
  addresses: ['/beneficiaries'],
  texts: {
    uses: [],
    shell: ['beneficiaries'],
  },
};
