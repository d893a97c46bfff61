import type { MenuEntry } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconCreditCard } from '@tabler/icons-react';

export const menu: readonly MenuEntry[] = [
  {
    label: 'shell.nav.cards',
    to: '/cards',
    icon: IconCreditCard,
    order: 60,
    visibleTo: (client) => client.cardsOffered && client.rights.can_plast_view,
  },
];
