import { createBeneficiary } from '@calmly/contract';
import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
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

export const actions: readonly Place[] = [
  {
    key: 'payee',
    label: 'search.actions.payee',
    icon: IconUserPlus,
    order: 40,
    link: linkOptions({ to: '/beneficiaries/add' }),
    call: createBeneficiary,
    words: 'add new payee beneficiary recipient добавить получателя новый получатель',
  },
];
