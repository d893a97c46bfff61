import type { MenuEntry } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconBuildingBank, IconFileText, IconFolder, IconLayoutDashboard } from '@tabler/icons-react';

export const menu: readonly MenuEntry[] = [
  { label: 'shell.nav.dashboard', to: '/dashboard', icon: IconLayoutDashboard, order: 10 },
  { label: 'shell.nav.requisites', to: '/requisites', icon: IconBuildingBank, order: 30 },
  { label: 'shell.nav.statements', to: '/statements', icon: IconFileText, order: 80 },
  { label: 'shell.nav.documents', to: '/documents', icon: IconFolder, order: 90 },
];
