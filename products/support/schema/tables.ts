import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    support: {
      about: 'conversations with clients; see [support.md](../products/support/README.md)',
      tables: {
        conversation:
          'A conversation: whose it is, its state, what it is about, since when the client waits.',
        message: 'Its messages, with the ids of their files.',
        participant: 'Who has written in it, and whether an answer is unread.',
      },
    },
  },
  personal: [
    {
      tables: ['support.conversation', 'support.message', 'support.participant'],
      data: 'what people wrote',
      reason: 'answering, complaints',
      kept: 'the law',
    },
  ],
};
