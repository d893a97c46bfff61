import { createPayout, holdsRight } from '@calmly/contract';
import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconFileUpload } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

export const places: readonly Place[] = [
  {
    key: 'payouts',
    label: 'search.places.payouts',
    icon: IconFileUpload,
    order: 50,
    link: linkOptions({ to: '/payments/payouts' }),
    words: 'payouts bulk mass salaries wages payroll файл массовые выплаты зарплата ведомость',
    visibleTo: (client) => holdsRight(client, 'can_request_trans'),
  },
];

export const actions: readonly Place[] = [
  {
    key: 'payout',
    label: 'search.actions.payout',
    icon: IconFileUpload,
    order: 50,
    link: linkOptions({ to: '/payments/payouts/create' }),
    call: createPayout,
    words: 'new payout from a file upload salaries payroll bulk новая выплата из файла зарплата загрузить',
  },
];
