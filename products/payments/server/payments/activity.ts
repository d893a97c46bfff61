/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, staffOnly } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'payment.canceled': {
    kind: 'payments',
    en: 'Payment {number} cancelled',
    ru: 'Платёж {number} отменён',
  },
  'held_payment.approved': staffOnly,
  'held_payment.held': staffOnly,
  'held_payment.rejected': staffOnly,
};
