import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconHelp, IconLifebuoy } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

export const places: readonly Place[] = [
  {
    key: 'help',
    label: 'search.places.help',
    icon: IconHelp,
    order: 150,
    link: linkOptions({ to: '/help', search: {} }),
    words: 'help centre articles questions guide справка помощь статьи вопросы',
    isAlwaysOpen: true,
  },
  {
    key: 'support',
    label: 'search.places.support',
    icon: IconLifebuoy,
    order: 160,
    link: linkOptions({ to: '/support' }),
    words: 'support help contact chat question поддержка помощь справка вопрос чат',
  },
];
