import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    accounts: {
      about: 'accounts as clients see them',
      tables: {
        account: 'Number, IBAN, name, holder, state.',
        iban_request: 'Requests for an IBAN.',
      },
    },
    transactions: {
      about: 'an account’s rows',
      tables: {
        transaction: 'One row for each payment, incoming credit and side of an exchange.',
        progress:
          'The steps of transactions that their own rows do not tell: one row for the steps taken at one time, as a path or as lists. The view `taken` reads both, and `executed_by_row` the payments whose row alone tells that they were executed.',
        path: 'The paths that most transactions take, by number: a transaction names the one it began with.',
        returned: 'Which transaction was returned, and by which credit.',
        receipt: 'Which documents are the receipts of which transaction.',
        saved_view: 'Saved filters of the list.',
        list_columns: 'The columns that a person has chosen for the list.',
      },
    },
    documents: {
      about: 'files',
      tables: {
        document: 'Uploaded files, sealed; their owners and where they belong.',
        issued:
          'Documents that the bank issued: hashes of their codes and of their bytes, and whether a later version has replaced them.',
        superseded: 'The first version of a subject whose documents are valid; earlier ones are replaced.',
        kept_file:
          'Files that the bank makes and keeps: official statements for good, prepared files for some days.',
        kept_part: 'Their bytes in parts, sealed.',
      },
    },
    statements: {
      about: 'kept statements; see [statements.md](../products/accounts/statements.md)',
      tables: {
        sweep: 'Months whose official statements are made, with their bounds.',
        due: 'Clients whose statements of a month are still to be made.',
        official: 'Official statements in all versions: number, figures, files.',
        prepared: 'Files that a person has ordered in the background, with their progress.',
      },
    },
  },
  personal: [
    {
      tables: ['accounts.account', 'accounts.iban_request'],
      data: 'holder, IBAN',
      reason: 'the account',
      kept: 'the law',
    },
    {
      tables: [
        'transactions.transaction',
        'transactions.progress',
        'transactions.returned',
        'transactions.receipt',
      ],
      data: 'payer, payee, accounts, who ordered',
      reason: 'the books',
      kept: 'the law',
    },
    {
      tables: ['documents.document'],
      data: 'papers of clients',
      reason: 'what they were handed in for',
      kept: 'a day if nothing names them; else as long as what names them',
      deletedBy: 'purge',
    },
    {
      tables: ['documents.kept_file', 'documents.kept_part'],
      data: 'statements and prepared files',
      reason: 'reading them again',
      kept: 'statements: the law; prepared: until they expire',
      deletedBy: 'purge',
    },
    {
      tables: ['documents.issued'],
      data: 'who got a document, as a hash',
      reason: 'checking that it is genuine',
      kept: 'the law',
    },
    {
      tables: ['statements.official'],
      data: 'where a statement is',
      reason: 'the books',
      kept: 'the law',
    },
    {
      tables: ['statements.prepared'],
      data: 'which statement a person asked for',
      reason: 'fetching it',
      kept: 'until it expires',
      deletedBy: 'purge',
    },
    {
      tables: ['transactions.saved_view'],
      data: 'a member’s own filters and alerts',
      reason: 'the member’s convenience',
      kept: 'until the night after they leave the company',
      deletedBy: 'purge',
    },
    {
      tables: ['transactions.list_columns'],
      data: 'a person’s columns',
      reason: 'the person’s convenience',
      kept: 'as long as the person',
      deletedBy: 'its person',
    },
  ],
};
