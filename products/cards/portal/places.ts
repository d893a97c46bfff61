import { holdsRight, issueCard } from '@calmly/contract';
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

export const actions: readonly Place[] = [
  {
    key: 'card',
    label: 'search.actions.card',
    icon: IconCreditCard,
    order: 60,
    link: linkOptions({ to: '/cards/new' }),
    call: issueCard,
    visibleTo: ({ cardsOffered }) => cardsOffered,
    words: 'get a card new order issue выпустить карту новая карта заказать',
  },
];
