import type { Client } from '@calmly/contract';
import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconChecks, IconListCheck } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

const isCompany = ({ role }: Client) => role === 'LEGAL';

export const places: readonly Place[] = [
  {
    key: 'inbox',
    label: 'search.places.inbox',
    icon: IconChecks,
    order: 80,
    link: linkOptions({ to: '/inbox', search: {} }),
    words: 'approvals inbox approve decisions waiting согласования одобрить подписать ожидают',
  },
  {
    key: 'policy',
    label: 'search.places.policy',
    icon: IconListCheck,
    order: 200,
    link: linkOptions({ to: '/account-profile', search: { tab: 'approvals' } }),
    words: 'approval rules policy limits правила согласования лимиты',
    visibleTo: isCompany,
    isAlwaysOpen: true,
  },
];
