import type { Product } from '../product.ts';

export const cards: Product = {
  name: 'cards',
  about: 'payment cards',
  contract: { uses: ['approvals', 'insight'] },
  modules: {
    cards: {
      about: 'payment cards: issue, controls, authorizations of their payments, missing receipts, disputes',
      uses: ['identity', 'ledger', 'accounts', 'transactions', 'approvals', 'documents'],
    },
  },
  features: {
    cards: { uses: ['approvals', 'terms'] },
  },
  addresses: ['/cards'],
  texts: {
    uses: [],
    parts: { cards: 'card-words' },
  },
};
