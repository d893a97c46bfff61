import type { MenuEntry } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconUserCircle } from '@tabler/icons-react';

export const menu: readonly MenuEntry[] = [
  { label: 'shell.nav.profile', to: '/account-profile', icon: IconUserCircle, order: 30, part: 'foot' },
];
