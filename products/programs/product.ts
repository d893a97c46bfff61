import type { Product } from '../product.ts';

export const programs: Product = {
  name: 'programs',
  about: 'connected applications',
  modules: {
    connections: { about: 'connected applications', uses: ['identity', 'accounts'] },
  },
  features: {
    connections: { uses: [] },
  },
};
