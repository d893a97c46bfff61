/** The words of the exported log that are not its sentences. */
import type { ActivityKind } from '@calmly/contract';
import type { Locale } from '../../platform/work.ts';

interface ExportTexts {
  readonly fileName: string;
  readonly headings: readonly string[];
  /** Who did what nobody signed in did. */
  readonly bank: string;
  readonly kinds: Readonly<Record<ActivityKind, string>>;
}

export const exportTexts: Readonly<Record<Locale, ExportTexts>> = {
  en: {
    fileName: 'activity.csv',
    headings: [
      'Time ({timeZone})',
      'Kind',
      'What',
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
      payees: 'Beneficiaries',
      approvals: 'Approvals',
      people: 'People',
      connections: 'Connected apps',
      profile: 'Profile',
      security: 'Security',
      other: 'Other',
    },
  },
  ru: {
    fileName: 'журнал.csv',
    headings: [
      'Время ({timeZone})',
      'Вид',
      'Что',
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
      approvals: 'Одобрения',
      people: 'Люди',
      connections: 'Подключённые приложения',
      profile: 'Профиль',
      security: 'Безопасность',
      other: 'Прочее',
    },
  },
};
