import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    companies: {
      about: 'companies and their people',
      tables: {
        company: 'Registered companies, with state and data.',
        person: 'Their directors and owners.',
        corporate_owner: 'Owners that are companies themselves.',
        invitation: 'Invitations to people.',
        invitation_code: 'Codes that confirm an invited person’s email or phone.',
        handover: 'Offers of the administrator’s role to a colleague.',
        fact_change: 'Requests to change a company’s data.',
      },
    },
    onboarding: {
      about: 'opening an account with the bank',
      tables: {
        application: 'An applicant’s entries so far.',
        contact_code: 'Codes that confirm an email or phone.',
        email_link: 'Links that confirm an email.',
      },
    },
    verification: {
      about: 'identity checks',
      tables: {
        applicant: 'A person at the identity-check provider, and the result.',
        report: 'The provider’s webhooks, each once.',
      },
    },
    profile: {
      about: 'changes of personal data',
      tables: {
        address_change: 'Requests to change an address.',
        contact_change: 'Changes of email or phone that wait for a code.',
      },
    },
  },
  personal: [
    {
      tables: ['onboarding.application'],
      data: 'what an applicant has entered, with the person and profile',
      reason: 'the application',
      kept: '90 days after the last sign-in, if it was never finished; else the law',
      deletedBy: 'purge',
    },
    {
      tables: ['onboarding.contact_code'],
      data: 'a code sent to an applicant',
      reason: 'confirming contacts',
      kept: 'as long as the application',
      deletedBy: 'its application',
    },
    {
      tables: ['onboarding.email_link'],
      data: 'address of an applicant',
      reason: 'confirming it',
      kept: '30 days',
      deletedBy: 'purge',
    },
    {
      tables: ['verification.applicant', 'verification.report'],
      data: 'who was proved by an identity check',
      reason: 'anti-money-laundering',
      kept: 'the law',
    },
    {
      tables: ['companies.company', 'companies.person', 'companies.corporate_owner'],
      data: 'directors and owners',
      reason: 'anti-money-laundering',
      kept: 'the law',
    },
    {
      tables: ['companies.invitation'],
      data: 'email of who was invited',
      reason: 'letting people in',
      kept: '90 days after its term',
      deletedBy: 'purge',
    },
    {
      tables: ['companies.invitation_code'],
      data: 'phone of who was invited',
      reason: 'confirming it',
      kept: '1 day after its end',
      deletedBy: 'purge',
    },
    {
      tables: ['companies.handover'],
      data: 'names of administrators',
      reason: 'proof of who decides',
      kept: 'the law',
    },
    {
      tables: ['companies.fact_change'],
      data: 'directors and owners that were asked for, with papers',
      reason: 'the change',
      kept: '1 year after it was withdrawn; decided: the law',
      deletedBy: 'purge',
    },
    {
      tables: ['profile.address_change'],
      data: 'address that was asked for, with papers',
      reason: 'the change',
      kept: '1 year after it was withdrawn; decided: the law',
      deletedBy: 'purge',
    },
    {
      tables: ['profile.contact_change'],
      data: 'email or phone before and after',
      reason: 'undoing a change, proof of a takeover',
      kept: '400 days',
      deletedBy: 'purge',
    },
  ],
};
