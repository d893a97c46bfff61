import type { Product } from '../product.ts';

export const accounts: Product = {
  name: 'accounts',
  about: 'accounts with their transactions, statements and documents',
  contract: { uses: ['crypto', 'identity'] },
  modules: {
    documents: {
      about: 'files, their list, files that the bank keeps, codes of issued documents',
      uses: ['identity'],
    },
    accounts: { about: 'accounts as clients see them', uses: ['identity', 'ledger', 'documents'] },
    transactions: {
      about: 'an account’s rows, steps, list, sums, export, details, receipts; products write them here',
      uses: ['identity', 'ledger', 'accounts', 'documents'],
    },
    statements: {
      about:
        'statements of an account as PDF, CSV, XLSX, camt.053 and MT940; official ones of each month; files prepared in the background',
      uses: ['identity', 'ledger', 'accounts', 'transactions', 'documents'],
    },
  },
  features: {
    account: { uses: ['accounts', 'alerts', 'dashboard', 'payments', 'requisites', 'statements'] },
    accounts: { uses: ['orders', 'terms'] },
    dashboard: { uses: ['accounts', 'approvals', 'profiles'] },
    documents: { uses: [] },
    requisites: { uses: ['accounts', 'requests'] },
    statements: { uses: ['accounts', 'dashboard'] },
    verify: { uses: [] },
  },
  addresses: ['/accounts', '/dashboard', '/documents', '/requisites', '/statements'],
  texts: {
    uses: [],
    shell: ['accounts', 'dashboard', 'requisites'],
    parts: { documents: 'documents', statements: 'statements', verifying: 'verifying' },
  },
};
