/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, payments } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'statement.restated': payments(
    'Official statement for {month} corrected: version {version}',
    'Официальная выписка за {month} исправлена: версия {version}',
  ),
};
