import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    beneficiaries: {
      about: 'payees',
      tables: {
        beneficiary: 'Payees of a client.',
        bank_detail: 'Their accounts.',
        document: 'Which documents belong to which payee.',
        name_check: 'A bank’s answers about a name and an account.',
      },
    },
  },
  personal: [
    {
      tables: ['beneficiaries.beneficiary', 'beneficiaries.bank_detail'],
      data: 'name, address, birth, accounts of payees',
      reason: 'paying them; payments name them',
      kept: 'the law',
    },
    {
      tables: ['beneficiaries.document'],
      data: 'papers about a payee',
      reason: 'explaining payments',
      kept: 'the law',
    },
    {
      tables: ['beneficiaries.name_check'],
      data: 'the holder’s name of an account',
      reason: 'claims about a wrong payee',
      kept: '13 months, and while a payee has it, which is looked at each month',
      deletedBy: 'purge',
    },
  ],
};
