/** Messages about the end of the identity check: welcome, once more please, or no. In the person's own language. */
import type { Locale, Sql } from '../../platform/work.ts';
import { sendEmail } from '../../providers/email/index.ts';

/** How the check ended. */
export type Outcome = 'approved' | 'retry' | 'declined';

const texts = {
  en: {
    approved: {
      subject: 'Your account is open',
      paragraphs: [
        'Your identity is confirmed, and your euro account is open. Its IBAN is waiting for you in the portal: from now on you can be paid to it and pay from it.',
      ],
      label: 'Open my account',
      path: '/dashboard',
    },
    retry: {
      subject: 'One more picture, please',
      paragraphs: [
        'We could not read your documents well enough. Please take the pictures again: the whole document, in good light, without reflections.',
        'Everything else you have entered is kept.',
      ],
      label: 'Try again',
      path: '/create-account',
    },
    declined: {
      subject: 'We could not confirm your identity',
      paragraphs: [
        'Unfortunately the check of your identity did not succeed, so we cannot open an account for you at the moment.',
        'If you think that this is a mistake, sign in: you can go through the check once more or write to us.',
      ],
      label: 'Sign in',
      path: '/login',
    },
  },
  ru: {
    approved: {
      subject: 'Ваш счёт открыт',
      paragraphs: [
        'Ваша личность подтверждена, счёт в евро открыт. IBAN уже ждёт вас на портале: теперь вы можете получать деньги и платить.',
      ],
      label: 'Перейти к счёту',
      path: '/dashboard',
    },
    retry: {
      subject: 'Нужны ещё снимки документов',
      paragraphs: [
        'Нам не удалось разобрать ваши документы. Сфотографируйте их ещё раз: целиком, при хорошем свете, без бликов.',
        'Всё остальное, что вы ввели, сохранено.',
      ],
      label: 'Попробовать снова',
      path: '/create-account',
    },
    declined: {
      subject: 'Не удалось подтвердить вашу личность',
      paragraphs: [
        'К сожалению, проверка личности не пройдена, и сейчас мы не можем открыть вам счёт.',
        'Если вы считаете, что это ошибка, войдите в банк: проверку можно пройти ещё раз или написать нам.',
      ],
      label: 'Войти',
      path: '/login',
    },
  },
} as const satisfies Record<Locale, Record<Outcome, object>>;

/** Tells a person how the check ended. */
export function sendOutcome(
  sql: Sql,
  outcome: Outcome,
  { to, locale, portalUrl }: { readonly to: string; readonly locale: Locale; readonly portalUrl: string },
): Promise<void> {
  const { subject, paragraphs, label, path } = texts[locale][outcome];
  return sendEmail(sql, { to, locale, subject, paragraphs, link: { label, url: portalUrl + path } });
}
