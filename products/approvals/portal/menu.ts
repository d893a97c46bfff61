import type { MenuEntry } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconChecks } from '@tabler/icons-react';

export const menu: readonly MenuEntry[] = [
  { label: 'shell.nav.inbox', to: '/inbox', icon: IconChecks, order: 50, counts: 'approvals' },
];
