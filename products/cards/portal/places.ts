import { holdsRight } from '@calmly/contract';
import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconCreditCard } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

export const places: readonly Place[] = [
  {
    key: 'cards',
    label: 'search.places.cards',
    icon: IconCreditCard,
    order: 90,
    link: linkOptions({ to: '/cards', search: {} }),
    words: 'cards plastic virtual limits pin lock block freeze карты пластик лимиты пин заблокировать',
    visibleTo: (client) => client.cardsOffered && holdsRight(client, 'can_plast_view'),
  },
];
