/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, profile, staffOnly } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'support.asked': profile('Wrote to support', 'Отправлено обращение в поддержку'),
  'support.written': profile('Another message to support', 'Отправлено ещё одно сообщение в поддержку'),
  'support.reopened': profile('Conversation with support reopened', 'Обращение в поддержку открыто снова'),
  'support.answered': profile('Support answered', 'Поддержка ответила'),
  'support.closed': profile('Conversation with support closed', 'Обращение в поддержку закрыто'),
  'support.assigned': staffOnly,
};
