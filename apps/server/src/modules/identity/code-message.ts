/** The message that carries a code: what it confirms first, then the code, then what never to do with it. */

import type { Locale, Sql } from '../../platform/work.ts';
import { sendEmail } from '../../providers/email/index.ts';
import { sendSms } from '../../providers/sms/index.ts';
import type { ChallengeText } from './challenge-store.ts';
import { codeSeconds } from './rules.ts';

const minutes = codeSeconds / 60;

const texts: Record<Locale, { subject: string; text: (summary: string, code: string) => string }> = {
  en: {
    subject: 'Your confirmation code',
    text: (summary, code) =>
      `${summary}\n\nCode: ${code}\n\nIt works for ${minutes} minutes and only for this. If you did not ask for it, tell us. We never ask for codes, neither by phone nor in a chat.`,
  },
  ru: {
    subject: 'Ваш код подтверждения',
    text: (summary, code) =>
      `${summary}\n\nКод: ${code}\n\nДействует ${minutes} минут и только для этой операции. Если вы его не запрашивали, сообщите нам. Мы никогда не просим коды ни по телефону, ни в чате.`,
  },
};

/** Sends the code by the challenge's channel when the transaction commits. */
export function sendCode(sql: Sql, challenge: ChallengeText, code: string): Promise<void> {
  const { subject, text } = texts[challenge.locale];
  const body = text(challenge.summary, code);
  return challenge.channel === 'sms'
    ? sendSms(sql, { to: challenge.sentTo, text: body })
    : sendEmail(sql, { to: challenge.sentTo, subject, text: body });
}
