/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, suspicion } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'payment.canceled': {
    kind: 'payments',
    en: 'Payment {number} cancelled',
    ru: 'Платёж {number} отменён',
  },
  'held_payment.approved': suspicion,
  'held_payment.held': suspicion,
  'held_payment.rejected': suspicion,
};
