import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconLogout, IconShieldLock } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

export const places: readonly Place[] = [
  {
    key: 'security',
    label: 'search.places.security',
    icon: IconShieldLock,
    order: 220,
    link: linkOptions({ to: '/account-profile', search: { tab: 'security' } }),
    words:
      'security password two-factor passkey sessions devices freeze sign-in безопасность пароль вход ключ сеансы устройства заморозить',
    isAlwaysOpen: true,
  },
];

export const actions: readonly Place[] = [
  {
    key: 'logout',
    label: 'search.actions.logout',
    icon: IconLogout,
    order: 80,
    link: linkOptions({ to: '/logout' }),
    isAlwaysOpen: true,
    words: 'sign out log out logout exit выйти выход',
  },
];
