import type { Product } from '../product.ts';

export const identity: Product = {
  name: 'identity',
  about: 'sign-in, factors, sessions and codes',
  contract: { uses: ['clients'] },
  modules: {
    identity: { about: 'people, clients, sessions, codes', uses: [] },
  },
  features: {
    auth: { uses: [] },
    security: { uses: [] },
  },
  texts: {
    uses: ['clients'],
    shell: ['access', 'factors', 'security'],
    parts: { returning: 'returning' },
  },
};
