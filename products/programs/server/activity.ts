/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, connections, staffOnly } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'connection.allowed': connections('{application} connected', 'Приложение подключено: {application}'),
  'connection.ended': connections('{application} disconnected', 'Приложение отключено: {application}'),
  'connection.refused': connections('{application} refused', 'В доступе отказано: {application}'),
  'application.closed': staffOnly,
  'application.registered': staffOnly,
};
