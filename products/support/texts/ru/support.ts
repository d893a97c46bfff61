/** Conversations with the bank, loaded with their screen. */

import type { Translated } from '@calmly/texts/translated.ts';
import type { messages as english } from '../en/support.ts';

const support: Translated<typeof english>['support'] = {
  title: 'Поддержка',
  help: 'Справка',
  new: 'Новое обращение',
  lead: 'Расскажите, что произошло. Никогда не отправляйте нам пароли, коды и номера карт.',
  sent: 'Сообщение отправлено',
  conversation: 'Обращение',
  messages: 'Сообщения',
  earlier: 'Показать более ранние сообщения',
  writtenBy: 'Автор: {name}',
  bank: 'Поддержка Calmly',
  you: 'Вы',
  fromBank: 'Calmly: {text}',
  unread: 'Не прочитано',
  close: 'Закрыть обращение',
  closed: 'Обращение закрыто',
  reopens: 'Обращение закрыто. Новое сообщение откроет его снова.',
  missingTitle: 'Обращение не найдено',
  missingText: 'Возможно, оно относится к другому профилю. Смените профиль и откройте ссылку ещё раз.',
  emptyTitle: 'Сообщений пока нет',
  emptyText: 'Ответы на большинство вопросов есть в справке. Если вашего там нет, напишите нам.',
  noneTitle: 'Подходящих обращений нет',
  moreFailed: 'Не удалось загрузить остальные обращения.',
  statuses: { OPEN: 'Ждёт нашего ответа', ANSWERED: 'Есть ответ', CLOSED: 'Закрыто' },
  columns: { message: 'Последнее сообщение', status: 'Статус', at: 'Время' },
  filters: { label: 'Фильтр обращений', state: 'Статус', open: 'Незакрытые', closed: 'Закрытые' },
  composer: {
    question: 'Ваш вопрос',
    label: 'Ваше сообщение',
    help: 'Ctrl + Enter — отправить сообщение.',
    required: 'Напишите сообщение.',
    attach: 'Добавить файлы',
    attachHint:
      'PDF, PNG или JPEG до 10 МБ, не более {most, plural, one {# файла} few {# файлов} many {# файлов} other {# файла}}',
    remove: 'Убрать {name}',
    send: 'Отправить',
  },
  subject: {
    kinds: {
      payment: 'Платёж',
      card: 'Карта',
      payout: 'Выплата',
      account: 'Счёт',
      payee: 'Получатель',
      request: 'Запрос денег',
    },
    hidden: {
      payment: 'О платеже, который вам недоступен',
      card: 'О карте, которая вам недоступна',
      payout: 'О выплате, которая вам недоступна',
      account: 'О счёте, который вам недоступен',
      payee: 'О получателе, который вам недоступен',
      request: 'О запросе, который вам недоступен',
    },
  },
};

export const messages = { support } as const;
