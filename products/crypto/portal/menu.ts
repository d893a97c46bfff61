import type { MenuEntry } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconCurrencyBitcoin } from '@tabler/icons-react';

export const menu: readonly MenuEntry[] = [
  { label: 'shell.nav.crypto', to: '/crypto', icon: IconCurrencyBitcoin, order: 70 },
];
