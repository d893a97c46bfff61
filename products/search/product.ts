import type { Product } from '../product.ts';

export const search: Product = {
  name: 'search',
  about: 'the search over what the other products bring',
  contract: { uses: [] },
  modules: {
    search: { about: 'the search over what the other modules bring', uses: ['identity'] },
  },
  features: {
    search: { uses: ['profiles'] },
  },
  texts: {
    uses: [],
    parts: { search: 'search' },
  },
};
