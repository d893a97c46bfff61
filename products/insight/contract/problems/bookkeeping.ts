/** Problems of categories, notes and saved exports. */
import type { Problems } from '@calmly/contract-kit/problem-table.ts';

export const bookkeepingProblems = {
  bookkeeping_right_missing: {
    status: 403,
    en: 'You can’t change the category or note of this payment. Ask an administrator for the right to view statements.',
    ru: 'Вы не можете менять категорию и заметку этого платежа. Попросите администратора дать вам право просматривать выписки.',
  },
  note_changed: {
    status: 409,
    en: 'This note was changed in the meantime. Check it and try again.',
    ru: 'Заметку тем временем изменили. Проверьте её и повторите.',
  },
  receipt_rules_changed: {
    status: 409,
    en: 'The rules for receipts were changed in the meantime. Check them and try again.',
    ru: 'Правила для чеков тем временем изменили. Проверьте их и повторите.',
  },
  too_many_exports: {
    status: 409,
    en: 'You already have {max} exports. Delete one you no longer need.',
    ru: 'Сохранённых выгрузок уже {max}. Удалите ту, которая больше не нужна.',
  },
} as const satisfies Problems;
