/** Headings and labels of the exported activity log. */
import type { ActivityKind } from '@calmly/contract';
import type { Locale } from '@calmly/platform/work.ts';

interface ExportTexts {
  readonly fileName: string;
  readonly headings: readonly string[];
  /** The actor of an action not taken by a person. */
  readonly bank: string;
  readonly kinds: Readonly<Record<ActivityKind, string>>;
}

export const exportTexts: Readonly<Record<Locale, ExportTexts>> = {
  en: {
    fileName: 'activity.csv',
    headings: [
      'Time ({timeZone})',
      'Type',
      'Event',
      'Amount',
      'Currency',
      'Who',
      'Acting for',
      'IP address',
      'Browser',
    ],
    bank: 'Calmly',
    kinds: {
      payments: 'Payments',
      payees: 'Payees',
      approvals: 'Approvals',
      people: 'People',
      connections: 'Connected apps',
      cards: 'Cards',
      crypto: 'Crypto',
      profile: 'Profile',
      security: 'Security',
      other: 'Other',
    },
  },
  ru: {
    fileName: 'журнал.csv',
    headings: [
      'Время ({timeZone})',
      'Тип',
      'Событие',
      'Сумма',
      'Валюта',
      'Кто',
      'От имени',
      'IP-адрес',
      'Браузер',
    ],
    bank: 'Calmly',
    kinds: {
      payments: 'Платежи',
      payees: 'Получатели',
      approvals: 'Согласования',
      people: 'Люди',
      connections: 'Подключённые приложения',
      cards: 'Карты',
      crypto: 'Криптовалюта',
      profile: 'Профиль',
      security: 'Безопасность',
      other: 'Прочее',
    },
  },
};
