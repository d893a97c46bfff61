import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    rail: {
      about: 'the sandbox’s rail',
      tables: {
        sandbox_plan: 'Settlements and returns that the sandbox will report later.',
        sandbox_decided: 'Payments that a tester has decided at the sandbox desk.',
      },
    },
    chain: {
      about: 'the sandbox’s chains',
      tables: {
        block: 'Blocks of each network.',
        transaction: 'Transactions in blocks and waiting.',
        movement: 'What a transaction moved, by address.',
      },
    },
    kyc_sandbox: {
      about: 'the sandbox’s identity check',
      tables: {
        secret: 'The key that signs its webhooks.',
        applicant: 'Applicants of the sandbox’s provider.',
        token: 'Tokens of its widget, as hashes.',
      },
    },
    outbox: {
      about: 'outgoing messages',
      tables: {
        message: 'Emails, SMS and messages to browsers, waiting or sent.',
        outage: 'Channels whose carrier is away.',
      },
    },
    price: {
      about: 'exchange rates of real sources',
      tables: {
        source: 'When each source is asked next.',
        rate: 'The last accepted rate of each currency and source.',
        held_rate: 'Rates that moved too far and wait for staff.',
      },
    },
    screening: {
      about: 'the watch list',
      tables: {
        entry: 'Listed names.',
        list: 'The version of the list; servers compare it with the one in memory.',
      },
    },
  },
  personal: [
    {
      tables: ['outbox.message'],
      data: 'address and, until it is sent, text',
      reason: 'delivery',
      kept: '30 days',
      deletedBy: 'purge',
    },
    {
      tables: ['screening.entry'],
      data: 'names on watch lists',
      reason: 'the law on sanctions',
      kept: 'while they are listed',
      deletedBy: 'staff',
    },
    {
      tables: ['kyc_sandbox.applicant', 'kyc_sandbox.secret', 'kyc_sandbox.token'],
      data: 'invented applicants',
      reason: 'the sandbox',
      kept: 'the sandbox',
    },
  ],
};
