import type { MenuEntry } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconUsers } from '@tabler/icons-react';

export const menu: readonly MenuEntry[] = [
  { label: 'shell.nav.beneficiaries', to: '/beneficiaries', icon: IconUsers, order: 20 },
];
