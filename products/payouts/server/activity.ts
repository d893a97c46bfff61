/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, payments } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'payout.created': payments('Payout started: {number}', 'Создана выплата: {number}'),
  'payout.confidential': payments(
    'Payout made confidential: {number}',
    'Выплата стала конфиденциальной: {number}',
  ),
  'payout.not_confidential': payments(
    'Payout no longer confidential: {number}',
    'Выплата больше не конфиденциальна: {number}',
  ),
  'payout.discarded': payments('Payout discarded: {number}', 'Выплата удалена: {number}'),
  'payout.confirmed': payments(
    'Payout confirmed: {number}, {rows, plural, one {# row} other {# rows}}',
    'Выплата подтверждена: {number}, {rows, plural, one {# строка} few {# строки} many {# строк} other {# строки}}',
  ),
  'payout.canceled': payments('Payout taken back: {number}', 'Выплата отозвана: {number}'),
};
