import { holdsRight } from '@calmly/contract';
import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconBuildingBank, IconFileText, IconFolder, IconLayoutDashboard } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

export const places: readonly Place[] = [
  {
    key: 'dashboard',
    label: 'search.places.dashboard',
    icon: IconLayoutDashboard,
    order: 10,
    link: linkOptions({ to: '/dashboard' }),
    words: 'dashboard home overview start balance обзор главная баланс остаток',
  },
  {
    key: 'requisites',
    label: 'search.places.requisites',
    icon: IconBuildingBank,
    order: 70,
    link: linkOptions({ to: '/requisites' }),
    words: 'requisites account details iban bic swift receive accounts реквизиты счёт счета получить',
  },
  {
    key: 'statements',
    label: 'search.places.statements',
    icon: IconFileText,
    order: 120,
    link: linkOptions({ to: '/statements', search: {} }),
    words:
      'statements export pdf csv xlsx camt mt940 accountant balance letter выписки экспорт бухгалтер справка остаток',
    visibleTo: (client) => holdsRight(client, 'can_view_statements'),
  },
  {
    key: 'documents',
    label: 'search.places.documents',
    icon: IconFolder,
    order: 140,
    link: linkOptions({ to: '/documents', search: {} }),
    words: 'documents files uploads invoices contracts receipts документы файлы договоры чеки',
    visibleTo: (client) => holdsRight(client, 'can_view_documents'),
  },
];
