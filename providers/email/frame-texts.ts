/** The frame of every email, in both languages. */
import type { Locale } from '@calmly/platform/work.ts';

export const frameTexts = {
  en: {
    code: 'Your code',
    open: 'If the button doesn’t work, open this address:',
    help: 'Questions? Write to',
    never: 'Calmly never asks for your password or codes by phone or chat.',
  },
  ru: {
    code: 'Ваш код',
    open: 'Если кнопка не работает, откройте этот адрес:',
    help: 'Есть вопросы? Напишите на',
    never: 'Calmly никогда не спрашивает пароль и коды по телефону или в чате.',
  },
} as const satisfies Record<Locale, object>;
