import type { Translated } from '@calmly/texts/translated.ts';
import type { cardReceipts as english } from '../en/card-receipts.ts';

export const cardReceipts: Translated<typeof english> = {
  open: 'Правила о чеках',
  title: 'Чеки по оплатам картой',
  text: 'Правила действуют для всех карт. Для оплат до их включения чек не нужен.',
  ask: 'Запрашивать чеки',
  asks: { NEVER: 'Никогда', ABOVE: 'Свыше суммы', ALWAYS: 'Всегда' },
  above: 'Сумма',
  aboveWrong: 'Укажите сумму, например 50.00.',
  lock: 'Приостанавливать карту, если нет чека',
  lockText: 'Карта снова заработает, как только чек добавят.',
  days: 'Через сколько дней',
  daysWrong: 'Укажите число дней от 1 до {most}.',
  lockedAfter:
    'карта приостанавливается через {count, plural, one {# день} few {# дня} many {# дней} other {# дня}}',
  save: 'Сохранить',
  saved: 'Правила о чеках сохранены',
  count:
    '{count, plural, one {Не хватает # чека} few {Не хватает # чеков} many {Не хватает # чеков} other {Не хватает # чека}}',
  badge: 'Нет чека',
};
