/** Emails about a change of address, in the client's language. */
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { sendEmail } from '@calmly/providers/email/index.ts';
import type { Contact } from '../../../identity/server/index.ts';

const texts = {
  en: {
    received: {
      subject: 'We’ve received your new address',
      text: 'You asked us to change your address. We’ll check the documents and write to you, usually within two working days. We’ll use the old address until then.',
    },
    approved: {
      subject: 'Your address has changed',
      text: (address: string) => `Your new address is ${address}.`,
    },
    rejected: {
      subject: 'We couldn’t change your address',
      text: (reason: string) => `We couldn’t change your address. Reason: ${reason}`,
      next: 'You can submit it again in your profile at any time.',
    },
    closing: 'If you didn’t request this, write to us straight away.',
  },
  ru: {
    received: {
      subject: 'Мы получили заявку на смену адреса',
      text: 'Вы попросили изменить адрес. Мы проверим документы и напишем вам, обычно в течение двух рабочих дней. До этого действует прежний адрес.',
    },
    approved: {
      subject: 'Ваш адрес изменён',
      text: (address: string) => `Ваш новый адрес: ${address}.`,
    },
    rejected: {
      subject: 'Не удалось изменить адрес',
      text: (reason: string) => `Мы не смогли изменить ваш адрес. Причина: ${reason}`,
      next: 'Вы можете в любой момент подать новую заявку в профиле.',
    },
    closing: 'Если вы этого не делали, сразу напишите нам.',
  },
} as const satisfies Record<Locale, object>;

/** Confirms that the bank has received the request. */
export function sendAddressReceived(sql: Sql, { email, locale }: Contact): Promise<void> {
  const { received, closing } = texts[locale];
  return sendEmail(sql, {
    to: email,
    locale,
    subject: received.subject,
    paragraphs: [received.text],
    closing,
  });
}

/** Reports the bank's decision, with the reason of a rejection. */
export function sendAddressDecision(
  sql: Sql,
  { email, locale }: Contact,
  decision: {
    readonly approved: boolean;
    readonly address: (locale: Locale) => string;
    readonly reason: string | undefined;
  },
): Promise<void> {
  const { approved, rejected, closing } = texts[locale];
  if (decision.approved)
    return sendEmail(sql, {
      to: email,
      locale,
      subject: approved.subject,
      paragraphs: [approved.text(decision.address(locale))],
      closing,
    });
  return sendEmail(sql, {
    to: email,
    locale,
    subject: rejected.subject,
    paragraphs: [rejected.text(decision.reason ?? ''), rejected.next],
  });
}
