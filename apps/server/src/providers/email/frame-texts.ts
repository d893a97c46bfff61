/** What stands around every e-mail, in both languages. */
import type { Locale } from '../../platform/work.ts';

export const frameTexts = {
  en: {
    code: 'Your code',
    open: 'If the button does not work, open this address:',
    help: 'Questions? Write to',
    never: 'Calmly never asks for your password or a code, neither by phone nor in a chat.',
  },
  ru: {
    code: 'Ваш код',
    open: 'Если кнопка не работает, откройте этот адрес:',
    help: 'Есть вопросы? Напишите на',
    never: 'Calmly никогда не спрашивает пароль и коды: ни по телефону, ни в чате.',
  },
} as const satisfies Record<Locale, object>;
