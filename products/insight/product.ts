import type { Product } from '../product.ts';

export const insight: Product = {
  name: 'insight',
  about: 'what a client learns from the transactions: spending, forecast, categories, thresholds',
  contract: { uses: ['accounts', 'identity'] },
  modules: {
    insight: {
      about: 'spending, forecast of the balance, unusual changes',
      uses: [
        'identity',
        'ledger',
        'accounts',
        'transactions',
        'approvals',
        'bookkeeping',
        'orders',
        'payouts',
        'requests',
      ],
    },
    bookkeeping: {
      about: 'categories and notes of transactions, which need receipts, saved exports mailed monthly',
      uses: ['identity', 'transactions', 'cards'],
    },
    alerts: {
      about: 'people’s own thresholds of accounts, and digests',
      uses: ['identity', 'ledger', 'transactions', 'approvals', 'notifications', 'statements'],
    },
  },
  features: {
    alerts: { uses: [] },
    bookkeeping: { uses: [] },
  },
  texts: {
    uses: [],
    shell: ['alerts', 'bookkeeping', 'receipts'],
    parts: { insight: 'insight' },
  },
};
