/** What the activity log says about the actions that this module records. */
import { categoryNames } from '@calmly/contract';
import { type ActivityTexts, payments } from '@calmly/platform/activity.ts';

const categoryWords = (locale: 'en' | 'ru', none: string): string => {
  const words = Object.entries(categoryNames).map(([category, names]) => `${category} {${names[locale]}}`);
  return `{category, select, ${words.join(' ')} NONE {${none}} other {{category}}}`;
};

export const activity: ActivityTexts = {
  'bookkeeping.categorised': payments(
    `Category of {count, plural, one {{number}} other {# payments}}: ${categoryWords('en', 'removed')}`,
    `Категория {count, plural, =1 {платежа {number}} one {# платежа} other {# платежей}}: ${categoryWords('ru', 'удалена')}`,
  ),
  'bookkeeping.noted': payments('Note on {number} changed', 'Изменена заметка к платежу {number}'),
  'bookkeeping.note_removed': payments('Note on {number} deleted', 'Удалена заметка к платежу {number}'),
  'bookkeeping.receipts_changed': payments(
    '{above, select, NONE {Receipts are no longer needed for payments} other {Receipts needed for payments above €{above} from {from}}}',
    '{above, select, NONE {Чеки к платежам больше не нужны} other {Чеки нужны к платежам свыше {above} € с {from}}}',
  ),
};
