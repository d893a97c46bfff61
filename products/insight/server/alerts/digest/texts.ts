/** The digest, in both languages. */
import type { NotificationTopic } from '@calmly/contract';
import { type CurrencyCode, displayAmount } from '@calmly/domain';
import type { Locale } from '@calmly/platform/work.ts';
import type { Email } from '@calmly/providers/email/index.ts';

export interface AccountLine {
  readonly name: string;
  readonly currency: CurrencyCode;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly availableMinor: bigint;
}

interface Facts {
  readonly frequency: 'DAILY' | 'WEEKLY';
  /** The client's name. */
  readonly holder: string;
  readonly period: { readonly from: Date; readonly to: Date; readonly timeZone: string };
  readonly accounts: readonly AccountLine[];
  /** Approvals that wait for the reader. */
  readonly waiting: number;
  readonly topics: ReadonlyArray<readonly [NotificationTopic, number]>;
}

type Text = Pick<Email, 'subject' | 'paragraphs' | 'closing'> & { readonly label: string };

const topicWords: Readonly<Record<Locale, Readonly<Record<NotificationTopic, string>>>> = {
  en: {
    payment_executed: 'Payments executed',
    payment_rejected: 'Payments delayed, rejected or returned',
    payment_received: 'Payments received',
    payouts: 'Payouts',
    requests: 'Requests for money',
    approvals: 'Approvals',
    accounts: 'Accounts',
    thresholds: 'Your alerts',
    cards: 'Cards',
    statements: 'Statements',
    support: 'Answers from support',
    sign_in: 'Sign-ins',
    security: 'Security',
    news: 'News',
  },
  ru: {
    payment_executed: 'Исполненные платежи',
    payment_rejected: 'Платежи задержаны, отклонены или возвращены',
    payment_received: 'Поступления',
    payouts: 'Выплаты',
    requests: 'Запросы денег',
    approvals: 'Согласования',
    accounts: 'Счета',
    thresholds: 'Ваши оповещения',
    cards: 'Карты',
    statements: 'Выписки',
    support: 'Ответы поддержки',
    sign_in: 'Входы',
    security: 'Безопасность',
    news: 'Новости',
  },
};

const texts: Readonly<Record<Locale, (facts: Facts) => Text>> = {
  en: ({ frequency, holder, period, accounts, waiting, topics }) => ({
    subject: `${frequency === 'DAILY' ? 'Your daily summary' : 'Your weekly summary'}: ${holder}`,
    paragraphs: [
      `From ${momentIn('en', period.from, period.timeZone)} to ${momentIn('en', period.to, period.timeZone)}, ${period.timeZone} time.`,
      ...accounts.map(
        ({ name, currency, inMinor, outMinor, availableMinor }) =>
          `${name}: in ${amount(inMinor, currency)}, out ${amount(outMinor, currency)}. Available now: ${amount(availableMinor, currency)}.`,
      ),
      ...(waiting > 0
        ? [`Needs your attention: ${waiting} ${waiting === 1 ? 'approval' : 'approvals'} in your inbox.`]
        : []),
      ...happened('en', 'What happened', topics),
    ],
    label: 'Open Calmly',
    closing: 'You asked for this email. To change or stop it, open Notifications in your profile.',
  }),
  ru: ({ frequency, holder, period, accounts, waiting, topics }) => ({
    subject: `${frequency === 'DAILY' ? 'Сводка за день' : 'Сводка за неделю'}: ${holder}`,
    paragraphs: [
      `С ${momentIn('ru', period.from, period.timeZone)} по ${momentIn('ru', period.to, period.timeZone)}, часовой пояс ${period.timeZone}.`,
      ...accounts.map(
        ({ name, currency, inMinor, outMinor, availableMinor }) =>
          `${name}: поступило ${amount(inMinor, currency)}, списано ${amount(outMinor, currency)}. Доступно сейчас: ${amount(availableMinor, currency)}.`,
      ),
      ...(waiting > 0 ? [`Ожидают вашего согласования: ${waiting}.`] : []),
      ...happened('ru', 'Что произошло', topics),
    ],
    label: 'Открыть Calmly',
    closing:
      'Вы просили присылать эту сводку. Изменить или отключить её можно в профиле, в разделе «Уведомления».',
  }),
};

const happened = (locale: Locale, title: string, topics: Facts['topics']): string[] =>
  topics.length === 0
    ? []
    : [`${title}. ${topics.map(([topic, count]) => `${topicWords[locale][topic]}: ${count}`).join('; ')}.`];

const amount = (minor: bigint, currency: CurrencyCode): string => displayAmount(minor, currency).text;

const momentIn = (locale: Locale, at: Date, timeZone: string): string =>
  at.toLocaleString(locale === 'en' ? 'en-GB' : 'ru', {
    timeZone,
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });

export const digestText = (locale: Locale, facts: Facts): Text => texts[locale](facts);
