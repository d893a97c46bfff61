import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    sandbox: {
      about: 'demo data',
      tables: {
        seed: 'Which demo data has been written.',
      },
    },
  },
  personal: [],
};
