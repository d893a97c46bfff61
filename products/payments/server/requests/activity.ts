/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, payments } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'money_request.created': payments(
    'Request for money created: {reference}',
    'Создан запрос денег: {reference}',
  ),
  'money_request.canceled': payments(
    'Request for money cancelled: {reference}',
    'Запрос денег отменён: {reference}',
  ),
  'pay_link.created': payments('Payment page link created', 'Создана ссылка на страницу для оплаты'),
  'pay_link.changed': payments('Payment page changed', 'Изменена страница для оплаты'),
  'pay_link.revoked': payments('Payment page link turned off', 'Ссылка на страницу для оплаты отключена'),
};
