/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, payments } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'standing_order.created': payments(
    'Payment to {payee} scheduled',
    'Запланирован платёж, получатель {payee}',
  ),
  'standing_order.changed': payments(
    'Future payments to {payee} changed',
    'Изменены будущие платежи, получатель {payee}',
  ),
  'standing_order.paused': payments(
    'Payments to {payee} paused',
    'Платежи приостановлены, получатель {payee}',
  ),
  'standing_order.resumed': payments(
    'Payments to {payee} resumed',
    'Платежи возобновлены, получатель {payee}',
  ),
  'standing_order.skipped': payments(
    'One payment to {payee} skipped',
    'Один платёж пропущен, получатель {payee}',
  ),
  'standing_order.occurrence': payments(
    'One payment to {payee} changed',
    'Изменён один платёж, получатель {payee}',
  ),
  'standing_order.restored': payments(
    'One payment to {payee} restored',
    'Один платёж восстановлен, получатель {payee}',
  ),
  'standing_order.sent': payments(
    'Missed payment to {payee} sent',
    'Пропущенный платёж отправлен, получатель {payee}',
  ),
  'standing_order.ended': payments(
    'Payments to {payee} ended',
    'Регулярные платежи завершены, получатель {payee}',
  ),
};
