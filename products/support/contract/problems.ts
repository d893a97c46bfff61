/** Conversations with support. */
import type { Problems } from '@calmly/contract-kit/problem-table.ts';

export const supportProblems = {
  support_conversations_full: {
    status: 409,
    en: 'You have {most, plural, one {# open conversation} other {# open conversations}}, which is the maximum. Close one, or write in one that is open.',
    ru: '{most, plural, one {У вас # открытое обращение} few {У вас # открытых обращения} many {У вас # открытых обращений} other {У вас # открытых обращений}}, больше открыть нельзя. Закройте одно из них или продолжите в уже открытом.',
  },
  support_messages_full: {
    status: 429,
    en: 'You’ve sent {most, plural, one {# message} other {# messages}} in an hour, which is the maximum. Your text is kept: send it later.',
    ru: 'За час вы отправили {most, plural, one {# сообщение} few {# сообщения} many {# сообщений} other {# сообщения}}, больше пока нельзя. Текст сохранён: отправьте его позже.',
  },
} as const satisfies Problems;
