/** Messages with codes: first what the code confirms, then the code, then a warning. */
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { sendAwaitedEmail, sendEmail } from '@calmly/providers/email/index.ts';
import { sendAwaitedSms } from '@calmly/providers/sms/index.ts';
import { codeSeconds } from '../rules.ts';
import type { ChallengeText } from './challenge-store.ts';

const minutes = codeSeconds / 60;

const texts = {
  en: {
    subject: 'Your confirmation code',
    closing: `The code is valid for ${minutes} minutes and for this action only. If you didn’t request it, write to us.`,
    sms: (summary: string, code: string) =>
      `${summary}\n\nCode: ${code}\n\nNever share it with anyone, including us.`,
    lockSubject: 'Too many wrong codes',
    locks: [
      'Several wrong codes were entered for your account, so codes are blocked for 15 minutes.',
      'Several wrong codes were entered for your account again, so codes are blocked for 30 minutes. After five more wrong codes, they’ll stay blocked until you write to us.',
      'Too many wrong codes were entered for your account. Codes are blocked until you write to us, and nothing can be confirmed until then.',
    ],
    notYou:
      'If it wasn’t you, change your password and write to us: the person who entered the codes knows it.',
  },
  ru: {
    subject: 'Ваш код подтверждения',
    closing: `Код действует ${minutes} минут и только для этой операции. Если вы его не запрашивали, напишите нам.`,
    sms: (summary: string, code: string) =>
      `${summary}\n\nКод: ${code}\n\nНикому его не сообщайте, даже нам.`,
    lockSubject: 'Слишком много неверных кодов',
    locks: [
      'Для вашей учётной записи несколько раз ввели неверный код подтверждения, поэтому коды заблокированы на 15 минут.',
      'Для вашей учётной записи снова несколько раз ввели неверный код подтверждения, поэтому коды заблокированы на 30 минут. Если неверными окажутся ещё пять, разблокировать коды сможем только мы, по вашему обращению.',
      'Для вашей учётной записи слишком много раз ввели неверный код подтверждения. Коды заблокированы, пока вы не напишете нам: до этого ничего нельзя подтвердить.',
    ],
    notYou: 'Если это были не вы, смените пароль и сообщите нам: тот, кто вводил коды, знает ваш пароль.',
  },
} as const satisfies Record<Locale, object>;

/** Sends the code by the challenge's method when the transaction commits. */
export function sendCode(sql: Sql, challenge: ChallengeText, code: string): Promise<void> {
  const { sentTo, locale, summary } = challenge;
  const { subject, closing, sms } = texts[locale];
  return challenge.method === 'sms'
    ? sendAwaitedSms(sql, { to: sentTo, text: sms(summary, code) }, codeSeconds)
    : sendAwaitedEmail(
        sql,
        { to: sentTo, locale, subject, paragraphs: [summary], code, closing },
        codeSeconds,
      );
}

/** Tells a person that codes are locked after wrong ones: for how long, what follows, and that someone may know the password. */
export function sendLockWarning(
  sql: Sql,
  to: { email: string; locale: Locale },
  locks: number,
): Promise<void> {
  const { lockSubject, locks: byCount, notYou } = texts[to.locale];
  const text = byCount[Math.min(locks, byCount.length) - 1] ?? byCount[0];
  return sendEmail(sql, {
    to: to.email,
    locale: to.locale,
    subject: lockSubject,
    paragraphs: [text, notYou],
  });
}
