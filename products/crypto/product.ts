import type { Product } from '../product.ts';

export const crypto: Product = {
  name: 'crypto',
  about: 'wallets and the exchange of crypto',
  contract: { uses: ['payments', 'sandbox'] },
  modules: {
    wallets: {
      about: 'crypto wallets: addresses, deposits, withdrawals, transfers from and to accounts',
      uses: ['identity', 'ledger', 'accounts', 'transactions', 'approvals'],
    },
    trading: {
      about: 'the exchange: orders, order books, trades, market data',
      uses: ['identity', 'ledger', 'accounts', 'transactions', 'approvals', 'wallets'],
    },
  },
  features: {
    crypto: { uses: ['terms'] },
  },
  addresses: ['/crypto'],
  texts: {
    uses: [],
    parts: { crypto: 'crypto-words' },
  },
};
