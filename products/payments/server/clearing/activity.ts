/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, payments, staffOnly } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'suspense.assigned': payments(
    'Money sent to another account number was credited to yours',
    'Деньги, отправленные на другой номер счёта, зачислены на ваш',
  ),
  'exception.approved': staffOnly,
  'exception.rejected': staffOnly,
  'suspense.kept': staffOnly,
  'suspense.sent_back': staffOnly,
};
