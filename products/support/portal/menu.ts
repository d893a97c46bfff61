import type { MenuEntry } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconLifebuoy } from '@tabler/icons-react';

export const menu: readonly MenuEntry[] = [
  {
    label: 'shell.nav.support',
    to: '/support',
    icon: IconLifebuoy,
    order: 20,
    part: 'foot',
    counts: 'answers',
  },
];
