import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    approvals: {
      about: 'decisions by more than one person',
      tables: {
        policy: 'A company’s rules.',
        request: 'Waiting and decided requests for approval.',
        consent: 'Who approved which version.',
        day_total: 'What a person has ordered for a company in a day.',
      },
    },
  },
  personal: [
    {
      tables: ['approvals.consent', 'approvals.policy', 'approvals.request'],
      data: 'who asked and who agreed',
      reason: 'proof of consent',
      kept: 'the law',
    },
    {
      tables: ['approvals.day_total'],
      data: 'what a member asked for on a day',
      reason: 'limits of a day',
      kept: '35 days',
      deletedBy: 'purge',
    },
  ],
};
