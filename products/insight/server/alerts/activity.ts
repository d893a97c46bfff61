/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, own } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'alerts.threshold_changed': own(
    'Alert set: {kind, select, LOW_BALANCE {balance below} LARGE_IN {money in from} other {money out from}} {amount} {currency}, {account}',
    'Настроено оповещение: {kind, select, LOW_BALANCE {остаток ниже} LARGE_IN {поступление от} other {списание от}} {amount} {currency}, {account}',
  ),
  'alerts.threshold_removed': own('Alert removed', 'Удалено оповещение'),
  'alerts.digest_changed': own(
    'Summary by email: {frequency, select, DAILY {daily} WEEKLY {weekly} other {turned off}}',
    'Сводка по почте: {frequency, select, DAILY {ежедневно} WEEKLY {еженедельно} other {отключена}}',
  ),
};
