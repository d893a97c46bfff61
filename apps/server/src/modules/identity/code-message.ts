/** The messages about codes: the one that carries a code says what it confirms first, then the code, then what never to do. */
import type { Locale, Sql } from '../../platform/work.ts';
import { sendEmail } from '../../providers/email/index.ts';
import { sendSms } from '../../providers/sms/index.ts';
import type { ChallengeText } from './challenge-store.ts';
import { codeSeconds } from './rules.ts';

const minutes = codeSeconds / 60;

const texts = {
  en: {
    subject: 'Your confirmation code',
    closing: `It works for ${minutes} minutes and only for this. If you did not ask for it, tell us. We never ask for codes, neither by phone nor in a chat.`,
    sms: (summary: string, code: string) =>
      `${summary}\n\nCode: ${code}\n\nNever tell it to anybody, us included.`,
    lockSubject: 'Wrong codes were entered',
    lockText:
      'Several wrong confirmation codes were entered for your account, so codes are blocked for a while. If that was not you, change your password and tell us.',
  },
  ru: {
    subject: 'Ваш код подтверждения',
    closing: `Действует ${minutes} минут и только для этой операции. Если вы его не запрашивали, сообщите нам. Мы никогда не просим коды ни по телефону, ни в чате.`,
    sms: (summary: string, code: string) =>
      `${summary}\n\nКод: ${code}\n\nНикому его не сообщайте, даже нам.`,
    lockSubject: 'Введены неверные коды',
    lockText:
      'Для вашей учётной записи несколько раз ввели неверный код подтверждения, поэтому коды временно заблокированы. Если это были не вы, смените пароль и сообщите нам.',
  },
} as const satisfies Record<Locale, object>;

/** Sends the code by the challenge's channel when the transaction commits. */
export function sendCode(sql: Sql, challenge: ChallengeText, code: string): Promise<void> {
  const { sentTo, locale, summary } = challenge;
  const { subject, closing, sms } = texts[locale];
  return challenge.channel === 'sms'
    ? sendSms(sql, { to: sentTo, text: sms(summary, code) })
    : sendEmail(sql, { to: sentTo, locale, subject, paragraphs: [summary], code, closing });
}

/** Tells a person that codes are blocked after wrong ones. */
export function sendLockWarning(sql: Sql, email: string, locale: Locale): Promise<void> {
  const { lockSubject, lockText } = texts[locale];
  return sendEmail(sql, { to: email, locale, subject: lockSubject, paragraphs: [lockText] });
}
