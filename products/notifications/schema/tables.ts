import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    notifications: {
      about: 'notifications in the portal',
      tables: {
        notification: 'Notifications of a person.',
        preference: 'How a person wants to be notified.',
        quiet_hours: 'When a person is not disturbed.',
        held: 'Messages that wait for the end of a person’s quiet hours.',
        push_key: 'The sealed key that messages to browsers are signed with.',
        push_subscription: 'Browsers that show a person’s notifications.',
      },
    },
  },
  personal: [
    {
      tables: ['notifications.notification'],
      data: 'what a person was told',
      reason: 'the list',
      kept: '400 days',
      deletedBy: 'purge',
    },
    {
      tables: ['notifications.held', 'notifications.preference', 'notifications.quiet_hours'],
      data: 'what waits for the morning, choices',
      reason: 'sending it as wanted',
      kept: 'until it is sent; as long as the person',
      deletedBy: 'its person',
    },
    {
      tables: ['notifications.push_subscription'],
      data: 'browser',
      reason: 'sending to it',
      kept: 'until it is no longer used',
      deletedBy: 'purge',
    },
  ],
};
