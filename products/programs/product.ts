import type { Product } from '../product.ts';

export const programs: Product = {
  name: 'programs',
  about: 'connected applications',
  contract: { uses: ['accounts'] },
  modules: {
    connections: { about: 'connected applications', uses: ['identity', 'accounts'] },
  },
  features: {
    connections: { uses: [] },
  },
  addresses: ['/oauth/consent'],
  texts: {
    uses: [],
    shell: ['connections'],
    parts: { connecting: 'connecting' },
  },
};
