import type { MenuEntry } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconArrowsRightLeft, IconReceipt2 } from '@tabler/icons-react';

export const menu: readonly MenuEntry[] = [
  { label: 'shell.nav.payments', to: '/payments', icon: IconArrowsRightLeft, order: 40 },
  { label: 'shell.nav.fees', to: '/fees', icon: IconReceipt2, order: 10, part: 'foot' },
];
