import type { Product } from '../product.ts';

export const payments: Product = {
  name: 'payments',
  about: 'money to and from other banks, exchanges, standing orders and requests for money',
  contract: { uses: ['accounts', 'identity', 'insight', 'payees', 'payouts'] },
  modules: {
    payments: {
      about: 'clients’ orders, until the rail accepts them',
      uses: ['identity', 'ledger', 'accounts', 'transactions', 'beneficiaries', 'approvals', 'documents'],
    },
    clearing: {
      about: 'reports of other banks: outcomes, incoming credits, returns, suspense, ISO 20022 files',
      uses: ['ledger', 'accounts', 'transactions', 'payments'],
    },
    exchange: {
      about: 'quotes and exchanges',
      uses: ['identity', 'ledger', 'accounts', 'transactions', 'payments'],
    },
    orders: {
      about: 'standing orders, scheduled payments, drafts, templates',
      uses: ['identity', 'ledger', 'accounts', 'transactions', 'beneficiaries', 'payments'],
    },
    requests: { about: 'requests for money', uses: ['identity', 'accounts', 'transactions', 'documents'] },
  },
  features: {
    exchange: { uses: ['accounts'] },
    fees: { uses: ['terms'] },
    'get-paid': { uses: [] },
    orders: { uses: [] },
    payments: { uses: ['approvals', 'beneficiaries', 'bookkeeping', 'get-paid', 'orders'] },
    requests: { uses: [] },
  },
  addresses: ['/fees', '/payments'],
  texts: {
    uses: [],
    shell: ['exchange', 'getPaid', 'orders', 'paymentDrawer', 'payments', 'paymentsList', 'requests'],
    parts: { fees: 'fees', paying: 'paying' },
  },
};
