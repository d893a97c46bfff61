import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconPlugConnected } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

export const places: readonly Place[] = [
  {
    key: 'connections',
    label: 'search.places.connections',
    icon: IconPlugConnected,
    order: 230,
    link: linkOptions({ to: '/account-profile', search: { tab: 'connections' } }),
    words: 'connections connected applications api oauth приложения подключённые интеграции',
    isAlwaysOpen: true,
  },
];
