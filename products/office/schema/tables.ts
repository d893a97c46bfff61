import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    staff: {
      about: 'the bank’s own people and their work; see [office.md](../products/office/README.md)',
      tables: {
        person: 'One of the bank’s people: name, address, state.',
        role: 'Which roles a person has or had, and what gave them.',
        totp: 'Their authenticator app, sealed.',
        invitation: 'Invitations that are not accepted yet.',
        sign_in: 'Sign-ins that wait for the code.',
        session: 'Their sessions.',
        proposal: 'Acts by two: what one person proposed, and what another decided.',
        claim: 'Who works on which item of the inbox.',
      },
    },
  },
  personal: [
    {
      tables: ['staff.person', 'staff.role', 'staff.totp', 'staff.proposal', 'staff.claim'],
      data: 'names, addresses and roles of the bank’s people, and what they decided',
      reason: 'who did what at the bank',
      kept: 'the law',
    },
    {
      tables: ['staff.invitation', 'staff.sign_in', 'staff.session'],
      data: 'sign-ins of the bank’s people',
      reason: 'access to the office',
      kept: '90 days after their end',
      deletedBy: 'purge',
    },
  ],
};
