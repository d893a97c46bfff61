/** The texts of the sandbox outbox, in both languages. */
import type { Locale } from '@calmly/platform/work.ts';

export interface ReaderTexts {
  readonly title: string;
  readonly lead: string;
  readonly placeholder: string;
  readonly searchLabel: string;
  readonly search: string;
  readonly messages: string;
  readonly nothingFound: string;
  readonly nothingYet: string;
  readonly choose: string;
  readonly older: string;
  readonly to: string;
  readonly email: string;
  readonly back: string;
  readonly copy: string;
  readonly copied: string;
  readonly mail: string;
  readonly plain: string;
}

export const readerTexts: Readonly<Record<Locale, ReaderTexts>> = {
  en: {
    title: 'Outbox',
    lead: 'The sandbox doesn’t send messages. Emails and SMS to clients appear here instead.',
    placeholder: 'Address or number',
    searchLabel: 'Search by recipient',
    search: 'Search',
    messages: 'Messages',
    nothingFound: 'No messages to this recipient.',
    nothingYet: 'No messages yet.',
    choose: 'Choose a message to read it.',
    older: 'Older messages',
    to: 'To',
    email: 'Email',
    back: 'Back to the list',
    copy: 'Copy',
    copied: 'Copied',
    mail: 'The email as the client sees it',
    plain: 'Plain text',
  },
  ru: {
    title: 'Исходящие',
    lead: 'Песочница ничего не отправляет: письма и SMS клиентам появляются здесь.',
    placeholder: 'Адрес или номер',
    searchLabel: 'Поиск по получателю',
    search: 'Найти',
    messages: 'Сообщения',
    nothingFound: 'Этому получателю сообщений нет.',
    nothingYet: 'Сообщений пока нет.',
    choose: 'Выберите сообщение, чтобы прочитать его.',
    older: 'Более ранние',
    to: 'Кому:',
    email: 'Письмо',
    back: 'К списку',
    copy: 'Копировать',
    copied: 'Скопировано',
    mail: 'Письмо, как его видит клиент',
    plain: 'Обычный текст',
  },
};
