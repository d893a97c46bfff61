import type { Product } from '../product.ts';

export const ledger: Product = {
  name: 'ledger',
  about: 'the money: bank accounts, postings and reservations',
  modules: {
    ledger: { about: 'the money', uses: [] },
  },
};
