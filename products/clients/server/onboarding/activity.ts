/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, own, profile } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'email.confirmed': own('Email confirmed', 'Почта подтверждена'),
  'fees.accepted': profile('Fees accepted', 'Приняты тарифы'),
};
