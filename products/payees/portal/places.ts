import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconUsers } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

export const places: readonly Place[] = [
  {
    key: 'beneficiaries',
    label: 'search.places.beneficiaries',
    icon: IconUsers,
    order: 60,
    link: linkOptions({ to: '/beneficiaries' }),
    words: 'beneficiaries payees recipients contacts suppliers получатели контакты поставщики',
  },
];
