import type { Product } from '../product.ts';

export const clients: Product = {
  name: 'clients',
  about: 'who banks here: registration, identity checks, companies and their people',
  contract: { uses: ['accounts', 'identity'] },
  modules: {
    companies: { about: 'companies and their people', uses: ['identity', 'documents', 'approvals'] },
    profile: { about: 'changes of personal data', uses: ['identity', 'documents', 'companies'] },
    onboarding: {
      about: 'opening an account with the bank',
      uses: ['identity', 'accounts', 'beneficiaries', 'companies'],
    },
    verification: { about: 'identity checks', uses: ['identity', 'onboarding', 'companies'] },
  },
  features: {
    companies: { uses: ['profiles', 'verification'] },
    onboarding: { uses: ['terms', 'verification'] },
    people: { uses: ['orders', 'profiles'] },
    profile: {
      uses: [
        'activity',
        'approvals',
        'companies',
        'connections',
        'notifications',
        'people',
        'security',
        'terms',
      ],
    },
    profiles: { uses: [] },
    terms: { uses: [] },
    verification: { uses: [] },
  },
  addresses: [
    '/account-profile',
    '/companies/add',
    '/companies/change',
    '/create-account',
    '/invitation',
    '/onboarding',
    '/phone-verification',
  ],
  texts: {
    uses: [],
    shell: ['companies', 'people', 'profile', 'profiles'],
    parts: { joining: 'joining' },
    partsOfShell: ['joining'],
  },
};
