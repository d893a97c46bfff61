import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    ledger: {
      about: 'the money; see [ledger.md](../products/ledger/README.md)',
      tables: {
        currencies: 'Currencies and their decimals.',
        accounts: 'Balances of clients’ accounts and of the bank’s own.',
        transfers: 'Movements between two accounts.',
        entries: 'Two for each transfer, with the running total of their account.',
        reservations:
          'Amounts that are held for payments, and those that ended without a transfer of the same id.',
        own_moves: 'Movements between a client’s own accounts, which are neither income nor spending.',
      },
    },
  },
  personal: [],
};
