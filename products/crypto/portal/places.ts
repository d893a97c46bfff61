import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { IconChartCandle, IconWallet } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

export const places: readonly Place[] = [
  {
    key: 'market',
    label: 'search.places.market',
    icon: IconChartCandle,
    order: 100,
    link: linkOptions({ to: '/crypto', search: { screen: 'MARKET' } }),
    words: 'crypto market trade exchange bitcoin ethereum toncoin биржа торговля криптовалюта биткоин',
  },
  {
    key: 'wallets',
    label: 'search.places.wallets',
    icon: IconWallet,
    order: 110,
    link: linkOptions({ to: '/crypto', search: { screen: 'WALLETS' } }),
    words: 'crypto wallets deposit withdraw address криптокошельки кошельки пополнить вывести адрес',
  },
];
