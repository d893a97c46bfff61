/**
 * The email with an invitation's link. It goes to the invited person alone: whoever approved the invitation never sees the link, or one person could be
 * two.
 */
import type { Work } from '@calmly/platform/work.ts';
import { sendAwaitedEmail } from '@calmly/providers/email/index.ts';
import { invitationSeconds } from '../rules.ts';

const days = invitationSeconds / 86_400;

const texts = {
  en: {
    subject: 'Your invitation to the office',
    text: (name: string) =>
      `Hello ${name}, you’re invited to the bank’s office. Choose a password and set up your authenticator app.`,
    label: 'Accept the invitation',
    closing: `The link works once, for ${days} days. If you didn’t expect it, tell a colleague and don’t open it.`,
  },
  ru: {
    subject: 'Приглашение в офис банка',
    text: (name: string) =>
      `Здравствуйте, ${name}! Вас приглашают в офис банка. Задайте пароль и настройте приложение-аутентификатор.`,
    label: 'Принять приглашение',
    closing: `Ссылка действует один раз, ${days} дня. Если вы не ждали приглашения, сообщите коллегам и не открывайте её.`,
  },
} as const;

/** Sends when the open transaction commits. */
export function sendInvitation(
  { sql, request }: Pick<Work, 'sql' | 'request'>,
  { name, email }: { readonly name: string; readonly email: string },
  url: string,
): Promise<void> {
  const locale = request?.locale ?? 'en';
  const { subject, text, label, closing } = texts[locale];
  const message = {
    to: email,
    locale,
    subject,
    paragraphs: [text(name)],
    link: { url, label },
    closing,
  };
  return sendAwaitedEmail(sql, message, invitationSeconds);
}
