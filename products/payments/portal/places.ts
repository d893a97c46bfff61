import { createMoneyRequest, createPayment, createQuote } from '@calmly/contract';
import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import {
  IconArrowDownLeft,
  IconArrowsExchange,
  IconArrowsRightLeft,
  IconArrowUpRight,
  IconCalendar,
  IconCoins,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

export const places: readonly Place[] = [
  {
    key: 'payments',
    label: 'search.places.payments',
    icon: IconArrowsRightLeft,
    order: 20,
    link: linkOptions({ to: '/payments', search: {} }),
    words: 'payments transactions transfers history operations платежи переводы операции история транзакции',
  },
  {
    key: 'scheduled',
    label: 'search.places.scheduled',
    icon: IconCalendar,
    order: 30,
    link: linkOptions({ to: '/payments', search: { tab: 'scheduled' } }),
    words:
      'scheduled standing orders recurring regular future drafts templates запланированные регулярные автоплатежи черновики шаблоны',
  },
  {
    key: 'requests',
    label: 'search.places.requests',
    icon: IconArrowDownLeft,
    order: 40,
    link: linkOptions({ to: '/payments', search: { tab: 'requests' } }),
    words: 'requests money invoices links get paid запросы денег счета ссылки выставленные',
  },
  {
    key: 'fees',
    label: 'search.places.fees',
    icon: IconCoins,
    order: 130,
    link: linkOptions({ to: '/fees' }),
    words: 'fees prices tariff cost commission calculator тарифы комиссии цены стоимость калькулятор',
  },
];

export const actions: readonly Place[] = [
  {
    key: 'pay',
    label: 'search.actions.pay',
    icon: IconArrowUpRight,
    order: 10,
    link: linkOptions({
      to: '/payments/create/{-$direction}',
      params: { direction: 'outgoing' },
      search: {},
    }),
    call: createPayment,
    words:
      'new payment pay send money transfer sepa swift новый платёж заплатить отправить перевести перевод',
  },
  {
    key: 'request',
    label: 'search.actions.request',
    icon: IconArrowDownLeft,
    order: 20,
    link: linkOptions({
      to: '/payments/create/{-$direction}',
      params: { direction: 'incoming' },
      search: {},
    }),
    call: createMoneyRequest,
    words: 'request money invoice get paid запросить деньги выставить счёт',
  },
  {
    key: 'exchange',
    label: 'search.actions.exchange',
    icon: IconArrowsExchange,
    order: 30,
    link: linkOptions({
      to: '/payments/create/{-$direction}',
      params: { direction: 'exchange' },
      search: {},
    }),
    call: createQuote,
    words: 'exchange currencies convert rate обменять валюту обмен конвертация курс',
  },
];
