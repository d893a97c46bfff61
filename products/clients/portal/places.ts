import type { Client } from '@calmly/contract';
import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconAdjustments, IconBuilding, IconId, IconReceipt, IconUsersGroup } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

const isCompany = ({ role }: Client) => role === 'LEGAL';

export const places: readonly Place[] = [
  {
    key: 'personal',
    label: 'search.places.personal',
    icon: IconId,
    order: 170,
    link: linkOptions({ to: '/account-profile', search: { tab: 'personal' } }),
    words: 'personal data address email phone profile личные данные адрес почта телефон профиль',
    isAlwaysOpen: true,
  },
  {
    key: 'company',
    label: 'search.places.company',
    icon: IconBuilding,
    order: 180,
    link: linkOptions({ to: '/account-profile', search: { tab: 'company' } }),
    words: 'company details owners directors компания данные владельцы директора',
    visibleTo: isCompany,
    isAlwaysOpen: true,
  },
  {
    key: 'people',
    label: 'search.places.people',
    icon: IconUsersGroup,
    order: 190,
    link: linkOptions({ to: '/account-profile', search: { tab: 'people' } }),
    words: 'people members team colleagues invite rights люди сотрудники команда пригласить права',
    visibleTo: isCompany,
    isAlwaysOpen: true,
  },
  {
    key: 'terms',
    label: 'search.places.terms',
    icon: IconReceipt,
    order: 250,
    link: linkOptions({ to: '/account-profile', search: { tab: 'terms' } }),
    words: 'terms conditions agreement contract условия договор оферта',
    isAlwaysOpen: true,
  },
  {
    key: 'preferences',
    label: 'search.places.preferences',
    icon: IconAdjustments,
    order: 260,
    link: linkOptions({ to: '/account-profile', search: { tab: 'preferences' } }),
    words: 'preferences language theme dark light settings настройки язык тема тёмная светлая предпочтения',
    isAlwaysOpen: true,
  },
];

export const actions: readonly Place[] = [
  {
    key: 'company',
    label: 'search.actions.company',
    icon: IconBuilding,
    order: 70,
    link: linkOptions({ to: '/companies/add' }),
    visibleTo: ({ role }) => role !== 'LEGAL',
    words: 'add a company business open добавить компанию бизнес открыть',
  },
];
