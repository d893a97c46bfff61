/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, payments } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'receipt.attached': payments(
    'Receipt attached to {number}: {file}',
    'К платежу {number} приложен чек: {file}',
  ),
  'receipt.removed': payments(
    'Receipt removed from {number}: {file}',
    'У платежа {number} удалён чек: {file}',
  ),
};
