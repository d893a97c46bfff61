import type { Product } from '../product.ts';

export const notifications: Product = {
  name: 'notifications',
  about: 'notifications, and the log of who did what',
  contract: { uses: ['identity'] },
  modules: {
    notifications: { about: 'notifications of people', uses: ['identity'] },
    activity: { about: 'the activity log: who did what', uses: ['identity', 'transactions', 'payments'] },
  },
  features: {
    activity: { uses: [] },
    notifications: { uses: ['alerts'] },
  },
  texts: {
    uses: [],
    shell: ['activity', 'notifications'],
  },
};
