import type { Product } from '../product.ts';

export const office: Product = {
  name: 'office',
  about: 'the bank’s own people: sign-in, roles, acts by two, the inbox, the audit',
  contract: { uses: [] },
  modules: {
    staff: {
      about: 'the bank’s people: sign-in, roles, proposals, the inbox of all queues, the audit',
      uses: ['identity', 'documents'],
    },
  },
  office: { desk: { uses: [] } },
  texts: { uses: [], parts: { office: 'office' } },
};
