import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    bookkeeping: {
      about:
        'what clients write beside transactions; see [bookkeeping.md](../products/insight/bookkeeping.md)',
      tables: {
        annotation: 'The category and note of a transaction.',
        receipt_rule: 'For which outgoing payments a client needs receipts.',
        export_profile: 'Saved exports of the payments list, some mailed each month.',
      },
    },
    insight: {
      about: 'computed from other modules’ data; see [insight.md](../products/insight/README.md)',
      tables: {
        dismissed: 'Unusual changes that a person has dismissed.',
      },
    },
    alerts: {
      about: 'people’s own alerts; see [notifications.md](../products/notifications/README.md)',
      tables: {
        threshold: 'Amounts at which a person wants to be notified, by account.',
        digest: 'A person’s digest of one client, and when the next is due.',
      },
    },
  },
  personal: [
    {
      tables: ['alerts.threshold', 'alerts.digest', 'bookkeeping.export_profile'],
      data: 'a member’s own filters and alerts',
      reason: 'the member’s convenience',
      kept: 'until the night after they leave the company',
      deletedBy: 'purge',
    },
    {
      tables: ['bookkeeping.annotation'],
      data: 'notes on payments',
      reason: 'the client’s books',
      kept: 'the law',
    },
    {
      tables: ['insight.dismissed'],
      data: 'what a person has put aside',
      reason: 'not to show it again',
      kept: '200 days',
      deletedBy: 'purge',
    },
  ],
};
