import type { Translated } from '@calmly/texts/translated.ts';
import type { payoutReview as english } from '../en/payout-review.ts';

export const payoutReview: Translated<typeof english> = {
  masked:
    'Выплата конфиденциальная, поэтому вы видите только итоги. Право видеть её строки может дать администратор.',
  open: 'Открыть выплату',
  earlier: 'По сравнению с «{name}»',
  earlierOf: 'Подтверждена {date}',
  noEarlier: 'Прежних выплат в основном на те же счета нет.',
  total: 'Итого',
  before: 'было {amount}',
  same: 'Счета и суммы те же.',
  added: 'Добавлено счетов',
  gone: 'Убрано счетов',
  changed: 'Изменено сумм',
  differences: 'Крупнейшие отличия',
  notPaid: 'нет платежа',
  newAccounts: 'Счета, на которые вы ещё не платили',
  noNew: 'На все эти счета компания уже платила.',
  more: 'и ещё {count}',
  rows: 'Строки',
  row: 'Строка {row}',
  filter: 'Предупреждения',
  showMore: 'Показать ещё строки',
} as const;
