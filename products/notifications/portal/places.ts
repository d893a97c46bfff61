import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconActivity, IconBell } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

export const places: readonly Place[] = [
  {
    key: 'activity',
    label: 'search.places.activity',
    icon: IconActivity,
    order: 210,
    link: linkOptions({ to: '/account-profile', search: { tab: 'activity' } }),
    words: 'activity log history who действия журнал история',
    isAlwaysOpen: true,
  },
  {
    key: 'notifications',
    label: 'search.places.notifications',
    icon: IconBell,
    order: 240,
    link: linkOptions({ to: '/account-profile', search: { tab: 'notifications' } }),
    words: 'notifications settings alerts email sms уведомления настройки оповещения',
    isAlwaysOpen: true,
  },
];
