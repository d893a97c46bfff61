/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, own } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'notifications.quiet_hours': own('Quiet hours changed', 'Изменены тихие часы'),
  'notifications.browser_removed': own(
    'Notifications turned off in a browser',
    'Выключены уведомления в браузере',
  ),
  'notifications.browser_saved': own(
    'Notifications turned on in a browser',
    'Включены уведомления в браузере',
  ),
  'notifications.chosen': own('Notification settings changed', 'Изменены настройки уведомлений'),
};
