/** Actions of the palette, each with the words that people type for it in either language; actions that the person may not take are not offered. */
import {
  type Client,
  createBeneficiary,
  createMoneyRequest,
  createPayment,
  createPayout,
  createQuote,
  type EndpointSpec,
  holdsRight,
  issueCard,
} from '@calmly/contract';
import {
  IconArrowDownLeft,
  IconArrowsExchange,
  IconArrowUpRight,
  IconBuilding,
  IconCreditCard,
  IconFileUpload,
  IconLogout,
  IconUserPlus,
} from '@tabler/icons-react';
import { type LinkOptions, linkOptions } from '@tanstack/react-router';
import type { messages } from '../texts/en/search.ts';

export type ActionKey = keyof typeof messages.search.actions;

interface Action {
  readonly key: ActionKey;
  readonly Icon: typeof IconUserPlus;
  readonly link: LinkOptions;
  readonly words: string;
  readonly endpoint?: EndpointSpec;
  readonly visibleTo?: (client: Client) => boolean;
}

const create = (direction: string) =>
  linkOptions({ to: '/payments/create/{-$direction}', params: { direction }, search: {} });

const actions: readonly Action[] = [
  {
    key: 'pay',
    Icon: IconArrowUpRight,
    link: create('outgoing'),
    endpoint: createPayment,
    words:
      'new payment pay send money transfer sepa swift новый платёж заплатить отправить перевести перевод',
  },
  {
    key: 'request',
    Icon: IconArrowDownLeft,
    link: create('incoming'),
    endpoint: createMoneyRequest,
    words: 'request money invoice get paid запросить деньги выставить счёт',
  },
  {
    key: 'exchange',
    Icon: IconArrowsExchange,
    link: create('exchange'),
    endpoint: createQuote,
    words: 'exchange currencies convert rate обменять валюту обмен конвертация курс',
  },
  {
    key: 'payee',
    Icon: IconUserPlus,
    link: linkOptions({ to: '/beneficiaries/add' }),
    endpoint: createBeneficiary,
    words: 'add new payee beneficiary recipient добавить получателя новый получатель',
  },
  {
    key: 'payout',
    Icon: IconFileUpload,
    link: linkOptions({ to: '/payments/payouts/create' }),
    endpoint: createPayout,
    words: 'new payout from a file upload salaries payroll bulk новая выплата из файла зарплата загрузить',
  },
  {
    key: 'card',
    Icon: IconCreditCard,
    link: linkOptions({ to: '/cards/new' }),
    endpoint: issueCard,
    visibleTo: ({ cardsOffered }) => cardsOffered,
    words: 'get a card new order issue выпустить карту новая карта заказать',
  },
  {
    key: 'company',
    Icon: IconBuilding,
    link: linkOptions({ to: '/companies/add' }),
    visibleTo: ({ role }) => role !== 'LEGAL',
    words: 'add a company business open добавить компанию бизнес открыть',
  },
];
const logout: Action = {
  key: 'logout',
  Icon: IconLogout,
  link: linkOptions({ to: '/logout' }),
  words: 'sign out log out logout exit выйти выход',
};

/** The actions that the person may take. */
export function actionsOf(client: Client, isActive: boolean): readonly Action[] {
  if (!isActive) return [logout];
  return [...actions, logout].filter(
    ({ endpoint, visibleTo }) =>
      (endpoint?.right === undefined || holdsRight(client, endpoint.right)) && (visibleTo?.(client) ?? true),
  );
}
